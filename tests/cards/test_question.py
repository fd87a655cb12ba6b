from dataclasses import replace
from datetime import timedelta

import pytest

from bot.cards.blocks import AnswerButtons, Card, Choices, Mark, Mention, Note, Picture
from bot.cards.plain import plain
from bot.cards.question import closed_card, lesson_card, open_card, question_card, reveal_card, void_card
from bot.core.asking import CountedQuestion, LastTime
from bot.core.posting import PostingState, Tally
from bot.core.question import ChoiceId, PackId, Question, Topic, TopicId, TrapId
from bot.core.question import Picture as PictureFile
from tests.builders import a_posting, a_question

TURNED = tuple(ChoiceId(place) for place in (2, 0, 3, 1))
NOBODY = Tally(answered=0, correct=0, picks={})
TWO = Tally(answered=2, correct=1, picks={ChoiceId(0): 1, ChoiceId(2): 1})


def asked(
    question: Question | None = None,
    *,
    tally: Tally = NOBODY,
    scheduled: bool = True,
    last_time: LastTime | None = None,
    ping: str = "",
) -> CountedQuestion:
    """Question 7, shown as C, A, D, B of the file."""
    return CountedQuestion(
        posting=replace(a_posting(7, state=PostingState.OPEN, scheduled=scheduled), order=TURNED),
        question=question or a_question(),
        topic=Topic(id=TopicId("fine-tuning"), title="Fine-Tuning", weight=13),
        traps={TrapId("a-trap"): "A trap"},
        tally=tally,
        last_time=last_time,
        ping=ping,
    )


def lettered(card: Card) -> Choices:
    return next(block for block in card if isinstance(block, Choices))


def test_the_open_card() -> None:
    assert plain(open_card(asked(tally=TWO))) == (
        "Question 7 · Fine-Tuning\n\n"
        "Stem of q1?\n\n"
        "A. Choice 2 of q1\nB. Choice 0 of q1\nC. Choice 3 of q1\nD. Choice 1 of q1\n\n"
        "[A] [B] [C] [D]\n\n"
        "2 answered\n\n"
        "Closes 2026-12-07 09:00 UTC"
    )


@pytest.mark.parametrize("key", [(1,), (2,), (3,)])
def test_open_cards_that_differ_only_in_the_key_are_equal(key: tuple[int, ...]) -> None:
    assert open_card(asked(a_question(correct=key))) == open_card(asked(a_question(correct=(0,))))


@pytest.mark.parametrize("key", [(0, 2), (1, 3)])
def test_of_several_right_choices_the_open_card_tells_only_their_number(key: tuple[int, ...]) -> None:
    card = open_card(asked(a_question(correct=key)))

    assert card == open_card(asked(a_question(correct=(0, 1))))
    assert AnswerButtons(posting=asked().posting.id, letters=("A", "B", "C", "D"), pick=2) in card


def test_the_open_card_holds_nothing_of_the_lesson() -> None:
    told = repr(open_card(asked()))

    assert not any(word in told for word in ("Why", "Tempting", "Trap", "Explanation", "a-trap", "paper"))
    assert all(item.mark is Mark.NONE and item.picks is None for item in lettered(open_card(asked())).items)


def test_buttons_are_bare_letters() -> None:
    buttons = next(block for block in open_card(asked()) if isinstance(block, AnswerButtons))

    assert buttons.letters == ("A", "B", "C", "D")


@pytest.mark.parametrize(("count", "words"), [(0, "0 answered"), (1, "1 answered"), (2, "2 answered")])
def test_the_count_is_always_said_the_same_way(count: int, words: str) -> None:
    assert Note(text=words) in open_card(asked(tally=Tally(answered=count, correct=0, picks={})))


def test_the_mention_stands_on_top() -> None:
    assert open_card(asked(ping="study-group"))[0] == Mention(who="study-group")


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (LastTime(number=6, answered=5, correct=3), "3 of 5 answered correctly"),
        (LastTime(number=6, answered=0, correct=0), "nobody answered"),
    ],
)
def test_one_line_tells_how_the_last_one_went(last: LastTime, words: str) -> None:
    told = f"Last time (question 6): {words}; the answer is in its thread"

    assert open_card(asked(last_time=last))[-1] == Note(text=told)


def test_an_extra_question_is_called_so() -> None:
    assert plain(open_card(asked(scheduled=False))).startswith("Extra question 7 · Fine-Tuning")


def test_a_picture_stands_between_stem_and_choices() -> None:
    file = PictureFile(pack=PackId("ncp-genl"), file="a.png", alt="Two bars")

    kinds = [type(block) for block in open_card(asked(replace(a_question(), picture=file)))]

    assert kinds[2:4] == [Picture, Choices]


def test_the_closed_card_keeps_stem_and_choices_and_shows_the_split() -> None:
    assert plain(closed_card(asked(tally=TWO))) == (
        "Question 7 · Fine-Tuning · closed\n\n"
        "Stem of q1?\n\n"
        "A. Choice 2 of q1 - picked by 1 (50%)\n"
        "B. Choice 0 of q1 - correct; picked by 1 (50%)\n"
        "C. Choice 3 of q1 - picked by 0 (0%)\n"
        "D. Choice 1 of q1 - picked by 0 (0%)\n\n"
        "2 answered, 1 correct"
    )


def test_a_closed_card_that_nobody_answered_says_so() -> None:
    told = plain(closed_card(asked()))

    assert told.endswith("Nobody answered")
    assert "B. Choice 0 of q1 - correct; picked by 0 (0%)" in told


def test_a_closed_card_has_no_buttons() -> None:
    assert not any(isinstance(block, AnswerButtons) for block in closed_card(asked()))


def test_a_void_card_keeps_the_question_and_tells_no_key() -> None:
    told = plain(void_card(asked()))

    assert told.startswith("Question 7 · Fine-Tuning · taken back\n\nStem of q1?\n\nA. Choice 2 of q1\nB.")
    assert told.endswith("it counts for nobody and breaks no streak.")
    assert void_card(asked()) == void_card(asked(a_question(correct=(3,))))


def test_the_reveal_names_the_right_choice_then_explanation_and_trap() -> None:
    assert plain(reveal_card(asked())) == (
        "Answer to question 7\n\n"
        "B. Choice 0 of q1 - correct\n\n"
        "Why: Explanation of q1\n\n"
        "The trap: Trap of q1\n\n"
        "Sources: A paper, 2024"
    )


def test_the_reveal_names_every_right_choice_in_the_order_shown() -> None:
    card = reveal_card(asked(a_question(correct=(0, 2))))

    assert [(item.letter, item.markdown) for item in lettered(card).items] == [
        ("A", "Choice 2 of q1"),
        ("B", "Choice 0 of q1"),
    ]


def test_a_reveal_leaves_out_what_the_question_does_not_have() -> None:
    question = replace(a_question(), trap="", sources=())

    assert plain(reveal_card(asked(question))).endswith("Why: Explanation of q1")


def test_a_question_without_a_posting_is_shown_in_the_order_of_its_file() -> None:
    assert plain(question_card(a_question(choices=3), "Fine-Tuning")) == (
        "Question 1 · Fine-Tuning\n\nStem of q1?\n\n"
        "A. Choice 0 of q1\nB. Choice 1 of q1\nC. Choice 2 of q1\n\n[A] [B] [C]"
    )


def test_the_lesson_has_every_why_and_its_trap() -> None:
    told = plain(lesson_card(a_question(choices=2), {TrapId("a-trap"): "A trap"}))

    assert told == (
        "What it teaches\n\n"
        "A. Choice 0 of q1 - correct\n   Why: Why 0 of q1\n"
        "B. Choice 1 of q1 - not correct\n   Why: Why 1 of q1\n"
        "   Why people pick it: Tempting 1 of q1\n   Trap: A trap\n\n"
        "The trap: Trap of q1\n\n"
        "Why: Explanation of q1\n\n"
        "Sources: A paper, 2024"
    )


def test_a_card_says_when_it_closes() -> None:
    card = open_card(asked())

    assert Note(text="Closes", at=asked().posting.due_at + timedelta(days=1)) in card
