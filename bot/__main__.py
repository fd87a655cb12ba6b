"""The program: `trapwise`, or `python -m bot`."""

import sys

_INTERRUPTED = 130
"""What a shell says of a program that Ctrl-C has ended."""


def main() -> None:
    """Run the command line; whoever changes their mind while it is still being loaded sees nothing of that."""
    try:
        from bot import verbs  # noqa: PLC0415 - an import at the top could not be guarded

        verbs.main()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
