"""Play: games for tests, samples and puzzles, at random and repeatable from a seed.

* ``game``: the true hands beside the public state;
* ``policies``: how players decide; ``players``: those who claim what they can prove;
* ``simulator``: what happens at the table, event by event, until a game is over; and a record that
  begins in the middle of another.
"""
