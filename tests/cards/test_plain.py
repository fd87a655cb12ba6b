from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.cards.blocks import (
    AnswerButtons,
    Block,
    Buttons,
    Choices,
    CommandButton,
    Fact,
    Facts,
    Field,
    FieldKind,
    Form,
    Heading,
    Lettered,
    Mark,
    Mention,
    Note,
    Option,
    Picture,
    Prose,
    Ranking,
    Row,
    Tone,
)
from bot.cards.plain import plain, plain_form
from bot.core.posting import PostingId
from bot.core.question import PackId
from bot.core.question import Picture as PictureFile

MORNING = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)

BLOCKS: dict[str, tuple[Block, str]] = {
    "heading": (Heading(text="Question 7", tone=Tone.GOOD), "Question 7"),
    "heading of one line": (Heading(text="Question\n7"), "Question 7"),
    "prose": (Prose(markdown="The **KV** `cache`\n*grows*."), "The KV cache\ngrows."),
    "labelled prose": (Prose(markdown="Look twice.", label="Trap"), "Trap: Look twice."),
    "paragraphs": (Prose(markdown="One.\n\nTwo."), "One.\n\nTwo."),
    "code": (
        Prose(markdown="Look:\n\n```py\nif a:\n\n    b()\n```\nEnd."),
        "Look:\n\n    if a:\n\n        b()\n\nEnd.",
    ),
    "labelled code": (Prose(markdown="```\na\n```", label="Code"), "Code:\n    a"),
    "list": (Prose(markdown="- one\n- two\n  - three"), "- one\n- two\n  - three"),
    "numbers": (Prose(markdown="9. nine\n10. ten"), "9. nine\n10. ten"),
    "quote": (Prose(markdown="> a\n> b"), "> a\n> b"),
    "table": (Prose(markdown="|a|b|\n|-|-|\n|1|2|"), "a | b\n1 | 2"),
    "rule": (Prose(markdown="a\n\n***\n\nb"), "a\n\n---\n\nb"),
    "what looks like HTML": (Prose(markdown="`<b>` and <b>x</b>"), "<b> and <b>x</b>"),
    "choices": (
        Choices(items=(Lettered(letter="A", markdown="*One*"), Lettered(letter="B", markdown="Two"))),
        "A. One\nB. Two",
    ),
    "explained choice": (
        Choices(
            items=(
                Lettered(
                    letter="A",
                    markdown="One",
                    mark=Mark.CORRECT,
                    picked=True,
                    picks=3,
                    share=0.3,
                    why="It is.",
                    tempting="It shines.",
                    trap_name="Glitter",
                ),
            )
        ),
        "A. One - correct, your pick; picked by 3 (30%)\n"
        "   Why: It is.\n   Why people pick it: It shines.\n   Trap: Glitter",
    ),
    "wrong choice": (
        Choices(items=(Lettered(letter="B", markdown="Two", mark=Mark.WRONG, picks=0),)),
        "B. Two - not correct; picked by 0 (0%)",
    ),
    "choice of code": (
        Choices(items=(Lettered(letter="A", markdown="```\na()\n```\n\nb", picked=True),)),
        "A.     a()\n\n   b\n   - your pick",
    ),
    "answer buttons": (AnswerButtons(posting=PostingId(1), letters=("A", "B", "C")), "[A] [B] [C]"),
    "several answers": (
        AnswerButtons(posting=PostingId(1), letters=("A", "B", "C"), pick=2),
        "Choose 2: [A] [B] [C] [Submit]",
    ),
    "buttons": (
        Buttons(items=(CommandButton(label="Skip", command="skip"), CommandButton(label="End", command="end"))),
        "[Skip] [End]",
    ),
    "picture": (Picture(file=PictureFile(pack=PackId("p"), file="t/a.png", alt="Two\nbars")), "[Picture: Two bars]"),
    "facts": (
        Facts(items=(Fact(label="Streak", text="3"), Fact(label="Next", text="at", at=MORNING), Fact(label="None"))),
        "Streak: 3\nNext: at 2026-11-30 09:00 UTC\nNone:",
    ),
    "facts of a person and a channel": (
        Facts(items=(Fact(label="Added", person="U1"), Fact(label="Next", text="in", channel="C1"))),
        "Added: U1\nNext: in C1",
    ),
    "ranking": (
        Ranking(rows=(Row(rank="1.", name="Ann", value="12"), Row(rank="2.", name="Bo", value="", you=True))),
        "1. Ann: 12\n2. Bo (you)",
    ),
    "note": (Note(text="2 answered"), "2 answered"),
    "note with a moment": (
        Note(text="Closes", at=MORNING.astimezone(timezone(timedelta(hours=13, minutes=45)))),
        "Closes 2026-11-30 09:00 UTC",
    ),
    "mention": (Mention(who="learners"), "For learners"),
}


@pytest.mark.parametrize(("block", "text"), BLOCKS.values(), ids=BLOCKS)
def test_every_block_has_its_words(block: Block, text: str) -> None:
    assert plain((block,)) == text


def test_every_kind_of_block_is_tried() -> None:
    assert {type(block) for block, _ in BLOCKS.values()} == set(Block.__args__)


def test_blocks_are_parted_by_blank_lines() -> None:
    card = (Heading(text="Question 7"), Prose(markdown=""), Note(text="2 answered"))

    assert plain(card) == "Question 7\n\n2 answered"


def test_no_name_moves_the_cursor() -> None:
    row = Row(rank="1.", name="\x1b[2JAnn\r\nBo", value="\x9b1")

    assert plain((Ranking(rows=(row,)),)) == "1. [2JAnn Bo: 1"


def test_a_form_names_its_fields_and_what_they_take() -> None:
    form = Form(
        title="A new classroom",
        command="classroom create",
        fields=(
            Field(
                name="pack", label="Pack", kind=FieldKind.PACK, required=True, options=(Option(value="p", label="P"),)
            ),
            Field(name="time", label="Time", kind=FieldKind.TIME, help="When it opens", value="09:00", example="08:30"),
        ),
        submit="Create",
    )

    assert plain_form(form) == (
        "A new classroom\nPack (required):\n  one of: P\nTime: 09:00\n  When it opens\n  for example 08:30\n[Create]"
    )
