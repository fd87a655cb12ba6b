from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.picking import Asked, TopicWeek, arrange, pick, repeats
from bot.core.posting import ClassroomId
from bot.core.question import ChoiceId, Pack, Question, QuestionId, Topic, TopicId
from tests.builders import TOPICS, a_pack, a_question

BLUEPRINT = (17, 14, 13, 13, 9, 9, 7, 7, 6, 5)
seeds = st.text(max_size=5)


def a_weighted_pack(*weights: float, each: int) -> Pack:
    """Topics t0, t1 … of these weights, each with so many questions."""
    names = tuple(f"t{place}" for place in range(len(weights)))
    topics = tuple(
        Topic(id=TopicId(name), title=name, weight=weight) for name, weight in zip(names, weights, strict=True)
    )
    return replace(a_pack(each=each, topics=names), topics=topics)


def asked(question: Question) -> Asked:
    return Asked(question=question.id, topic=question.topic)


def a_run(
    pack: Pack, length: int, *, seed: str = "seed", start: Sequence[Asked] = (), topics: tuple[TopicId, ...] = ()
) -> list[Asked]:
    """What comes after `start` when so many questions are asked, one a slot."""
    history = list(start)
    for slot in range(length):
        question = pick(pack, seed=seed, slot=f"slot {slot}", history=history, topics=topics)
        assert question is not None
        history.append(asked(question))
    return history[len(start) :]


@given(seeds, st.permutations(TOPICS))
def test_nothing_repeats_while_unasked_questions_remain(seed: str, topics: list[str]) -> None:
    pack = a_pack(each=3, topics=tuple(topics))

    run = a_run(pack, len(pack.questions), seed=seed)

    assert {entry.question for entry in run} == {question.id for question in pack.questions}


def test_the_longest_ago_comes_first_when_all_were_asked() -> None:
    pack = a_pack(each=2)
    first = a_run(pack, len(pack.questions))

    assert a_run(pack, len(pack.questions), start=first) == first


def test_the_last_time_decides_how_long_ago_it_was() -> None:
    one, two, three = a_question("one"), a_question("two"), a_question("three")

    question = pick(
        a_pack(one, two, three), seed="seed", slot="slot", history=[asked(q) for q in (one, two, three, one)]
    )

    assert question == two


def test_the_same_history_gives_the_same_question() -> None:
    pack = a_pack()

    assert a_run(pack, 20) == a_run(pack, 20)


def test_the_order_of_the_files_does_not_matter() -> None:
    pack = a_pack()
    turned = replace(pack, questions=pack.questions[::-1])

    assert a_run(turned, 20) == a_run(pack, 20)


def test_two_classrooms_get_their_questions_in_different_orders() -> None:
    pack = a_pack()

    assert a_run(pack, 20, seed="one") != a_run(pack, 20, seed="another")


def test_two_slots_get_different_questions() -> None:
    pack = a_pack()

    found = {pick(pack, seed="seed", slot=f"slot {n}", history=[]) for n in range(20)}

    assert len(found) > 5


def test_a_question_less_changes_only_the_slots_that_it_would_have_had() -> None:
    pack = a_weighted_pack(1, each=5)
    without = replace(pack, questions=pack.questions[1:])
    slots = [f"slot {number}" for number in range(200)]

    picks = [pick(pack, seed="seed", slot=slot, history=()) for slot in slots]
    others = [pick(without, seed="seed", slot=slot, history=()) for slot in slots]
    changed = [one for one, other in zip(picks, others, strict=True) if one != other]
    assert changed == [pack.questions[0]] * len(changed)
    assert 20 < len(changed) < 60


def test_equal_questions_are_picked_equally_often() -> None:
    pack = a_weighted_pack(1, each=5)

    picks = Counter(pick(pack, seed=f"seed {number}", slot="slot", history=()) for number in range(1000))

    assert min(picks.values()) > 150
    assert len(picks) == 5


def test_a_topic_week_asks_only_from_its_topics() -> None:
    topics = (TopicId("safety"), TopicId("evaluation"))

    run = a_run(a_pack(), 30, topics=topics)

    assert {entry.topic for entry in run} == set(topics)


@given(seeds, st.integers(0, 5))
def test_a_topic_week_repeats_nothing_while_its_topics_have_unasked_questions(seed: str, before: int) -> None:
    pack = a_pack(each=5)
    start = a_run(pack, before, seed=seed)
    left = {question.id for question in pack.questions if question.topic == "safety" and asked(question) not in start}

    week = a_run(pack, len(left), seed=seed, start=start, topics=(TopicId("safety"),))

    assert {entry.question for entry in week} == left


def test_a_topic_week_repeats_its_own_when_only_other_topics_have_unasked_questions() -> None:
    pack = a_pack(each=1)

    week = a_run(pack, 3, topics=(TopicId("safety"),))

    assert [entry.question for entry in week] == ["safety-0"] * 3


@pytest.mark.parametrize(
    ("history", "topic"),
    [
        pytest.param("", "t0", id="the heaviest first"),
        pytest.param("0", "t1", id="then the second"),
        pytest.param("01", "t2", id="then the third"),
        pytest.param("012", "t0", id="then the heaviest again"),
        pytest.param("000000", "t1", id="not the one that had too much"),
        pytest.param("11111222", "t0", id="the one that had nothing"),
    ],
)
def test_the_topic_furthest_below_its_share_goes_first(history: str, topic: str) -> None:
    pack = a_weighted_pack(50, 30, 20, each=9)
    before = [
        Asked(question=QuestionId(f"t{digit}-{n}"), topic=TopicId(f"t{digit}")) for n, digit in enumerate(history)
    ]

    question = pick(pack, seed="seed", slot="slot", history=before)

    assert question is not None
    assert question.topic == topic


@pytest.mark.parametrize(
    "weights",
    [
        pytest.param(BLUEPRINT, id="NCP-GENL"),
        pytest.param((1, 2, 3), id="not a sum of 100"),
        pytest.param((33.3, 33.3, 33.3), id="thirds"),
        pytest.param((90, 5, 5), id="lopsided"),
        pytest.param((0.2, 0.5), id="below one"),
        pytest.param((7,), id="a single topic"),
    ],
)
def test_shares_are_kept_within_one_question_over_a_long_run(weights: tuple[float, ...]) -> None:
    run = a_run(a_weighted_pack(*weights, each=120), 100)

    counts = [Counter(entry.topic for entry in run[:length]) for length in range(101)]
    off = [
        abs(count[TopicId(f"t{place}")] - length * weight / sum(weights))
        for length, count in enumerate(counts)
        for place, weight in enumerate(weights)
    ]
    assert max(off) <= 1


@given(st.lists(st.integers(1, 30), min_size=1, max_size=8), seeds)
def test_no_topic_is_ever_a_whole_question_above_its_share(weights: list[int], seed: str) -> None:
    run = a_run(a_weighted_pack(*weights, each=30), 30, seed=seed)

    above = [
        sum(entry.topic == f"t{place}" for entry in run[:length]) - length * weight / sum(weights)
        for length in range(31)
        for place, weight in enumerate(weights)
    ]
    assert max(above) < 1


def test_a_week_of_several_topics_keeps_their_shares_among_themselves() -> None:
    pack = a_weighted_pack(60, 30, 10, each=12)
    before = [asked(question) for question in pack.questions if question.topic == "t0"]

    week = a_run(pack, 8, start=before, topics=(TopicId("t1"), TopicId("t2")))

    assert Counter(entry.topic for entry in week) == {"t1": 6, "t2": 2}


def test_a_topic_without_weight_comes_when_the_others_are_used_up() -> None:
    pack = a_weighted_pack(10, 0, each=3)

    assert [entry.topic for entry in a_run(pack, 6)] == ["t0"] * 3 + ["t1"] * 3


def test_weights_of_zero_still_give_a_question() -> None:
    assert len(a_run(a_weighted_pack(0, 0, each=2), 4)) == 4


def test_a_question_of_no_known_topic_is_still_asked() -> None:
    stray = a_question("stray", topic="astrology")

    assert pick(a_pack(stray), seed="seed", slot="slot", history=[]) == stray


def test_retired_questions_of_the_history_are_no_trouble() -> None:
    gone = [Asked(question=QuestionId("gone"), topic=TopicId("gone"))] * 5

    assert len(a_run(a_pack(each=1), 3, start=gone)) == 3


@pytest.mark.parametrize(
    ("pack", "topics"),
    [
        pytest.param(replace(a_pack(), questions=()), (), id="empty pack"),
        pytest.param(replace(a_pack(), questions=()), (TopicId("safety"),), id="empty pack in a topic week"),
        pytest.param(a_pack(a_question(topic="safety")), (TopicId("evaluation"),), id="empty topic"),
        pytest.param(a_pack(), (TopicId("astrology"),), id="unknown topic"),
    ],
)
def test_nothing_to_ask_is_none(pack: Pack, topics: tuple[TopicId, ...]) -> None:
    assert pick(pack, seed="seed", slot="slot", history=[], topics=topics) is None


def test_a_question_repeats_once_it_was_asked() -> None:
    question = a_question()

    assert not repeats([], question)
    assert repeats([asked(question)], question)


@pytest.mark.parametrize(
    ("day", "covered"), [(29, False), (30, True), (31, True)], ids=["before", "first day", "last day"]
)
def test_a_topic_week_covers_its_first_and_last_day(day: int, covered: bool) -> None:
    week = TopicWeek(
        id=1,
        classroom=ClassroomId(1),
        topics=(TopicId(TOPICS[0]),),
        first=date(2026, 12, 30),
        last=date(2026, 12, 31),
    )

    assert week.covers(date(2026, 12, day)) is covered
    assert not week.covers(date(2027, 1, 1))


def pinned(question: Question, *places: int) -> Question:
    choices = tuple(replace(choice, pin_last=place in places) for place, choice in enumerate(question.choices))
    return replace(question, choices=choices)


@given(seeds, seeds, st.integers(2, 10))
def test_the_arrangement_holds_every_choice_once(seed: str, slot: str, choices: int) -> None:
    order = arrange(a_question(choices=choices), seed=seed, slot=slot)

    assert sorted(order) == list(range(choices))


@given(seeds, seeds)
def test_pinned_choices_stay_last(seed: str, slot: str) -> None:
    order = arrange(pinned(a_question(choices=5), 0), seed=seed, slot=slot)

    assert order[-1] == 0


@given(seeds, seeds)
def test_several_pinned_choices_stay_behind_the_others(seed: str, slot: str) -> None:
    order = arrange(pinned(a_question(choices=5), 1, 3), seed=seed, slot=slot)

    assert set(order[-2:]) == {1, 3}


@given(seeds, seeds)
def test_a_fixed_order_is_kept(seed: str, slot: str) -> None:
    order = arrange(replace(a_question(), fixed_order=True), seed=seed, slot=slot)

    assert order == (0, 1, 2, 3)


def test_the_same_slot_gives_the_same_arrangement() -> None:
    question = a_question(choices=10)

    assert arrange(question, seed="seed", slot="day") == arrange(question, seed="seed", slot="day")


@pytest.mark.parametrize(
    ("seed", "slot", "name"), [("other", "day", "q1"), ("seed", "other", "q1"), ("seed", "day", "q2")]
)
def test_another_classroom_slot_or_question_is_arranged_otherwise(seed: str, slot: str, name: str) -> None:
    plain = arrange(a_question("q1", choices=10), seed="seed", slot="day")

    assert arrange(a_question(name, choices=10), seed=seed, slot=slot) != plain


def test_the_correct_choice_stands_under_every_letter_now_and_then() -> None:
    places = Counter(arrange(a_question(), seed="seed", slot=str(day)).index(ChoiceId(0)) for day in range(400))

    assert sorted(places) == [0, 1, 2, 3]
    assert min(places.values()) > 70
