from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest

from bot.cards.blocks import (
    AnswerButtons,
    Block,
    Buttons,
    Card,
    CommandButton,
    Facts,
    Heading,
    Note,
    Picture,
    Prose,
    Tone,
)
from bot.core.question import PackId
from bot.core.question import Picture as PictureFile
from bot.platforms.discord.components import attachment_name
from bot.platforms.discord.render import Renderer, attachments, marker
from tests.platforms.discord.cards import EVERY_KIND, NASTY_BLOCKS, PICTURE, an_open_card
from tests.platforms.discord.limits import BUTTON, CONTAINER, GALLERY, MENU, ROW, parts, payload_of, problems, texts


def container(*blocks: Block, key: str = "open:1") -> Any:
    return payload_of(Renderer().message(blocks, key=key))[0]


@pytest.mark.parametrize(("block", "written"), EVERY_KIND.values(), ids=EVERY_KIND)
def test_every_kind_of_block_says_its_words(block: Block, written: str) -> None:
    view = Renderer().message((block,), key="open:1")

    assert texts(view) == [written]
    assert problems(view) == []


def test_no_kind_of_block_is_forgotten_here() -> None:
    shown = {type(block) for block, _ in EVERY_KIND.values()}

    assert set(get_args(Block)) - shown == {AnswerButtons, Buttons, Picture}


@pytest.mark.parametrize("block", NASTY_BLOCKS.values(), ids=NASTY_BLOCKS)
def test_nasty_text_is_within_the_limits(block: Block) -> None:
    view = Renderer().message((Heading(text="Correct"), block), key="open:1")

    assert problems(view) == []


@pytest.mark.parametrize("acts", ["<@1234", "<#", "<@&", "<t:1:R>", " @everyone", " @here", "](https://", " https://z"])
@pytest.mark.parametrize("name", ["heading", "fact", "ranking", "note"])
def test_nasty_text_does_nothing(name: str, acts: str) -> None:
    view = Renderer().message((NASTY_BLOCKS[name],), key="open:1")

    assert acts not in "".join(texts(view)).replace(f"\\{acts}", "")


def test_a_letter_is_a_button_whose_id_holds_posting_and_letter() -> None:
    view = Renderer().message(an_open_card(letters="ABCDEFG"), key="open:12")

    buttons = parts(view, BUTTON)
    assert [(each["label"], each["custom_id"]) for each in buttons[:2]] == [("A", "a1:12:A"), ("B", "a1:12:B")]
    assert [len(row["components"]) for row in parts(view, ROW)] == [5, 2]
    assert problems(view) == []


def test_several_answers_are_a_menu_that_takes_exactly_so_many() -> None:
    view = Renderer().message(an_open_card(letters="ABCDE", pick=2), key="open:12")

    (menu,) = parts(view, MENU)
    assert (menu["custom_id"], menu["min_values"], menu["max_values"]) == ("s1:12", 2, 2)
    assert [option["label"] for option in menu["options"]] == list("ABCDE")
    assert [option["value"] for option in menu["options"]] == list("ABCDE")
    assert menu["placeholder"] == "Choose two"
    assert problems(view) == []


def test_nothing_of_an_open_card_tells_letters_apart() -> None:
    view = Renderer().message(an_open_card(letters="ABCD"), key="open:12")

    assert {each["style"] for each in parts(view, BUTTON)} == {1}


def test_a_command_button_carries_the_command_that_could_be_typed() -> None:
    remove = CommandButton(label="Remove it", command="/classroom remove confirm=yes", danger=True)
    cancel = CommandButton(label="Cancel it", command="/classroom cancel-week id=3")

    view = Renderer().message((Buttons(items=(remove, cancel)),), key="open:1")

    told = [(each["label"], each["style"], each["custom_id"]) for each in parts(view, BUTTON)]
    assert told == [
        ("Remove it", 4, "c1:/classroom remove confirm=yes"),
        ("Cancel it", 2, "c1:/classroom cancel-week id=3"),
    ]


def test_a_command_too_long_for_a_button_is_a_mistake_of_ours() -> None:
    button = CommandButton(label="x", command="/classroom " + "x" * 100)

    with pytest.raises(ValueError, match="longer than 100"):
        Renderer().message((Buttons(items=(button,)),), key="open:1")


def test_a_picture_is_an_attachment_with_its_words() -> None:
    view = Renderer().message(an_open_card(), key="open:12")

    (gallery,) = parts(view, GALLERY)
    (item,) = gallery["items"]
    assert item["media"]["url"] == "attachment://fine-tuning_loss_curve.png"
    assert item["description"] == "A curve"


def test_the_sender_is_told_which_pictures_to_attach_and_under_which_name() -> None:
    (found,) = attachments(an_open_card())

    assert found == PICTURE
    assert attachment_name(found) == "fine-tuning_loss_curve.png"


def test_a_picture_without_words_has_none() -> None:
    silent = PictureFile(pack=PackId("p"), file="a.png", alt="")

    view = Renderer().message((Picture(file=silent),), key="open:1")

    assert "description" not in parts(view, GALLERY)[0]["items"][0]
    assert problems(view) == []


def test_a_message_is_found_by_the_id_of_its_container() -> None:
    assert container(Note(text="x"), key="reveal:7:1")["id"] == marker("reveal:7:1")


@pytest.mark.parametrize(("key", "number"), [("open:1", 1310060260), ("reveal:7:1", 1147340123), ("é", 1386632543)])
def test_a_marker_is_the_same_for_ever(key: str, number: int) -> None:
    assert marker(key) == number


def test_markers_have_31_bits_and_lie_above_the_numbers_that_discord_gives() -> None:
    found = {marker(f"open:{number}") for number in range(1000)}

    assert len(found) == 1000
    assert 2**30 <= min(found) <= max(found) < 2**31


def test_private_messages_carry_no_marker() -> None:
    (view,) = Renderer().messages((Heading(text="Correct"),))

    assert "id" not in parts(view, CONTAINER)[0]


def colour(title: str, tone: Tone = Tone.NEUTRAL) -> object:
    return container(Heading(text=title, tone=tone))["accent_color"]


def test_a_topic_keeps_its_colour() -> None:
    assert colour("Question 1 · Fine-Tuning") == colour("Extra question 22 · Fine-Tuning · closed")


def test_topics_have_colours_of_their_own() -> None:
    assert colour("Question 1 · Fine-Tuning") != colour("Question 1 · Evaluation")


def test_good_and_bad_news_have_theirs_whatever_comes_before_the_title() -> None:
    assert colour("Correct", Tone.GOOD) != colour("Not correct", Tone.BAD)
    assert container(Note(text="x"), Heading(text="Correct", tone=Tone.GOOD))["accent_color"] == 0x2E9E5B


def test_other_cards_have_no_colour() -> None:
    assert colour("Your progress") is None
    assert container(Note(text="x"))["accent_color"] is None


async def test_a_view_is_not_kept_by_the_library() -> None:
    view = Renderer().message(an_open_card(), key="open:12")

    assert view.is_finished()
    assert view.timeout is None


def test_the_stem_comes_first_and_the_buttons_after_the_choices() -> None:
    view = Renderer().message(an_open_card(letters="AB"), key="open:12")

    kinds: Sequence[int] = [each["type"] for each in payload_of(view)[0]["components"]]
    assert kinds == [10, 10, 12, 10, 10, 1, 10]


def test_a_fact_of_several_lines_is_one() -> None:
    facts, _ = EVERY_KIND["fact"]
    assert isinstance(facts, Facts)
    nasty = Facts(items=(replace(facts.items[0], text="4\n# Title"),))

    assert texts(Renderer().message((nasty, Prose(markdown="x")), key="open:1"))[0] == "**Streak:** 4 # Title"


def test_a_card_far_too_long_for_one_message_is_refused_and_not_cut() -> None:
    card: Card = tuple(Note(text="x" * 900) for _ in range(5))

    with pytest.raises(ValueError, match="does not fit"):
        Renderer().message(card, key="open:1")
