"""Readers of other programs' logs, one module a format; ``registry`` lists them.

A log is not trusted: whatever stands in it, reading gives records or problems, each with the number
of the event in the log. Nothing is made up: what a log does not tell, the record leaves open.
"""
