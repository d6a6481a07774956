"""The command `croupier`, also as `python -m companion`."""

import sys


def main() -> int:
    """Run the command line; Ctrl+C ends it quietly even while its libraries load."""
    try:
        from companion.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
