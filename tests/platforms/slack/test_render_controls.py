from typing import Any

from bot.cards.blocks import AnswerButtons, Block, Buttons, CommandButton, Picture
from bot.core.posting import PostingId
from bot.core.question import PackId
from bot.core.question import Picture as PictureFile
from bot.platforms.slack.render import Renderer
from tests.platforms.slack.limits import refused
from tests.platforms.slack.sight import shown

PICTURE = Picture(file=PictureFile(pack=PackId("ncp-genl"), file="loss.png", alt="A curve that falls"))


def blocks(*card: Block) -> list[dict[str, Any]]:
    return Renderer(lambda _: None).message(card).blocks


def test_a_press_of_a_letter_names_posting_and_letter() -> None:
    (actions,) = blocks(AnswerButtons(posting=PostingId(12), letters=("A", "B")))

    assert actions["block_id"] == "answer:12"
    assert actions["elements"][1] == {
        "type": "button",
        "text": {"type": "plain_text", "text": "B", "emoji": False},
        "action_id": "answer.B",
        "value": "12",
        "accessibility_label": "Answer B",
    }


def test_ticks_are_kept_by_ids_that_stay() -> None:
    _, actions = blocks(AnswerButtons(posting=PostingId(12), letters=("A", "B", "C"), pick=2))

    ticks, submit = actions["elements"]
    assert actions["block_id"] == "answer:12"
    assert (ticks["action_id"], [option["value"] for option in ticks["options"]]) == ("pick", ["A", "B", "C"])
    assert (submit["action_id"], submit["value"]) == ("answer.submit", "12")


def test_a_command_button_carries_its_command() -> None:
    ((button,),) = (
        row["elements"] for row in blocks(Buttons(items=(CommandButton(label="x" * 99, command="/tutor me"),)))
    )

    assert (button["action_id"], button["value"]) == ("command.0", "/tutor me")
    assert button["text"]["text"] == "x" * 74 + "…"
    assert "confirm" not in button


def test_what_cannot_be_undone_asks_first() -> None:
    ((button,),) = (
        row["elements"] for row in blocks(Buttons(items=(CommandButton(label="Remove", command="x", danger=True),)))
    )

    assert button["style"] == "danger"
    assert button["confirm"]["text"]["text"] == "Remove: this cannot be undone at once."


def test_many_buttons_stand_in_several_rows() -> None:
    rows = blocks(Buttons(items=tuple(CommandButton(label=f"{n}", command=f"/tutor {n}") for n in range(30))))

    assert [len(row["elements"]) for row in rows] == [25, 5]
    assert rows[1]["elements"][0]["action_id"] == "command.25"


def test_a_command_too_long_for_a_button_is_shown_to_be_typed() -> None:
    assert shown(blocks(Buttons(items=(CommandButton(label="Do", command="x" * 2001),)))) == f"Do: {'x' * 2001}"


def test_a_picture_that_is_there_is_shown_with_its_words() -> None:
    message = Renderer(lambda file: f"F{file.file.removesuffix('.png').upper()}").message((PICTURE,))

    assert shown(message.blocks) == "<image FLOSS: A curve that falls>"
    assert refused(message) == []


def test_words_too_long_for_a_picture_stand_below_it() -> None:
    file = PictureFile(pack=PackId("p"), file="a.png", alt="word " * 500)

    image, told = Renderer(lambda _: "F1").message((Picture(file=file),)).blocks

    assert len(image["alt_text"]) <= 2000
    assert shown([told]) == f"[Picture: {file.alt.strip()}]"
