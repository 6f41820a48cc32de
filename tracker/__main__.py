"""The command ``tracker``, also as ``python -m tracker``."""

import gc


def main() -> None:
    """Run the command.

    A short one makes few circles of objects and ends soon. Python's search for them in all that it
    imports takes 2% of its time, so it is rarer here than in a program that uses the library.
    """
    gc.set_threshold(100_000, 5, 5)
    from tracker.cli import main as command

    command()


if __name__ == "__main__":
    main()
