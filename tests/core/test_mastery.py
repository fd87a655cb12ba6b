from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.mastery import HALF_LIFE, Evidence, Mastery, mastery
from bot.core.question import TopicId
from tests.builders import NINE

logs = st.lists(
    st.builds(
        Evidence,
        topic=st.sampled_from([TopicId("safety"), TopicId("evaluation")]),
        correct=st.booleans(),
        answered_at=st.integers(0, 400).map(lambda days: NINE - timedelta(days=days)),
    ),
    max_size=80,
)


def answers(right: int, wrong: int, *, topic: str = "safety", days_ago: float = 0) -> list[Evidence]:
    at = NINE - timedelta(days=days_ago)
    verdicts = [True] * right + [False] * wrong
    return [Evidence(topic=TopicId(topic), correct=correct, answered_at=at) for correct in verdicts]


def mastery_of(evidence: list[Evidence], topic: str = "safety") -> Mastery:
    [found] = [item for item in mastery(evidence, now=NINE) if item.topic == topic]
    return found


def test_no_evidence_gives_no_mastery() -> None:
    assert mastery([], now=NINE) == ()


def test_topics_come_in_the_order_of_their_ids_with_their_plain_counts() -> None:
    evidence = answers(2, 1, topic="safety") + answers(1, 0, topic="evaluation", days_ago=90)

    found = mastery(evidence, now=NINE)

    assert [(item.topic, item.answered, item.correct) for item in found] == [("evaluation", 1, 1), ("safety", 3, 2)]


@pytest.mark.parametrize(("right", "wrong"), [(1, 0), (3, 0), (0, 3), (5, 2), (2, 9)])
def test_the_rate_lies_between_what_is_expected_and_what_was_answered(right: int, wrong: int) -> None:
    elsewhere = answers(10, 10, topic="evaluation")
    expected = (right + 10 + 1) / (right + wrong + 20 + 2)
    answered = right / (right + wrong)

    rate = mastery_of(answers(right, wrong) + elsewhere).rate

    assert min(expected, answered) < rate < max(expected, answered)


def test_three_right_answers_are_no_certainty() -> None:
    found = mastery_of(answers(3, 0))

    assert found.rate < 0.9
    assert found.high - found.low > 0.2


def test_a_good_learner_is_expected_to_be_good_in_a_new_topic() -> None:
    good = mastery_of(answers(1, 1) + answers(20, 0, topic="evaluation"))
    poor = mastery_of(answers(1, 1) + answers(0, 20, topic="evaluation"))

    assert good.rate - poor.rate > 0.4


@pytest.mark.parametrize("times", [2, 4, 16])
def test_the_interval_narrows_with_evidence(times: int) -> None:
    few, many = mastery_of(answers(2, 1)), mastery_of(answers(2 * times, times))

    assert many.high - many.low < few.high - few.low


def test_the_interval_holds_the_true_rate_about_four_times_in_five() -> None:
    found = mastery_of(answers(50, 50))

    assert [found.low, found.high] == pytest.approx([0.438, 0.562], abs=0.005)


@given(logs)
def test_the_rate_lies_in_its_interval(evidence: list[Evidence]) -> None:
    for item in mastery(evidence, now=NINE):
        assert 0 <= item.low <= item.rate <= item.high <= 1
        assert 0 <= item.correct <= item.answered


@pytest.mark.parametrize(("right", "wrong"), [(300, 0), (0, 300), (5000, 0)])
def test_the_rate_lies_in_its_interval_even_after_hundreds_without_an_exception(right: int, wrong: int) -> None:
    found = mastery_of(answers(right, wrong))

    assert 0 <= found.low <= found.rate <= found.high <= 1


def test_recent_answers_weigh_more() -> None:
    improving = mastery_of(answers(0, 5, days_ago=60) + answers(5, 0))
    declining = mastery_of(answers(5, 0, days_ago=60) + answers(0, 5))

    assert improving.rate - declining.rate > 0.2


def test_an_answer_weighs_half_after_the_half_life() -> None:
    older = answers(4, 2, days_ago=HALF_LIFE / timedelta(days=1))

    assert mastery_of(older).rate == pytest.approx(mastery_of(answers(2, 1)).rate)


def test_very_old_evidence_leaves_almost_nothing_known() -> None:
    found = mastery_of(answers(30, 0, days_ago=3650))

    assert found.rate == pytest.approx(0.5, abs=0.001)


@given(logs)
def test_the_order_of_the_answers_does_not_matter(evidence: list[Evidence]) -> None:
    forwards, backwards = mastery(evidence, now=NINE), mastery(evidence[::-1], now=NINE)

    assert [item.rate for item in backwards] == pytest.approx([item.rate for item in forwards])
