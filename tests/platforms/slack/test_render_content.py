"""Every question that comes with the program, in every card that people see of it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.bank.files import load
from bot.cards.blocks import Card
from bot.cards.feedback import feedback_card
from bot.cards.question import closed_card, lesson_card, open_card, reveal_card
from bot.core.address import LearnerId
from bot.core.asking import AskedQuestion, CountedQuestion, LastTime
from bot.core.grading import Feedback, GivenAnswer, Greeting
from bot.core.mastery import Mastery
from bot.core.posting import PostingState, Tally
from bot.core.question import ChoiceId, Pack, Question, TopicId
from bot.core.standings import Standing
from bot.platforms.slack.render import Renderer
from bot.settings import Settings
from tests.builders import a_posting
from tests.platforms.slack.limits import refused
from tests.platforms.slack.sight import shown

pytestmark = pytest.mark.xdist_group("cards of Slack")


@pytest.fixture(scope="module")
def pack() -> Pack:
    (loaded,) = load(Settings().content_folder)
    return loaded


def renderer() -> Renderer:
    return Renderer(lambda _: "F1")


def asked(pack: Pack, question: Question, picks: int = 3) -> CountedQuestion:
    order = tuple(ChoiceId(place) for place in range(len(question.choices)))
    return CountedQuestion(
        posting=replace(a_posting(7, state=PostingState.OPEN), order=order),
        question=question,
        topic=next(topic for topic in pack.topics if topic.id == question.topic),
        traps={trap.id: trap.name for trap in pack.traps},
        tally=Tally(answered=12, correct=4, picks=dict.fromkeys(order, picks)),
        last_time=LastTime(number=6, answered=9, correct=4),
        ping="S1",
    )


def feedback(told: AskedQuestion, picked: ChoiceId) -> Card:
    answer = GivenAnswer(
        posting=told.posting, learner=LearnerId(1), picked=frozenset({picked}), correct=False, on_time=True
    )
    mastery = Mastery(topic=TopicId("x"), answered=7, correct=5, rate=0.68, low=0.5, high=0.84)
    return feedback_card(
        Feedback(asked=told, greeting=Greeting.FIRST, answer=answer, standing=Standing(), mastery=mastery)
    )


def breakdowns(pack: Pack) -> Iterator[Card]:
    for question in pack.questions:
        told = asked(pack, question)
        yield from (feedback(told, picked) for picked in told.posting.order)


def test_every_open_card_is_one_message_that_slack_takes(pack: Pack) -> None:
    messages = [renderer().message(open_card(asked(pack, question))) for question in pack.questions]

    assert [refusal for message in messages for refusal in refused(message)] == []


def test_every_closed_card_is_one_message_that_slack_takes(pack: Pack) -> None:
    messages = [renderer().message(closed_card(asked(pack, question))) for question in pack.questions]

    assert [refusal for message in messages for refusal in refused(message)] == []


def test_every_reveal_is_one_message_that_slack_takes(pack: Pack) -> None:
    found = [renderer().messages(reveal_card(asked(pack, question))) for question in pack.questions]

    assert {len(messages) for messages in found} == {1}
    assert [refusal for (message,) in found for refusal in refused(message)] == []


def test_every_breakdown_is_one_message_that_slack_takes(pack: Pack) -> None:
    found = [renderer().messages(card) for card in breakdowns(pack)]

    assert {len(messages) for messages in found} == {1}
    assert [refusal for (message,) in found for refusal in refused(message)] == []


def test_every_lesson_fits_slack(pack: Pack) -> None:
    found = [renderer().messages(lesson_card(question, {})) for question in pack.questions]

    assert [refusal for messages in found for message in messages for refusal in refused(message)] == []


def test_no_open_card_tells_which_choice_is_correct(pack: Pack) -> None:
    question = pack.questions[0]
    flags = [choice.correct for choice in question.choices]
    turned = zip(question.choices, [*flags[1:], flags[0]], strict=True)
    other = replace(question, choices=tuple(replace(choice, correct=flag) for choice, flag in turned))

    first, second = (renderer().message(open_card(asked(pack, each))) for each in (question, other))

    assert question.key != other.key
    assert first == second


def test_every_word_of_a_choice_is_on_its_card(pack: Pack) -> None:
    question = next(each for each in pack.questions if "`" not in "".join(choice.text for choice in each.choices))

    told = shown(renderer().message(open_card(asked(pack, question))).blocks)

    assert [choice.text for choice in question.choices if choice.text.strip() not in told] == []
