"""Entering a game: a session over a record file, in which nothing that was accepted is ever lost.

There is no terminal here: ``Session`` takes statements and returns what they changed. The command
``tracker enter`` is one user of it, a program that listens or watches may be another.
"""
