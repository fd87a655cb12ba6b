from dataclasses import replace

from sqlalchemy import Connection, select

from bot.core.address import Caller, Platform, WorkspaceKey
from bot.store.learners import find_learner, learner_ids
from bot.store.tables import learner
from tests.builders import a_person

ADA, BEN = a_person("ada"), a_person("ben")
ELSEWHERE = WorkspaceKey(platform=Platform.SLACK, external_id="E1/T1")


def elsewhere(caller: Caller) -> Caller:
    return replace(caller, key=replace(caller.key, workspace=ELSEWHERE))


def names(tx: Connection) -> list[str]:
    return list(tx.execute(select(learner.c.name).order_by(learner.c.id)).scalars())


def test_a_person_gets_one_number_for_good(tx: Connection) -> None:
    first = learner_ids(tx, [ADA, BEN])

    again = learner_ids(tx, [BEN, ADA, ADA])

    assert again == first
    assert first[ADA.key] != first[BEN.key]
    assert find_learner(tx, ADA.key) == first[ADA.key]


def test_a_new_name_is_kept_up_to_date(tx: Connection) -> None:
    before = learner_ids(tx, [ADA, BEN])

    after = learner_ids(tx, [replace(ADA, name="Countess")])

    assert after[ADA.key] == before[ADA.key]
    assert names(tx) == ["Countess", "Ben"]


def test_the_last_name_of_a_group_counts(tx: Connection) -> None:
    learner_ids(tx, [replace(ADA, name="Old"), replace(ADA, name="New")])

    assert names(tx) == ["New"]


def test_the_same_person_in_two_workspaces_is_two_learners(tx: Connection) -> None:
    ids = learner_ids(tx, [ADA, elsewhere(ADA), elsewhere(BEN)])

    assert len(set(ids.values())) == 3
    assert find_learner(tx, elsewhere(ADA).key) == ids[elsewhere(ADA).key]
    assert find_learner(tx, BEN.key) is None


def test_looking_for_a_person_does_not_make_a_learner(tx: Connection) -> None:
    assert find_learner(tx, ADA.key) is None
    assert names(tx) == []
