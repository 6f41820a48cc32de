"""Entering a game: a session over a record file, in which nothing that was accepted is ever lost.

There is no terminal here: ``Session`` takes statements and returns what they changed. The command
``tracker enter`` is one user of it, a program that listens may be another.

The idea is that *a checked record is a value*, and that all there was is a history of such values,
with an index: the one that is. Trying a statement, refusing it, taking it back and branching off
are all keeping a value or going to another one. Only the ``Session`` changes: it takes another
history once what that says is saved.

To read in this order: ``checked_record`` (a record with what is wrong with it), ``refusal`` (why a
statement is not taken in), ``record_file`` (the file, which is whole at every instant), ``session``
(all three together). Beside them: ``typed_line`` (what a typed line means),
``completion`` (what may come next).
"""
