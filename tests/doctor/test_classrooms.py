from datetime import timedelta

from sqlalchemy import Connection, update

from bot.doctor.classrooms import classroom_findings
from bot.store import classrooms
from bot.store.tables import delivery
from bot.tutor import opening, setup
from tests.builders import EIGHT, NINE, a_classroom, a_pack

LATER = NINE + timedelta(minutes=10)


def seen(tx: Connection) -> list[str]:
    """What is found of the only classroom, without its name."""
    (only,) = classrooms.all_classrooms(tx)
    found = list(classroom_findings(tx, only, LATER))
    assert {each.about for each in found} == {"classroom 1 (web:demo:genl-daily)"}
    return [str(each).replace(" classroom 1 (web:demo:genl-daily)", "") for each in found]


def opened(tx: Connection) -> None:
    """A classroom whose first question has come."""
    a_classroom(tx)
    opening.claim_due(tx, NINE)


def test_one_that_is_well_tells_what_comes_and_how_long_its_questions_last(tx: Connection) -> None:
    opened(tx)

    assert seen(tx) == [
        "ok      : next posts Tue 2026-12-01 09:00 UTC, Wed 2026-12-02 09:00 UTC",
        "ok      : 29 of 30 questions were not asked yet; they last until 2026-12-29",
    ]


def test_few_questions_left_are_a_warning(tx: Connection) -> None:
    a_classroom(tx, pack=a_pack(each=2), now=LATER)

    assert seen(tx)[1] == "warning : 6 of 6 questions were not asked yet; they last until 2026-12-06. Add some."


def test_no_question_left_is_a_warning(tx: Connection) -> None:
    a_classroom(tx, pack=a_pack(each=1, topics=("safety",)))
    opening.claim_due(tx, NINE)

    assert seen(tx)[1] == "warning : all 1 questions were asked: they come again. Add some."


def test_a_paused_one_is_a_warning(tx: Connection) -> None:
    opened(tx)
    setup.pause(tx, classrooms.all_classrooms(tx)[0])

    assert seen(tx)[0] == "warning : it is paused and asks nothing. /classroom resume goes on."


def test_a_post_that_has_not_come_is_a_warning(tx: Connection) -> None:
    a_classroom(tx, now=EIGHT)

    told = "warning : its post of 2026-11-30 09:00 UTC has not come. See that a bot is running."
    assert seen(tx)[0] == told


def test_what_failed_is_a_fault_and_what_waits_a_warning(tx: Connection) -> None:
    opened(tx)
    tx.execute(update(delivery).values(state="failed", error="the channel is archived."))
    failed = seen(tx)[2:]
    tx.execute(update(delivery).values(state="due", error="Slack asks to wait"))
    waits = seen(tx)[2:]

    assert failed == [
        "fault   : open:1 was not sent: the channel is archived. Put that right, then /classroom resume sends it."
    ]
    assert waits == ["warning : open:1 is tried again: Slack asks to wait"]
