"""What a person is told when something did not work."""

from bot.cards.blocks import Card, Heading, Note, Tone
from bot.core.errors import TutorError

NEUTRAL = "Something went wrong on our side. Please try again; what was stored stays stored."


def error_card(error: TutorError) -> Card:
    """What is wrong and a good example; nothing was changed."""
    example = (Note(text=_example(error)),) if error.example else ()
    return Heading(text="That did not work", tone=Tone.BAD), Note(text=_sentence(error)), *example


def error_line(error: TutorError) -> str:
    """The same in one line, for a form's own error line."""
    return f"{_sentence(error)} {_example(error)}" if error.example else _sentence(error)


def _example(error: TutorError) -> str:
    return f"For example: {error.example}"


def _sentence(error: TutorError) -> str:
    return error.message if error.message.endswith((".", "?", "!", "…")) else f"{error.message}."
