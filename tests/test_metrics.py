"""What is counted, under which names; a label never says who."""

import ast
import asyncio
import threading
from pathlib import Path

import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.core.address import Platform
from bot.courier import Courier
from bot.desk import Desk
from bot.live_count import LiveCount
from bot.metrics import Metrics
from bot.port import InDoubt, Refused, TryLater
from bot.reception import Reception
from bot.store.database import Database
from tests.builders import NINE, a_person
from tests.fakes.post_office import Post

BOT = Path(__file__).parents[1] / "bot"
LOUD = {f"{name}.{level}" for name in ("log", "told") for level in ("warning", "error", "exception", "critical")}
NAMES = {
    "trapwise_answers",
    "trapwise_reply_seconds",
    "trapwise_deliveries",
    "trapwise_delivery_lateness_seconds",
    "trapwise_desk_group_size",
    "trapwise_desk_queue",
    "trapwise_loop_lag_seconds",
    "trapwise_owed_deliveries",
    "trapwise_oldest_owed_delivery_seconds",
    "trapwise_troubles",
}


def counted(metrics: Metrics, name: str) -> dict[tuple[str, ...], float]:
    """The samples of one name by the values of their labels, which are in the order of their names."""
    families = text_string_to_metric_families(generate_latest(metrics.registry).decode())
    samples = [sample for family in families for sample in family.samples if sample.name == name]
    return {tuple(sample.labels.values()): sample.value for sample in samples}


@pytest.fixture
def metrics(post: Post) -> Metrics:
    """What a courier counts, which has a question to post."""
    made = Metrics()
    post.courier = Courier(post.desk, {Platform.WEB: post.chat}, lambda: post.now, made)
    return made


def a_reception(post: Post, metrics: Metrics) -> Reception:
    return Reception(post.desk, LiveCount(post.desk, {}, lambda: post.now), metrics)


def test_the_names_are_those_of_the_read_me_and_carry_their_units() -> None:
    families = text_string_to_metric_families(generate_latest(Metrics().registry).decode())

    ours = {family.name for family in families if family.name.startswith("trapwise")}
    assert {name for name in ours if not name.endswith("_created")} == NAMES


async def test_a_message_that_arrives_is_counted_with_its_lateness(post: Post, metrics: Metrics) -> None:
    await post.due(seconds=3)

    assert counted(metrics, "trapwise_deliveries_total") == {("open", "sent"): 1}
    assert counted(metrics, "trapwise_delivery_lateness_seconds_sum") == {("open",): 3}


@pytest.mark.parametrize(
    ("failure", "outcome"),
    [
        (TryLater("busy"), "later"),
        (InDoubt("cut"), "in_doubt"),
        (Refused("archived", gone=True), "gone"),
        (Refused("not allowed", gone=False), "refused"),
        (ZeroDivisionError(), "broke"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_message_that_does_not_is_counted_by_the_reason(
    post: Post, metrics: Metrics, failure: Exception, outcome: str
) -> None:
    post.chat.fail_before = [failure]

    await post.due()

    assert counted(metrics, "trapwise_deliveries_total")["open", outcome] == 1
    assert counted(metrics, "trapwise_delivery_lateness_seconds_sum").get(("open",)) is None


async def test_clicks_are_counted_by_what_came_of_them(post: Post, metrics: Metrics) -> None:
    await post.due()
    reception = a_reception(post, metrics)

    for letters in ("A", "A", "AB"):
        await reception.answered(a_person(), "1", letters, NINE)
    await reception.answered(a_person("ben"), "1", "AB", NINE)
    await reception.answered(a_person(), "no number", "A", NINE)

    told = counted(metrics, "trapwise_answers_total")
    graded = told.pop(("correct", "web"), 0) + told.pop(("not_correct", "web"), 0)
    assert graded == 1
    assert told == {("already", "web"): 2, ("wrong_count", "web"): 1, ("unknown", "web"): 1}


async def test_a_click_that_fails_is_counted(post: Post, metrics: Metrics, database: Database) -> None:
    await post.due()
    with database.writer.begin() as tx:
        tx.execute(text("DROP TABLE answer"))

    with pytest.raises(DBAPIError):
        await a_reception(post, metrics).answered(a_person(), "1", "A", NINE)

    assert counted(metrics, "trapwise_answers_total") == {("failed", "web"): 1}


async def test_writes_that_hang_are_seen_to_wait(database: Database) -> None:
    metrics, go = Metrics(), threading.Event()
    desk = Desk(database, metrics)
    desk.start()
    hanging = [asyncio.create_task(desk.write(lambda _tx: go.wait(5))) for _ in range(3)]
    await asyncio.sleep(0)

    waiting = counted(metrics, "trapwise_desk_queue")
    go.set()
    await asyncio.gather(*hanging)
    await desk.stop()

    assert waiting == {(): 3}
    assert counted(metrics, "trapwise_desk_queue") == {(): 0}


def test_what_is_counted_from_the_log_has_fixed_names() -> None:
    nodes = (node for path in BOT.rglob("*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    told = [node.args[0] for node in nodes if isinstance(node, ast.Call) and ast.unparse(node.func) in LOUD]

    assert len(told) > 20
    assert [ast.unparse(name) for name in told if not isinstance(name, ast.Constant)] == []
