"""Teaching: puzzles are found in games, graded, posed and marked; a learner's progress is kept.

* ``puzzle``: a record with a view and a question; reading one, and posing one from a game;
* ``task``: a question as options, with its answers worked out, and the reasons against others:
  proofs of what is certain, and deals that show what is not;
* ``marking``: answers marked, hints, and how it went;
* ``candidates``, ``finding``, ``grading``: positions of games that are worth posing, and how hard;
* ``pack``: the puzzles that come with the package;
* ``logbook``: a learner's progress.

Example::

    puzzle = puzzle_of(load("puzzle.lit"))
    mark(puzzle, "Carl").right
"""
