"""The buttons under a card, and what their ids say: a posting and a letter, or a command."""

from collections.abc import Iterator, Sequence

from bot.cards.blocks import AnswerButtons, CommandButton
from bot.cards.question import number_word
from bot.platforms.slack.elements import Piece, fitted, paragraph, plain_text, texts

MOST_IN_A_ROW = 25
LONGEST_LABEL = 75
LONGEST_VALUE = 2000
_LONGEST_QUESTION = 300


def answer_buttons(block: AnswerButtons) -> list[Piece]:
    """A button a letter, or a box a letter and a button that sends them; ids stay, so ticks outlive an edit."""
    if not block.letters:
        return []
    posting, told = str(block.posting), []
    if block.pick == 1:
        elements = [
            _button(letter, f"answer.{letter}", posting) | {"accessibility_label": f"Answer {letter}"}
            for letter in block.letters
        ]
    else:
        boxes = [{"text": plain_text(letter), "value": letter} for letter in block.letters]
        ticks = {"type": "checkboxes", "action_id": "pick", "options": boxes}
        elements = [ticks, _button("Submit", "answer.submit", posting)]
        told = paragraph(texts(f"Choose {number_word(block.pick)}", "bold"))
    return [*told, {"type": "actions", "block_id": f"answer:{posting}", "elements": elements}]


def command_buttons(buttons: Sequence[CommandButton]) -> list[Piece]:
    """Buttons that do what typing the command does; a command too long for one is shown, to be typed."""
    pressed = [each for each in buttons if 0 < len(each.command) <= LONGEST_VALUE]
    typed = [each for each in buttons if len(each.command) > LONGEST_VALUE]
    return [
        *_rows([_command_button(number, button) for number, button in enumerate(pressed)]),
        *(row for each in typed for row in paragraph(texts(f"{each.label}:", "bold"), texts(each.command, "code"))),
    ]


def _rows(buttons: Sequence[Piece]) -> Iterator[Piece]:
    for start in range(0, len(buttons), MOST_IN_A_ROW):
        yield {"type": "actions", "elements": list(buttons[start : start + MOST_IN_A_ROW])}


def _command_button(number: int, button: CommandButton) -> Piece:
    label = button.label or button.command
    made = _button(label, f"command.{number}", button.command)
    return made | {"style": "danger", "confirm": _confirm(label)} if button.danger else made


def _button(label: str, action: str, value: str) -> Piece:
    text = plain_text(fitted(label, LONGEST_LABEL) or "Go")
    return {"type": "button", "text": text, "action_id": action, "value": value}


def _confirm(label: str) -> Piece:
    return {
        "title": plain_text("Are you sure?"),
        "text": plain_text(fitted(f"{label}: this cannot be undone at once.", _LONGEST_QUESTION)),
        "confirm": plain_text("Go on"),
        "deny": plain_text("Cancel"),
        "style": "danger",
    }
