from collections.abc import Mapping

import pytest
from sqlalchemy import Connection

from bot.core.address import LearnerId
from bot.core.posting import ClassroomId
from bot.core.standings import Standing
from bot.core.streak import Streak
from bot.store import standings
from bot.store.learners import learner_ids
from tests.builders import a_classroom, a_pack, a_person

ROOM = ClassroomId(1)
ADA, BEN, CY, DI = (LearnerId(number) for number in (1, 2, 3, 4))


@pytest.fixture(autouse=True)
def room(tx: Connection) -> None:
    """A classroom and its learners."""
    a_classroom(tx, pack=a_pack(each=1))
    learner_ids(tx, [a_person(name) for name in ("ada", "ben", "cy", "di")])


def save(tx: Connection, correct: Mapping[LearnerId, int]) -> None:
    """Store standings with so many correct answers of ten."""
    standings.save_standings(
        tx, {(ROOM, learner): Standing(answered=10, correct=count) for learner, count in correct.items()}
    )


FULL = Standing(
    streak=Streak(current=4, best=9, freezes=1, toward_freeze=3),
    through=17,
    answered=20,
    correct=15,
)


def test_a_standing_is_kept_in_every_part(tx: Connection) -> None:
    standings.save_standings(tx, {(ROOM, ADA): FULL})

    assert standings.standing_of(tx, ROOM, ADA) == FULL


def test_who_has_no_answers_has_an_empty_standing(tx: Connection) -> None:
    assert standings.standing_of(tx, ROOM, ADA) == Standing()


def test_saving_again_replaces(tx: Connection) -> None:
    save(tx, {ADA: 1, BEN: 2})

    standings.save_standings(tx, {(ROOM, ADA): FULL})

    assert standings.standing_of(tx, ROOM, ADA) == FULL
    assert standings.standing_of(tx, ROOM, BEN).correct == 2


def test_locking_makes_missing_standings_and_keeps_the_others(tx: Connection) -> None:
    standings.save_standings(tx, {(ROOM, BEN): FULL})

    held = standings.lock_standings(tx, {(ROOM, BEN), (ROOM, ADA)})

    assert held == {(ROOM, ADA): Standing(), (ROOM, BEN): FULL}


def test_a_standing_made_by_a_lock_is_not_ranked(tx: Connection) -> None:
    standings.lock_standings(tx, {(ROOM, ADA)})

    assert standings.rank_of(tx, ROOM, ADA) == (0, 0)
    assert standings.top_scores(tx, ROOM, most=9) == []


def test_equal_counts_share_a_rank(tx: Connection) -> None:
    save(tx, {ADA: 5, BEN: 7, CY: 5, DI: 3})

    ranks = [standings.rank_of(tx, ROOM, learner) for learner in (BEN, ADA, CY, DI)]

    assert ranks == [(1, 4), (2, 4), (2, 4), (4, 4)]


def test_who_answered_and_was_never_right_is_ranked_last(tx: Connection) -> None:
    save(tx, {ADA: 5, BEN: 0})

    assert standings.rank_of(tx, ROOM, BEN) == (2, 2)


def test_who_has_no_answer_has_no_rank_among_those_who_have(tx: Connection) -> None:
    save(tx, {ADA: 5})

    assert standings.rank_of(tx, ROOM, BEN) == (0, 1)


def test_the_top_scores_come_best_first_with_names(tx: Connection) -> None:
    save(tx, {ADA: 5, BEN: 7, CY: 5, DI: 3})

    top = standings.top_scores(tx, ROOM, most=3)

    assert [(score.name, score.answered, score.correct) for score in top] == [
        ("Ben", 10, 7),
        ("Ada", 10, 5),
        ("Cy", 10, 5),
    ]


def test_dropping_forgets_a_whole_classroom(tx: Connection) -> None:
    save(tx, {ADA: 5, BEN: 7})

    standings.drop_standings(tx, ROOM)

    assert standings.rank_of(tx, ROOM, ADA) == (0, 0)
    assert standings.standing_of(tx, ROOM, BEN) == Standing()
