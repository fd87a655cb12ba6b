"""The database fails once, at any step of a day; the bot goes on without being started anew."""

from pathlib import Path

from structlog.testing import capture_logs

from tests.kills.ground import a_ground
from tests.kills.life import Day

LOGGED = {"agenda_failed", "background_work_broke", "delivery_not_settled", "request_failed", "count_edit_broke"}


def test_a_database_that_fails_once_at_any_step_loses_and_repeats_nothing(tmp_path: Path) -> None:
    with a_ground("sqlite", tmp_path) as ground, capture_logs() as logged:
        day = Day(ground, people=1)
        day.rehearse()
        points = [(flow, name) for flow, names in day.points.items() for name in names if is_of_the_database(name)]

        wrong = {(flow, name): found for flow, name in points if (found := day.stumble(flow, name))}

    assert wrong == {}
    told = [line["event"] for line in logged if line["log_level"] == "error"]
    assert set(told) == LOGGED
    assert len(told) >= len(points)


def is_of_the_database(point: str) -> bool:
    return point.startswith(("after insert", "after update", "before commit"))
