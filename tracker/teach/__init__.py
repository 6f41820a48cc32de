"""Teaching: puzzles, their answers, marking, themes and levels, hints, progress.

Example::

    puzzle = puzzle_of(load("puzzle.lit"))
    mark(puzzle, "Carl").right
"""
