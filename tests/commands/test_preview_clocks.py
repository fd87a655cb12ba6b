"""What clocks do is told in words wherever openings are foretold."""

from datetime import datetime

import pytest
from sqlalchemy import Connection

from tests.builders import a_classroom
from tests.commands.typed import typed
from tests.core.timetables import utc

SPRING, AUTUMN = utc("2027-03-27 12:00"), utc("2027-10-30 12:00")


@pytest.mark.parametrize(
    ("zone", "at", "now", "told"),
    [
        (
            "berlin",
            "2:30",
            SPRING,
            "2027-03-28 03:00 Europe/Berlin: 01:00 UTC (02:30 does not exist that day, the clocks jump: "
            "opens at 03:00)",
        ),
        (
            "berlin",
            "2:30",
            AUTUMN,
            "2027-10-31 02:30 Europe/Berlin: 00:30 UTC (02:30 happens twice that day: the first one)",
        ),
        ("berlin", "9", SPRING, "2027-03-28 09:00 Europe/Berlin: 07:00 UTC (clocks change: UTC+1 -> UTC+2)"),
        ("berlin", "9", AUTUMN, "2027-10-31 09:00 Europe/Berlin: 08:00 UTC (clocks change: UTC+2 -> UTC+1)"),
        (
            "America/Nuuk",
            "23:30",
            SPRING,
            "2027-03-28 00:00 America/Nuuk: 01:00 UTC (23:30 does not exist that day, the clocks jump: "
            "opens at 00:00 the next day)",
        ),
    ],
    ids=["a time that is skipped", "a time that comes twice", "an hour less", "an hour more", "a jump over midnight"],
)
def test_a_preview_tells_what_clocks_do(tx: Connection, zone: str, at: str, now: datetime, told: str) -> None:
    a_classroom(tx, now=now)
    typed(tx, f"/classroom setup at={at} zone={zone}", now=now)

    lines = typed(tx, "/classroom preview days=3", now=now)

    assert told in lines


def test_a_preview_leaves_out_off_days_and_follows_a_change_at_once(tx: Connection) -> None:
    a_classroom(tx)
    typed(tx, "/classroom off from=2026-12-01 to=2026-12-02")
    typed(tx, "/classroom setup at=10 zone=tokyo close=18:00")

    lines = typed(tx, "/classroom preview days=4").splitlines()

    assert [line[4:20] for line in lines if "Asia/Tokyo" in line] == ["2026-12-03 10:00", "2026-12-04 10:00"]
