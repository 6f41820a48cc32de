"""Entering a game: a session over a record file, in which nothing that was accepted is ever lost.

There is no terminal here: ``Session`` takes statements and returns what they changed. The command
``tracker enter`` is one user of it, a program that listens or watches may be another.

The idea is that *a draft is a value*. A ``Draft`` is the record as it is, all that can be undone or
redone, and the branches that are open. Nothing in it ever changes: trying a statement, refusing
it, taking it back and branching off are all keeping the old draft or the new one. Only the
``Session`` changes: it puts another draft in the place of its own once that is saved.

To read in this order: ``checked_record`` (a record with what is wrong with it), ``draft`` (the
value), ``record_file`` (the file, which is whole at every instant), ``viewpoint`` (what a view
knows of the record), ``session`` (all three together). Beside them: ``typed_line`` (what a typed
line means), ``completion`` (what may come next).
"""
