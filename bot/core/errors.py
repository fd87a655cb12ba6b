"""What a person can put right: errors that are safe to show to the one who caused them.

TutorError
├── BadInput          a word of a command means nothing here; names the word and shows a good one
├── NotAllowed        the command is for staff
├── NoClassroom       the channel has no classroom
├── NothingThere      the thing asked for (posting, week, off-day …) does not exist
├── Clash             what was asked for stands against something that exists
└── for whoever runs the server, each beside what raises it: BankError, CannotWrite … (bank), DatabaseTrouble (store),
    PortTaken (http)
"""

_LONGEST_WORD = 60


class TutorError(Exception):
    """Something the person can put right; the text is shown to them alone, as plain text."""

    def __init__(self, message: str, *, example: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.example = example


class BadInput(TutorError):
    """A value that cannot be understood; nothing was changed. `parameter` names the field it stood in, if one did."""

    def __init__(self, word: str, problem: str, *, example: str, parameter: str = "") -> None:
        super().__init__(f"“{_shown(word)}” {problem}", example=example)
        self.word = word
        self.parameter = parameter


class NotAllowed(TutorError):
    """A staff command from somebody who is not on the staff."""


class NoClassroom(TutorError):
    """The channel has no classroom."""


class NothingThere(TutorError):
    """The named thing does not exist."""


class Clash(TutorError):
    """The request contradicts something that exists; the message names it."""


def _shown(word: str) -> str:
    """Somebody's word as a message may repeat it: one line, not long, nothing invisible in it."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in word).split())
    return line if len(line) <= _LONGEST_WORD else f"{line[:_LONGEST_WORD]}…"
