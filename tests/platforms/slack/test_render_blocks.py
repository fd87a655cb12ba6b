from datetime import timedelta, timezone
from typing import Any, get_args

import pytest

from bot.cards.blocks import (
    AnswerButtons,
    Block,
    Buttons,
    Choices,
    CommandButton,
    Fact,
    Facts,
    Heading,
    Lettered,
    Mark,
    Mention,
    Note,
    Picture,
    Prose,
    Ranking,
    Row,
    Tone,
)
from bot.core.posting import PostingId
from bot.core.question import PackId
from bot.core.question import Picture as PictureFile
from bot.platforms.slack.render import Renderer
from tests.builders import NINE
from tests.platforms.slack.limits import refused
from tests.platforms.slack.sight import shown

PICTURE = Picture(file=PictureFile(pack=PackId("ncp-genl"), file="loss.png", alt="A curve that falls"))
EXPLAINED = Lettered(
    letter="B",
    markdown="Use `bf16`",
    mark=Mark.WRONG,
    picked=True,
    why="It rounds.",
    tempting="It is fast.\n\n- very",
    trap_name="Fast is right",
)


def blocks(*card: Block) -> list[dict[str, Any]]:
    return Renderer(lambda _: None).message(card).blocks


SAID: dict[str, tuple[Block, str]] = {
    "heading": (Heading(text="Question 12"), "Question 12"),
    "heading of one line": (Heading(text="Question\n12"), "Question 12"),
    "prose": (Prose(markdown="Use **bf16**"), "Use bf16"),
    "labelled prose": (Prose(markdown="Look twice.\n\nAgain.", label="The trap"), "The trap: Look twice.\n\nAgain."),
    "labelled code": (Prose(markdown="```\na\n```", label="Code"), "Code:\n```\na\n```"),
    "choices": (
        Choices(items=(Lettered(letter="A", markdown="*One*"), Lettered(letter="B", markdown="Two"))),
        "A. One\nB. Two",
    ),
    "choice of code": (Choices(items=(Lettered(letter="A", markdown="```\na()\n```"),)), "A.\n```\na()\n```"),
    "empty choice": (Choices(items=(Lettered(letter="A", markdown=""),)), "A."),
    "closed choice": (
        Choices(items=(Lettered(letter="A", markdown="One", picks=5, share=0.5),)),
        "A. One\n█████░░░░░ 5 (50%)",
    ),
    "closed key": (
        Choices(items=(Lettered(letter="A", markdown="One", mark=Mark.CORRECT, picks=0),)),
        "A. One\n░░░░░░░░░░ 0 (0%) ✓ correct",
    ),
    "revealed key": (Choices(items=(Lettered(letter="A", markdown="One", mark=Mark.CORRECT),)), "A. One\n✓ correct"),
    "explained choice": (
        Choices(items=(EXPLAINED,)),
        "B. Use bf16\n✗ not correct, your pick\nWhy: It rounds.\nWhy people pick it: It is fast.\n- very\n"
        "Trap: Fast is right",
    ),
    "answer buttons": (AnswerButtons(posting=PostingId(12), letters=("A", "B")), "[A] [B]"),
    "several answers": (
        AnswerButtons(posting=PostingId(12), letters=("A", "B", "C"), pick=2),
        "Choose two\n[ ]A [ ]B [ ]C [Submit]",
    ),
    "buttons": (Buttons(items=(CommandButton(label="My progress", command="/tutor me"),)), "[My progress]"),
    "picture": (PICTURE, "[Picture: A curve that falls]"),
    "facts": (
        Facts(items=(Fact(label="Streak", text="4"), Fact(label="Next", text="at", at=NINE), Fact(label="None"))),
        "Streak: 4\nNext: at 2026-11-30 09:00 UTC\nNone:",
    ),
    "facts of ids": (
        Facts(items=(Fact(label="Added", person="U1"), Fact(label="In", channel="C1"), Fact(label="For", group="S1"))),
        "Added: <user U1>\nIn: <channel C1>\nFor: <usergroup S1>",
    ),
    "facts of names": (
        Facts(
            items=(Fact(label="Added", person="sam"), Fact(label="In", channel="x"), Fact(label="For", group="here"))
        ),
        "Added: sam\nIn: x\nFor: @here",
    ),
    "ranking": (
        Ranking(rows=(Row(rank="1.", name="Ann", value="12"), Row(rank="2.", name="Bo", value="", you=True))),
        "1. Ann: 12\n2. Bo (you)",
    ),
    "ranking from the right": (
        Ranking(rows=(Row(rank="1", name="\u202eשלום", value="12"),)),
        "1 \u2068שלום\u2069: 12",
    ),
    "note": (Note(text="2 answered"), "2 answered"),
    "bad note": (Note(text="It failed", tone=Tone.BAD), "⚠ It failed"),
    "note with a moment": (Note(text="Closes", at=NINE), "Closes 2026-11-30 09:00 UTC"),
    "mention of a group": (Mention(who="S123"), "<usergroup S123>"),
    "mention of everybody": (Mention(who="@here"), "<everybody here>"),
    "mention of a name": (Mention(who="learners"), "@learners"),
}


@pytest.mark.parametrize(("block", "words"), SAID.values(), ids=SAID)
def test_every_block_says_its_words(block: Block, words: str) -> None:
    message = Renderer(lambda _: None).message((block,))

    assert shown(message.blocks) == words
    assert refused(message) == []


def test_every_kind_of_block_is_tried() -> None:
    assert {type(block) for block, _ in SAID.values()} == set(get_args(Block))


EMPTY: tuple[Block, ...] = (
    Heading(text=" "),
    Prose(markdown="", label="Why"),
    Choices(items=()),
    AnswerButtons(posting=PostingId(1), letters=()),
    Buttons(items=()),
    Facts(items=()),
    Ranking(rows=()),
    Note(text="\u200b"),
    Mention(who=""),
)


@pytest.mark.parametrize("block", EMPTY, ids=lambda block: type(block).__name__)
def test_an_empty_block_makes_no_block(block: Block) -> None:
    assert shown(blocks(block)) == "Nothing to show."


def test_choices_of_an_open_card_differ_in_letter_alone() -> None:
    first, second = blocks(Choices(items=(Lettered(letter="A", markdown="x"), Lettered(letter="B", markdown="x"))))

    assert repr(first).replace("A.", "B.") == repr(second)


def test_a_letter_is_bold_and_a_split_is_not() -> None:
    ((section,),) = (
        block["elements"]
        for block in blocks(
            Choices(items=(Lettered(letter="A", markdown="x", mark=Mark.CORRECT, picks=1, share=0.04),))
        )
    )

    assert [(each["text"], each.get("style")) for each in section["elements"]] == [
        ("A.", {"bold": True}),
        (" x\n░░░░░░░░░░ 1 (4%)", None),
        (" ✓ correct", {"bold": True}),
    ]


def test_a_moment_is_shown_in_the_readers_zone() -> None:
    berlin = NINE.astimezone(timezone(timedelta(hours=1)))

    ((section,),) = (block["elements"] for block in blocks(Note(text="Closes", at=berlin)))

    assert section["elements"][1] == {
        "type": "date",
        "timestamp": int(NINE.timestamp()),
        "format": "{date_short_pretty} {time}",
        "fallback": "2026-11-30 09:00 UTC",
    }


@pytest.mark.parametrize(
    "block",
    [Heading(text="x" * 151), Heading(text="&lt;b>"), Note(text="x" * 2001), Note(text="a &amp; b")],
    ids=["long heading", "heading with an entity", "long note", "note with an entity"],
)
def test_what_a_plain_text_would_show_changed_is_rich_text(block: Heading | Note) -> None:
    found = blocks(block)

    assert [each["type"] for each in found] == ["rich_text"]
    assert shown(found) == block.text


@pytest.mark.parametrize("who", ["<!here>", "U1", "everybody", "here here"])
def test_only_ids_and_words_for_everybody_call_people(who: str) -> None:
    ((section,),) = (block["elements"] for block in blocks(Mention(who=who)))

    assert section["elements"] == [{"type": "text", "text": f"@{who}", "style": {"bold": True}}]


def test_no_fact_calls_everybody() -> None:
    assert "broadcast" not in repr(blocks(Facts(items=(Fact(label="Mentions", group="channel"),))))
