"""Run the command line as `python -m hhparse`."""

from hhparse.cli import run

run()
