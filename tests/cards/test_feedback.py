from dataclasses import replace

import pytest

from bot.cards.blocks import Choices, Facts, Heading, Prose, Tone
from bot.cards.feedback import feedback_card, unknown_card, void_reply_card, wrong_count_card
from bot.cards.plain import plain
from bot.core.address import LearnerId
from bot.core.asking import AskedQuestion
from bot.core.grading import Feedback, GivenAnswer, Greeting, Void, WrongCount
from bot.core.mastery import Mastery
from bot.core.posting import PostingState
from bot.core.question import ChoiceId, Question, Topic, TopicId, TrapId
from bot.core.standings import Standing
from bot.core.streak import Streak
from tests.builders import a_posting, a_question

RIGHT, SECOND, THIRD, LAST = (ChoiceId(place) for place in range(4))
"""In the file's order; people see them as B, D, A and C."""
STANDING = Standing(streak=Streak(current=3, best=5, freezes=1, toward_freeze=3), answered=9, correct=6)
MASTERY = Mastery(topic=TopicId("fine-tuning"), answered=7, correct=5, rate=0.68, low=0.5, high=0.84)


def feedback(
    *picked: ChoiceId,
    greeting: Greeting = Greeting.FIRST,
    question: Question | None = None,
    on_time: bool = True,
    standing: Standing | None = STANDING,
    mastery: Mastery | None = MASTERY,
) -> Feedback:
    question = question or a_question()
    posting = replace(a_posting(7, state=PostingState.OPEN), order=(THIRD, RIGHT, LAST, SECOND))
    return Feedback(
        asked=AskedQuestion(
            posting=posting,
            question=question,
            topic=Topic(id=TopicId("fine-tuning"), title="Fine-Tuning", weight=13),
            traps={TrapId("a-trap"): "A trap"},
        ),
        greeting=greeting,
        answer=GivenAnswer(
            posting=posting,
            learner=LearnerId(1),
            picked=frozenset(picked),
            correct=frozenset(picked) == question.key,
            on_time=on_time,
        ),
        standing=standing if greeting is Greeting.FIRST else None,
        mastery=mastery if greeting is Greeting.FIRST else None,
    )


def letters(value: Feedback) -> str:
    """The letters of the choices in the order in which they are explained."""
    choices = next(block for block in feedback_card(value) if isinstance(block, Choices))
    return "".join(item.letter for item in choices.items)


def test_a_right_answer() -> None:
    assert plain(feedback_card(feedback(RIGHT))) == (
        "Correct\n\n"
        "B. Choice 0 of q1 - correct, your pick\n   Why: Why 0 of q1\n"
        "A. Choice 2 of q1 - not correct\n   Why: Why 2 of q1\n"
        "   Why people pick it: Tempting 2 of q1\n   Trap: A trap\n"
        "C. Choice 3 of q1 - not correct\n   Why: Why 3 of q1\n"
        "   Why people pick it: Tempting 3 of q1\n   Trap: A trap\n"
        "D. Choice 1 of q1 - not correct\n   Why: Why 1 of q1\n"
        "   Why people pick it: Tempting 1 of q1\n   Trap: A trap\n"
        "\n"
        "The trap: Trap of q1\n\n"
        "Streak: 3 in a row (best 5)\n"
        "Freezes: 1 held; the next after 4 more on time\n"
        "Fine-Tuning: 5 of 7 right at first try; about 68% (likely 50% to 84%)"
    )


@pytest.mark.parametrize(
    ("picked", "heading"),
    [(RIGHT, Heading(text="Correct", tone=Tone.GOOD)), (LAST, Heading(text="Not correct", tone=Tone.BAD))],
)
def test_nothing_stands_before_the_verdict(picked: ChoiceId, heading: Heading) -> None:
    assert feedback_card(feedback(picked))[0] == heading


@pytest.mark.parametrize(("picked", "order"), [(RIGHT, "BACD"), (SECOND, "DBAC"), (THIRD, "ABCD"), (LAST, "CBAD")])
def test_the_picked_choice_is_explained_first_then_the_right_one_then_the_rest(picked: ChoiceId, order: str) -> None:
    assert letters(feedback(picked)) == order


@pytest.mark.parametrize(
    ("picked", "verdict", "order"),
    [
        ((RIGHT, THIRD), "Correct", "ABCD"),
        ((RIGHT, LAST), "Not correct", "BCAD"),
        ((LAST, SECOND), "Not correct", "CDAB"),
    ],
)
def test_several_right_choices_are_all_or_nothing(picked: tuple[ChoiceId, ...], verdict: str, order: str) -> None:
    given = feedback(*picked, question=a_question(correct=(0, 2)))

    assert plain(feedback_card(given)).startswith(f"{verdict}\n\n")
    assert letters(given) == order


@pytest.mark.parametrize("greeting", Greeting)
def test_every_breakdown_has_every_why_and_the_trap(greeting: Greeting) -> None:
    told = plain(feedback_card(feedback(LAST, greeting=greeting)))

    assert all(f"Why: Why {place} of q1" in told for place in range(4))
    assert all(f"Why people pick it: Tempting {place} of q1" in told for place in range(1, 4))
    assert "The trap: Trap of q1" in told


def test_a_second_click_begins_with_already_answered_and_repeats_the_first_breakdown() -> None:
    first, again = feedback_card(feedback(LAST)), feedback_card(feedback(LAST, greeting=Greeting.ALREADY))

    assert plain(again).startswith(
        "Already answered\n\nYour first answer to question 7, C, stands: not correct.\n\nC. Choice 3 of q1"
    )
    assert again[2:] == first[1:-1]


def test_a_second_click_on_a_late_answer_says_that_it_counts_nowhere() -> None:
    told = plain(feedback_card(feedback(RIGHT, greeting=Greeting.ALREADY, on_time=False)))

    assert "B, stands: correct. It came after the close, so it counts nowhere." in told


def test_an_answer_recalled_stands_under_its_stem() -> None:
    first, recalled = feedback_card(feedback(LAST)), feedback_card(feedback(LAST, greeting=Greeting.RECALL))

    assert recalled[:2] == (
        Heading(text="Question 7: your answer C was not correct"),
        Prose(markdown="Stem of q1?"),
    )
    assert recalled[2:] == first[1:-1]


def test_a_late_click_begins_with_closed_and_gets_the_whole_breakdown() -> None:
    card = feedback_card(feedback(RIGHT, greeting=Greeting.LATE, on_time=False))

    assert plain(card).startswith(
        "Closed\n\nQuestion 7 had closed before your click. B is correct; it counts nowhere.\n\nB. Choice 0 of q1"
    )
    assert not any(isinstance(block, Facts) for block in card)


def test_two_letters_are_named_in_the_order_shown() -> None:
    question = a_question(correct=(0, 2))

    told = plain(feedback_card(feedback(RIGHT, THIRD, question=question, greeting=Greeting.ALREADY)))

    assert "Your first answer to question 7, A and B, stands: correct." in told


def test_a_question_without_a_trap_in_prose_shows_none() -> None:
    assert "The trap" not in plain(feedback_card(feedback(RIGHT, question=replace(a_question(), trap=""))))


def test_a_first_answer_has_no_topic_line_where_there_is_no_evidence() -> None:
    assert "Fine-Tuning" not in plain(feedback_card(feedback(RIGHT, mastery=None)))


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (
            WrongCount(wanted=2, given=1),
            "Choose two\n\nYou chose one. Nothing is stored yet: choose two and send again.",
        ),
        (
            WrongCount(wanted=1, given=0),
            "Choose one\n\nYou chose zero. Nothing is stored yet: choose one and send again.",
        ),
    ],
)
def test_another_number_of_letters_gets_a_hint(outcome: WrongCount, told: str) -> None:
    assert plain(wrong_count_card(outcome)) == told


def test_a_void_question_says_so() -> None:
    assert plain(void_reply_card(Void(number=7))) == (
        "Taken back\n\nQuestion 7 was taken back: it takes no answers and breaks no streak."
    )


def test_an_unknown_question_says_where_to_look() -> None:
    assert plain(unknown_card()).endswith("Nothing is stored; /tutor today shows what is open.")
