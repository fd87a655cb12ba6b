import re
from dataclasses import replace
from typing import Any

import pytest

from bot.cards.blocks import (
    AnswerButtons,
    Block,
    Card,
    Choices,
    Fact,
    Facts,
    Heading,
    Lettered,
    Mark,
    Mention,
    Note,
    Prose,
    Ranking,
    Row,
)
from bot.core.posting import PostingId
from bot.platforms.slack.render import Message, Renderer
from tests.platforms.slack.limits import letters, refused, refused_view
from tests.platforms.slack.sight import shown

HOSTILE = "<!here> <@U1> @everyone &amp;lt; __init__ ` if a < b && c > d :smile: שלום \u202e\u200b\x1b\x00\ud800"
BUTTONS = AnswerButtons(posting=PostingId(12), letters=tuple("ABCDEFGHIJ"))


def renderer() -> Renderer:
    return Renderer(lambda _: None)


def words(count: int) -> str:
    return " ".join(f"word{place}" for place in range(count))


def numbers(messages: list[Message]) -> list[str]:
    return re.findall(r"word\d+", "\n".join(shown(message.blocks) for message in messages))


def every_kind(text: str) -> Card:
    item = Lettered(
        letter="A", markdown=text, mark=Mark.WRONG, picks=1, share=0.5, why=text, tempting=text, trap_name=text
    )
    return (
        Heading(text=text),
        Prose(markdown=text, label="Why"),
        Prose(markdown=f"```\n{text}\n```"),
        Choices(items=tuple(replace(item, letter=letter) for letter in BUTTONS.letters)),
        Facts(items=(Fact(label=text, text=text, person=text, channel=text, group=text),)),
        Ranking(rows=(Row(rank=text, name=text, value=text, you=True),)),
        Note(text=text),
        BUTTONS,
    )


NASTY = {
    "hostile": HOSTILE,
    "empty": "",
    "blank": " \u200b\n\t",
    "one long word": "x" * 4_000,
    "entities": "&lt;" * 700,
    "many marks": "`a` **b** " * 300,
    "lines": "a  \n" * 900,
    "quotes": '"\\' * 1_500,
    "rules": "---\n\n" * 600,
}


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_slack_takes_whatever_a_card_says(text: str) -> None:
    messages = renderer().messages(every_kind(text))

    assert [refusal for message in messages for refusal in refused(message)] == []


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_slack_takes_one_message_of_whatever_a_card_says(text: str) -> None:
    assert refused(renderer().message(every_kind(text))) == []


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_slack_takes_a_view_of_whatever_a_card_says(text: str) -> None:
    assert refused_view(renderer().home([every_kind(text), every_kind(text)])) == []
    assert refused_view(renderer().told(every_kind(text), title=text)) == []


def test_hostile_text_calls_nobody() -> None:
    (message,) = renderer().messages(every_kind(HOSTILE))

    kinds = re.findall(r"'type': '(\w+)'", repr(message.blocks))
    assert not {"user", "usergroup", "channel", "broadcast", "link", "emoji", "mrkdwn"} & set(kinds)


def test_text_beside_the_blocks_is_escaped() -> None:
    assert renderer().message((Note(text="<!here> & <@U1>"),)).text == "&lt;!here&gt; &amp; &lt;@U1&gt;"


def test_text_beside_the_blocks_reads_like_the_card() -> None:
    card = (Heading(text="Correct"), Choices(items=(Lettered(letter="A", markdown="`x`", mark=Mark.CORRECT),)))

    assert renderer().message(card).text == "Correct\n\nA. x - correct"


@pytest.mark.parametrize(
    "long", ["line of words\n\n" * 600, "word " * 2_000, "x" * 9_000, "&" * 2_000], ids=["lines", "words", "word", "&"]
)
def test_text_beside_the_blocks_ends_early_and_says_so(long: str) -> None:
    text = renderer().message((Prose(markdown=long),)).text

    told, end = text.rsplit("\n", 1)
    assert end == "… (the rest is in the message)"
    assert 3_500 < len(text) <= 3_900
    assert re.search(r"(words|word|x|&amp;)$", told)


def test_a_long_explanation_goes_over_several_messages_and_loses_nothing() -> None:
    card = (Heading(text="Answer"), Prose(markdown=words(3_000), label="Why"), Note(text="Sources"))

    messages = renderer().messages(card)

    assert len(messages) == 4
    assert numbers(messages) == words(3_000).split()
    assert [refusal for message in messages for refusal in refused(message)] == []


@pytest.mark.parametrize(
    "block",
    [
        Note(text=words(3_000)),
        Heading(text=words(3_000)),
        Facts(items=(Fact(label="It", text=words(3_000)),)),
        Choices(items=(Lettered(letter="A", markdown=words(3_000)),)),
        Prose(markdown=" ".join(f"`{word}` **a**" for word in words(1_500).split())),
    ],
    ids=lambda block: type(block).__name__,
)
def test_nothing_of_what_cannot_be_parted_is_lost(block: Block) -> None:
    messages = renderer().messages((Heading(text="Above"), block))

    assert numbers(messages) == sorted(set(numbers(messages)), key=lambda word: int(word.removeprefix("word")))
    assert numbers(messages)[-1] in {"word2999", "word1499"}
    assert [refusal for message in messages for refusal in refused(message)] == []


def test_what_must_be_one_message_keeps_its_buttons_and_says_that_it_was_cut() -> None:
    message = renderer().message((Mention(who="here"), Prose(markdown=words(3_000)), BUTTONS))

    assert refused(message) == []
    assert shown(message.blocks[:1]) == "<everybody here>"
    assert shown(message.blocks[2:]).startswith("… (the rest does not fit into one message)\n[A] [B]")


def test_a_message_whose_marks_are_too_many_loses_them_and_no_word() -> None:
    marked = " ".join(f"`{word}` **a**" for word in words(300).split())

    message = renderer().message((Prose(markdown=marked), BUTTONS))

    assert refused(message) == []
    assert numbers([message]) == words(300).split()


def test_a_card_of_many_blocks_goes_over_several_messages() -> None:
    messages = renderer().messages(tuple(Note(text=f"word{place}") for place in range(120)))

    assert numbers(messages) == words(120).split()
    assert [refusal for message in messages for refusal in refused(message)] == []


def test_what_says_nothing_makes_no_message_of_its_own() -> None:
    long = Prose(markdown=words(1_000))

    messages = renderer().messages((long, Choices(items=()), Prose(markdown=""), long))

    assert len(messages) == 2


def test_a_card_of_nothing_says_so() -> None:
    (message,) = renderer().messages(())

    assert message == Message(
        text="Nothing to show.", blocks=renderer().message((Note(text="Nothing to show."),)).blocks
    )


def test_blocks_of_a_kept_text_are_alike_in_every_message() -> None:
    card = every_kind("Some **text**")

    first, second = renderer().message(card), renderer().message(card)

    assert first.blocks == second.blocks
    assert first.blocks is not second.blocks


def kinds(view: dict[str, Any]) -> list[str]:
    return [block["type"] for block in view["blocks"]]


def test_a_home_tab_parts_its_cards_by_lines() -> None:
    view = renderer().home([(Heading(text="Your progress"),), (), (Heading(text="Open"), Note(text="None"))])

    assert refused_view(view) == []
    assert (view["type"], kinds(view)) == ("home", ["header", "divider", "header", "context"])


def test_no_two_blocks_of_a_home_tab_have_one_id() -> None:
    view = renderer().home([(BUTTONS,), (BUTTONS,)])

    assert [block.get("block_id") for block in view["blocks"]] == ["answer:12", None, "answer:12:2"]


def test_a_home_tab_that_is_full_says_so() -> None:
    view = renderer().home([tuple(Note(text=f"{place}") for place in range(150))])

    assert refused_view(view) == []
    assert len(view["blocks"]) == 100
    assert shown(view["blocks"][-1:]) == "The rest does not fit here."


def test_an_empty_home_tab_says_so() -> None:
    assert shown(renderer().home([])["blocks"]) == "Nothing to show."


def test_a_told_card_is_a_modal_to_close() -> None:
    view = renderer().told((Heading(text="Done"),), title="The classroom is changed now")

    assert refused_view(view) == []
    assert (view["title"]["text"], view["close"]["text"]) == ("The classroom is…", "Close")
    assert kinds(view) == ["header"]


def test_a_view_shows_a_text_of_too_many_marks_in_plain_words() -> None:
    marked = " ".join(f"`{word}` **a**" for word in words(500).split())

    view = renderer().told((Prose(markdown=marked),), title="It")

    assert refused_view(view) == []
    assert re.findall(r"word\d+", shown(view["blocks"])) == words(500).split()


def test_a_view_of_very_long_texts_ends_where_slack_would_refuse_it() -> None:
    view = renderer().home([(Prose(markdown=words(1_000)),)] * 20)

    assert refused_view(view) == []
    assert 80_000 < letters(view["blocks"]) < 120_000
    assert shown(view["blocks"][-1:]) == "The rest does not fit here."
