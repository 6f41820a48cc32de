"""The command line: read options, call one function of the library, render, set the exit status."""

from tracker.cli.main import main

__all__ = ["main"]
