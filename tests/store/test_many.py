import pytest
from sqlalchemy import Column, Connection, Table, select

from bot.store.database import insert, upsert
from bot.store.many import among, are_pair, pairs
from bot.store.tables import answer, pack, standing, topic
from tests.databases import on_sqlite


@pytest.fixture
def six(tx: Connection) -> set[tuple[str, str]]:
    """Topics of two packs."""
    stored = {(which, name) for which in ("one", "two") for name in ("a", "b", 'ς’\n"')}
    for which in ("one", "two"):
        tx.execute(insert(tx, pack).values(id=which, title="A pack", exam="An exam", licence="CC0"))
    rows = [{"pack_id": which, "id": name, "title": "Same", "weight": 1.0, "place": 0} for which, name in stored]
    upsert(tx, topic, rows)
    return stored


@pytest.mark.parametrize("names", [[], ["a"], ["a", "a", 'ς’\n"'], ["z"]], ids=["none", "one", "twice", "missing"])
def test_rows_are_found_by_a_list_of_values(tx: Connection, six: set[tuple[str, str]], names: list[str]) -> None:
    query = select(topic.c.pack_id, topic.c.id).where(among(tx.dialect.name, topic.c.id, "names"))

    rows = tx.execute(query, {"names": names})

    assert {(which, name) for which, name in rows} == {(which, name) for which, name in six if name in names}


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param([], id="none"),
        pytest.param([("one", "a")], id="one"),
        pytest.param([("two", "b"), ("one", "a"), ("one", "b"), ("two", "b")], id="some, mixed and twice"),
        pytest.param([("one", "z"), ("three", "a")], id="only missing ones"),
    ],
)
def test_rows_are_found_by_pairs(tx: Connection, six: set[tuple[str, str]], keys: list[tuple[str, str]]) -> None:
    query = select(topic.c.pack_id, topic.c.id).where(are_pair(tx.dialect.name, topic.c.pack_id, topic.c.id))

    rows = tx.execute(query, pairs(tx.dialect.name, keys))

    assert sorted((which, name) for which, name in rows) == sorted(six.intersection(keys))


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        (standing, (standing.c.classroom_id, standing.c.learner_id)),
        (answer, (answer.c.posting_id, answer.c.learner_id)),
    ],
    ids=["standings", "answers"],
)
@on_sqlite
def test_rows_of_many_keys_are_found_by_index(
    tx: Connection, table: Table, columns: tuple[Column[int], Column[int]]
) -> None:
    query = select(table).where(are_pair(tx.dialect.name, *columns))

    plan = tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {query.compile(tx)}", ("[[1, 2], [3, 4]]",)).all()

    assert [step for *_, step in plan if step.startswith(f"SEARCH {table.name} USING")]
    assert not [step for *_, step in plan if step.startswith(f"SCAN {table.name}")]
