"""The command ``onenlp``: scores output, compares results files, and says by its exit status what it found."""

from scoring.cli.command import main

__all__ = ["main"]
