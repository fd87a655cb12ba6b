"""Drafts: questions that lack something and may wait, or be asked all the same."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.bank.files import check, load
from bot.cards.feedback import feedback_card
from bot.cards.plain import plain
from bot.cards.question import lesson_card, reveal_card
from bot.core.address import LearnerId
from bot.core.asking import AskedQuestion
from bot.core.grading import Feedback, GivenAnswer, Greeting
from bot.core.question import ChoiceId, Question, Topic, TopicId
from tests.bank.folders import PACK, QUESTION, a_folder, changed
from tests.builders import a_posting

BARE = """\
title: Fence
stem: How many gaps are between four posts?
choices:
  - text: Three gaps
    correct: true
  - text: Four gaps
"""
OPEN_PACK = changed(PACK, ("topics:", "complete: false\nsource: Ann\ntopics:"))
NEEDS = (
    "facts/sums/fence.yaml: draft: still needs difficulty; why (choices 1, 2); trap; explanation; "
    "tempting (choices 2); sources"
)


def a_pack(content: Path, question: str, pack: str = OPEN_PACK) -> Path:
    return a_folder(content, {"facts/pack.yaml": pack, "facts/sums/fence.yaml": question})


def the_question(content: Path) -> Question:
    (pack,) = load(content)
    (question,) = pack.questions
    return question


def test_a_pack_may_ask_questions_that_lack_all_but_stem_and_key(tmp_path: Path) -> None:
    content = a_pack(tmp_path, BARE)

    report, question = check(content), the_question(content)

    assert report.problems == ()
    assert [str(draft) for draft in report.drafts] == [NEEDS]
    assert (question.trap, question.explanation, question.choices[0].why, question.difficulty) == ("", "", "", 3)


def test_without_that_the_same_file_has_faults(tmp_path: Path) -> None:
    report = check(a_pack(tmp_path, BARE, PACK))

    assert {each.field for each in report.problems} == {
        "difficulty",
        "choices[1].why",
        "choices[2].why",
        "choices[2].tempting",
        "trap",
        "explanation",
    }
    assert report.drafts == ()


def test_a_marked_draft_in_a_complete_pack_waits_without_being_a_fault(tmp_path: Path) -> None:
    content = a_folder(tmp_path, {"facts/sums/second.yaml": "draft: true\n" + BARE})

    report, (pack,) = check(content), load(content)

    assert report.problems == ()
    assert [draft.file.name for draft in report.drafts] == ["second.yaml"]
    assert [question.id for question in pack.questions] == ["fence"]


def test_a_complete_pack_of_drafts_alone_is_a_fault(tmp_path: Path) -> None:
    content = a_pack(tmp_path, "draft: true\n" + BARE, PACK)

    assert [str(each) for each in check(content).problems] == [
        "facts:1: has drafts alone. Complete one, or write complete: false in pack.yaml"
    ]


def test_a_marked_draft_that_lacks_nothing_is_told_so(tmp_path: Path) -> None:
    content = a_pack(tmp_path, "draft: true\n" + QUESTION)

    assert [str(draft) for draft in check(content).drafts] == [
        "facts/sums/fence.yaml: draft: has all it needs: take draft: true out"
    ]


def test_a_complete_question_in_such_a_pack_is_no_draft(tmp_path: Path) -> None:
    assert check(a_pack(tmp_path, QUESTION)).drafts == ()


WAITS = {
    "blank why": (("Three gaps\n", "Three gaps\n    why: ''\n"), "why (choices 1, 2)"),
    "how many": (("  - text: Four", "  - text: Two\n    correct: true\n  - text: Four"), "2 choices"),
    "the same wrong choice": (("  - text: Four gaps", "  - text: Four gaps\n  - text: four gaps"), "says the same"),
    "a letter": (("four posts?", "four posts (see option B)?"), "names a choice by its place"),
    "all of the above": (("  - text: Four gaps", "  - text: All of the above"), "speaks of the other choices"),
}


@pytest.mark.parametrize(("change", "need"), WAITS.values(), ids=WAITS)
def test_what_may_wait(tmp_path: Path, change: tuple[str, str], need: str) -> None:
    report = check(a_pack(tmp_path, changed(BARE, change)))

    assert report.problems == ()
    assert need in str(report.drafts[0])


FAULTS = {
    "no key": ("    correct: true\n", ""),
    "no title": ("title: Fence\n", ""),
    "no stem": ("stem: How many gaps are between four posts?\n", ""),
    "the right choice twice": ("Four gaps", "three gaps"),
    "unknown field": ("title:", "tittle: x\ntitle:"),
    "unknown trap": ("  - text: Four gaps", "  - text: Four gaps\n    falls_for: nothing"),
    "too long": ("How many", "very " * 800 + "many"),
}


@pytest.mark.parametrize("change", FAULTS.values(), ids=FAULTS)
def test_what_may_not_wait(tmp_path: Path, change: tuple[str, str]) -> None:
    assert check(a_pack(tmp_path, changed(BARE, change))).problems != ()


def the_feedback(content: Path) -> Feedback:
    """What somebody is told who picked the wrong choice of the only question."""
    topic = Topic(id=TopicId("sums"), title="Sums", weight=1)
    posting = replace(a_posting(), order=(ChoiceId(0), ChoiceId(1)))
    asked = AskedQuestion(posting=posting, question=the_question(content), topic=topic, traps={})
    picked = frozenset({ChoiceId(1)})
    answer = GivenAnswer(posting=posting, learner=LearnerId(1), picked=picked, correct=False, on_time=True)
    return Feedback(asked=asked, greeting=Greeting.FIRST, answer=answer)


def test_cards_say_nothing_where_there_is_nothing(tmp_path: Path) -> None:
    feedback = the_feedback(a_pack(tmp_path, BARE))

    cards = [feedback_card(feedback), reveal_card(feedback.asked), lesson_card(feedback.asked.question, {})]

    said = "\n".join(map(plain, cards))
    assert "Why" not in said
    assert "trap" not in said.lower()


def test_where_no_choice_tells_its_why_the_explanation_does(tmp_path: Path) -> None:
    feedback = the_feedback(a_pack(tmp_path, BARE + "explanation: Draw it and count.\n"))

    said = plain(feedback_card(feedback))

    assert said.endswith("Why: Draw it and count.")
