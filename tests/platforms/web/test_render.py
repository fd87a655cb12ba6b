from datetime import timedelta, timezone
from typing import get_args

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
from bot.platforms.web.render import Renderer
from tests.platforms.web.builders import HOSTILE, NINE, Tags, an_open_card


def drawn(*blocks: Block) -> Tags:
    return Tags(Renderer().card(blocks))


EVERY_KIND: tuple[tuple[Block, str], ...] = (
    (Heading(text="Question 12"), "Question 12"),
    (Prose(markdown="Use **bf16**", label="The trap"), "The trap Use bf16"),
    (Choices(items=(Lettered(letter="A", markdown="Cache `it`"),)), "A Cache it"),
    (AnswerButtons(posting=PostingId(12), letters=("A", "B")), "A B"),
    (Buttons(items=(CommandButton(label="My progress", command="/tutor me"),)), "My progress"),
    (Picture(file=PictureFile(pack=PackId("ncp-genl"), file="loss.png", alt="A curve")), ""),
    (Facts(items=(Fact(label="Streak", text="4"), Fact(label="Next", at=NINE))), "Streak4 Next 2026-11-30 09:00 UTC"),
    (Ranking(rows=(Row(rank="1.", name="Ada", value="5 of 5", you=True),)), "RankNameResult 1.Ada you5 of 5"),
    (Note(text="Closes", at=NINE), "Closes 2026-11-30 09:00 UTC"),
    (Mention(who="here"), "@here"),
)


@pytest.mark.parametrize(("block", "words"), EVERY_KIND, ids=[type(block).__name__ for block, _ in EVERY_KIND])
def test_every_kind_of_block_says_its_words(block: Block, words: str) -> None:
    assert " ".join(drawn(block).text.split()) == words


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (Fact(label="Added", person="chloe"), "Added @Chloé"),
        (Fact(label="Added", text="just now:", person="gone"), "Addedjust now: gone"),
        (Fact(label="Goes on in", channel="quiz-lounge"), "Goes on in #quiz-lounge"),
        (Fact(label="Goes on in", channel="gone"), "Goes on in gone"),
    ],
    ids=["person", "unknown person", "channel", "unknown channel"],
)
def test_a_person_and_a_channel_are_called_by_their_names(fact: Fact, words: str) -> None:
    assert " ".join(drawn(Facts(items=(fact,))).text.split()) == words


def test_no_kind_of_block_is_forgotten_here() -> None:
    assert {type(block) for block, _ in EVERY_KIND} == set(get_args(Block))


@pytest.mark.parametrize(
    "block",
    [
        Heading(text=HOSTILE),
        Prose(markdown=f"```\n{HOSTILE}\n```"),
        Choices(items=(Lettered(letter="A", markdown=f"`{HOSTILE}`", why=f"`{HOSTILE}`", tempting=f"`{HOSTILE}`"),)),
        Choices(items=(Lettered(letter="A", markdown="a", trap_name=HOSTILE),)),
        Buttons(items=(CommandButton(label=HOSTILE, command=HOSTILE),)),
        Facts(items=(Fact(label=HOSTILE, text=HOSTILE),)),
        Facts(items=(Fact(label="Who", person=HOSTILE, channel=HOSTILE),)),
        Ranking(rows=(Row(rank="1", name=HOSTILE, value=HOSTILE),)),
        Note(text=HOSTILE),
        Mention(who=HOSTILE),
    ],
    ids=["heading", "code", "choice", "trap name", "button", "fact", "named fact", "ranking", "note", "mention"],
)
def test_hostile_text_is_shown_literally_and_does_nothing(block: Block) -> None:
    html = drawn(block)

    assert HOSTILE in html.text
    assert not html.named("script")
    assert not html.named("img")


def test_hostile_markdown_keeps_every_character_outside_of_marks() -> None:
    html = drawn(Prose(markdown=r"<script>x</script> &amp;lt; <!here> a < b && c > d [x](y) `__init__`"))

    assert html.text.strip() == "<script>x</script> &amp;lt; <!here> a < b && c > d [x](y) __init__"
    assert not html.named("script")
    assert not html.named("a")


def test_the_url_of_a_picture_cannot_leave_its_attribute() -> None:
    file = PictureFile(pack=PackId('p"q'), file="a b?c.png", alt='"><script>')

    (image,) = drawn(Picture(file=file)).named("img")

    assert image == {"src": "/pictures/p%22q/a%20b%3Fc.png", "alt": '"><script>'}


def test_a_press_of_a_bare_letter_names_posting_and_letter() -> None:
    html = drawn(*an_open_card())

    assert html.named("form", **{"data-action": "/answer"})
    assert html.named("input", type="hidden", name="posting", value="12")
    assert [button["value"] for button in html.named("button", name="letter")] == ["A", "B"]


def test_an_answer_button_is_described_by_its_choice() -> None:
    html = drawn(*an_open_card())

    assert [button["aria-describedby"] for button in html.named("button")] == ["choice-12-A", "choice-12-B"]
    assert html.named("div", id="choice-12-A")
    assert html.named("div", id="choice-12-B")


def test_several_answers_are_ticked_and_submitted() -> None:
    html = drawn(*an_open_card(pick=2, choices=("a", "b", "c")))

    assert "Choose two" in html.text
    assert "Submit" in html.text
    assert [box["value"] for box in html.named("input", type="checkbox", name="letter")] == ["A", "B", "C"]


def test_choices_of_an_open_card_differ_in_letter_and_text_alone() -> None:
    html = Renderer().card(an_open_card(choices=("text", "text", "text", "text")))

    first, *others = html.split('<li class="choice')[1:]

    assert {other.split("</li>")[0].translate(str.maketrans("BCD", "AAA")) for other in others} == {
        first.split("</li>")[0]
    }


def test_an_open_card_says_nothing_of_correct_or_wrong() -> None:
    html = Renderer().card(an_open_card()).casefold()

    assert "correct" not in html
    assert "wrong" not in html


def test_a_closed_card_tells_picks_in_words_and_bars() -> None:
    first = Lettered(letter="A", markdown="a", mark=Mark.CORRECT, picks=2, share=2 / 3)
    html = drawn(Choices(items=(first, Lettered(letter="B", markdown="b", picks=1, share=1 / 3))))

    assert "Correct" in html.text
    assert "2 picks · 67%" in html.text
    assert "1 pick · 33%" in html.text
    assert [bar["width"] for bar in html.named("rect", **{"class": "fill"})] == ["66.7%", "33.3%"]


def test_a_choice_that_nobody_picked_has_an_empty_bar() -> None:
    html = drawn(Choices(items=(Lettered(letter="A", markdown="a", picks=0),)))

    assert "0 picks · 0%" in html.text
    assert not html.named("rect", **{"class": "fill"})


def test_a_breakdown_says_for_each_choice_what_it_is_and_why() -> None:
    picked = Lettered(
        letter="B",
        markdown="b",
        mark=Mark.WRONG,
        picked=True,
        why="It compresses.",
        tempting="It is well known.",
        trap_name="Recompute or compress",
    )

    words = " ".join(drawn(Choices(items=(picked,))).text.split())

    assert words == (
        "B Wrong Your pick b It compresses. Why people pick it: It is well known. Trap: Recompute or compress"
    )


@pytest.mark.parametrize(("text", "tone"), [("Correct", Tone.GOOD), ("Not correct", Tone.BAD)])
def test_nothing_stands_before_the_verdict(text: str, tone: Tone) -> None:
    assert drawn(Heading(text=text, tone=tone), Prose(markdown="more")).text.lstrip().startswith(text)


def test_a_command_button_sends_the_command_that_could_be_typed() -> None:
    html = drawn(Buttons(items=(CommandButton(label="Remove", command="/classroom remove", danger=True),)))

    assert html.named("form", **{"data-action": "/press"})
    assert html.named("button", name="command", value="/classroom remove", **{"class": "button danger"})


def test_a_moment_is_written_in_utc_for_the_page_to_rewrite() -> None:
    berlin = NINE.astimezone(timezone(timedelta(hours=1)))

    html = drawn(Note(text="Closes", at=berlin))

    assert "2026-11-30 09:00 UTC" in html.text
    assert html.named("time", datetime="2026-11-30T10:00:00+01:00")


def test_tables_lists_and_code_become_their_elements() -> None:
    html = drawn(Prose(markdown="| a |\n|---|\n| b |\n\n- one\n\n```python\nx = 1\n```"))

    assert html.named("table")
    assert html.named("li")
    assert html.named("pre")
