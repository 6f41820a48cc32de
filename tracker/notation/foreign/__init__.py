"""Readers of other programs' logs, one module for each format.

A log is not trusted: whatever stands in it, reading gives records or problems. The first event of a
game that cannot be read, or does not agree with those before it, ends that game, with its number
and its text. Nothing is made up: what a log does not tell, the record leaves open.

To read in this order: ``log`` (a game while its log is read, and the way from a file to its games),
then one format, such as ``kv1514``.
"""
