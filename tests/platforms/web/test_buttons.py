import asyncio
from pathlib import Path

import pytest

from bot.reception import read_posting
from tests.platforms.web.content import a_content_with_two_answers
from tests.platforms.web.visitor import Visitor


async def test_a_right_answer_is_told_in_private_with_every_why_and_the_trap(ada: Visitor) -> None:
    asked = await ada.asked()

    answer = await ada.answer(asked.posting, *asked.right)

    assert answer.status_code == 204
    told = await ada.told()
    assert told.startswith("Correct ")
    assert "One fewer than the posts." in told
    assert "That counts the posts." in told
    assert "The trap Posts are not gaps." in told


async def test_a_wrong_answer_begins_with_the_verdict_and_names_the_trap(ada: Visitor) -> None:
    asked = await ada.asked()

    await ada.answer(asked.posting, *asked.wrong)

    told = await ada.told()
    assert told.startswith("Not correct ")
    assert "Why people pick it: The four is in the question." in told
    assert "Trap: Off by one" in told


async def test_second_click_keeps_the_first_answer(ada: Visitor) -> None:
    asked = await ada.asked()

    await ada.answer(asked.posting, *asked.wrong)
    await ada.answer(asked.posting, *asked.right)

    assert (await ada.told()).startswith("Already answered Your first answer to question 1")
    assert "not correct" in await ada.told()


async def test_two_clicks_at_once_count_as_one(ada: Visitor) -> None:
    asked = await ada.asked()

    await asyncio.gather(*(ada.answer(asked.posting, letter) for letter in asked.choices))

    told = sorted(message.said.split()[0] for message in await ada.log() if message.private)
    assert told in (["Already", "Correct"], ["Already", "Not"])
    assert "Answered on time 1," in await ada.type("/tutor me")


async def test_a_late_click_is_explained_and_counts_nowhere(ada: Visitor) -> None:
    asked = await ada.asked()
    await ada.move("next")

    await ada.answer(asked.posting, *asked.right)

    told = await ada.told()
    assert told.startswith("Closed ")
    assert "it counts nowhere" in told
    assert "no answer on time" in await ada.type("/tutor me")


async def test_an_unknown_posting_is_answered_in_words(ada: Visitor) -> None:
    words = ["999", "0", "", "-1", "1.0", "one", "٣", "1" * 400, "1; DROP TABLE answer", "\x00"]

    told = [await _told(ada, word, "A") for word in words]

    assert told == ["204 Unknown question"] * len(words)


async def test_letters_that_are_no_answer_store_nothing(ada: Visitor) -> None:
    asked = await ada.asked()
    garbage = [(), ("Z",), ("",), ("AB",), ("a\x00",), ("A", "B"), ("A", "A"), tuple("ABCDEFGHIJ" * 4)]

    told = [await _told(ada, asked.posting, *letters) for letters in garbage]

    assert told == ["204 Choose one"] * len(garbage)
    assert await _told(ada, asked.posting, *asked.right) == "204 Correct"


async def _told(visitor: Visitor, posting: str, *letters: str) -> str:
    """The status and the heading of the reply."""
    answer = await visitor.answer(posting, *letters)
    return f"{answer.status_code} {await visitor.heading()}"


class TestSeveralAnswers:
    @pytest.fixture
    def content(self, tmp_path: Path) -> Path:
        return a_content_with_two_answers(tmp_path / "content")

    async def test_both_right_choices_are_correct(self, ada: Visitor) -> None:
        asked = await ada.asked()

        await ada.answer(asked.posting, *asked.right)

        assert (await ada.told()).startswith("Correct")

    async def test_one_right_and_one_wrong_is_not_correct(self, ada: Visitor) -> None:
        asked = await ada.asked()

        await ada.answer(asked.posting, asked.right[0], asked.wrong[0])

        assert (await ada.told()).startswith("Not correct")

    async def test_too_few_get_a_hint_and_another_try(self, ada: Visitor) -> None:
        asked = await ada.asked()

        await ada.answer(asked.posting, asked.right[0])

        assert (await ada.told()).startswith("Choose two You chose one. Nothing is stored yet")


@pytest.mark.parametrize(("word", "posting"), [("12", 12), ("007", 7), ("1" * 13, None), ("²", None), (" 1", None)])
def test_a_posting_is_named_by_its_number_alone(word: str, posting: int | None) -> None:
    assert read_posting(word) == posting
