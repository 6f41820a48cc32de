"""Readers of other programs' logs, one module for each format.

A log is not trusted: whatever stands in it, reading gives records or problems, each with the number
of the event in the log. Nothing is made up: what a log does not tell, the record leaves open.

To read in this order: ``log_values`` (what a value of an event may be), ``log_game`` (the game
while its events are read), ``log_header`` (what stands around the events), then one format, such as
``kv1514``.
"""
