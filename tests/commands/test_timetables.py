from datetime import date, timedelta

import pytest
from sqlalchemy import Connection

from bot.core.address import ChannelAddress
from bot.core.classroom import ClassroomState
from bot.core.errors import BadInput, Clash, NoClassroom, NothingThere, TutorError
from bot.core.posting import PostingState
from bot.store import postings
from tests.builders import NINE, WORKSPACE, a_classroom
from tests.commands.typed import here, opened, typed

LOUNGE = ChannelAddress(workspace=WORKSPACE, channel="quiz-lounge")


@pytest.fixture
def room(tx: Connection) -> Connection:
    """A database with a daily classroom at nine."""
    a_classroom(tx)
    return tx


def test_off_keeps_a_date_free(room: Connection) -> None:
    told = typed(room, "/classroom off from=2026-12-01")

    assert told.startswith("No questions on 2026-12-01\n\nNext posts\n\nMon 2026-11-30")
    assert "Tue 2026-12-01" not in told


def test_off_keeps_a_range_free(room: Connection) -> None:
    told = typed(room, "/classroom off to=2026-12-06 from=2026-11-30")

    assert told.startswith("No questions from 2026-11-30 to 2026-12-06\n\nNext posts\n\nMon 2026-12-07")


def test_a_date_taken_back_leaves_the_rest_of_its_range_off(room: Connection) -> None:
    typed(room, "/classroom off from=2026-11-30 to=2026-12-06")

    told = typed(room, "/classroom off remove=2026-12-03")

    assert told.startswith("No longer off: 2026-12-03\n\nNext posts\n\nThu 2026-12-03: 09:00 UTC\nMon 2026-12-07")
    assert [(off.first.day, off.last.day) for off in here(room).timetable.off] == [(30, 2), (4, 6)]


def test_several_dates_are_taken_back_at_once(room: Connection) -> None:
    typed(room, "/classroom off from=2026-11-30 to=2026-12-06")

    told = typed(room, "/classroom off remove=2026-12-03 to=2026-12-06")

    assert told.startswith("No longer off: 2026-12-03 to 2026-12-06\n\nNext posts\n\nThu 2026-12-03: 09:00 UTC\nFri")
    assert [(off.first.day, off.last.day) for off in here(room).timetable.off] == [(30, 2)]


@pytest.mark.parametrize(
    ("line", "message", "example"),
    [
        ("off", "“off” takes from= (and to=), or remove=.", "/classroom off from=2026-11-30 to=2026-11-30"),
        (
            "off to=2026-12-01",
            "“off” takes from= (and to=), or remove=.",
            "/classroom off from=2026-11-30 to=2026-11-30",
        ),
        (
            "off from=2026-12-01 remove=2026-12-01",
            "“off” takes from= (and to=), or remove=.",
            "/classroom off from=2026-11-30 to=2026-11-30",
        ),
        ("off from=2026-12-24 to 2027-01-01", "“to” needs the sign = between to and its value.", "to=2030-01-01"),
        ("off from=2027-01-01 to=2026-12-24", "“2026-12-24” comes before from=.", "from=2026-12-24 to=2027-01-01"),
        ("off from=2025-12-24", "“2025-12-24” is past.", "from=2026-11-30"),
        ("off from=christmas", "“christmas” is no date: write year-month-day.", "from=2026-12-07"),
        ("off from=2026-02-30", "“2026-02-30” is no day of the calendar.", "from=2026-12-07"),
        (
            "off 2026-12-24",
            "“2026-12-24” means nothing to /classroom off. It takes from=, to=, remove=.",
            "/classroom off from=2029-12-24 to=2030-01-01",
        ),
        ("off remove=2026-12-24", "2026-12-24 is no off-day.", "/classroom show"),
        ("move", "“channel=” is missing: where to go on.", "/classroom move channel=#quiz-lounge"),
        ("move #nowhere", "“#nowhere” is no channel here; there is #genl-daily, #quiz-lounge.", "channel=#quiz-lounge"),
        ("move #genl-daily", "The classroom is in this channel already.", "/classroom move channel=#another-channel"),
        ("remove confirm=no", "“no” is not one of yes.", "confirm=yes"),
        ("pause now", "“now” means nothing to /classroom pause. It takes nothing more.", "/classroom pause"),
        ("resume", "The classroom is running.", "/classroom show"),
    ],
)
def test_what_cannot_be_done_is_told_with_an_example_and_changes_nothing(
    room: Connection, line: str, message: str, example: str
) -> None:
    before = here(room)

    with pytest.raises(TutorError) as caught:
        typed(room, f"/classroom {line}")

    assert (caught.value.message, caught.value.example) == (message, example)
    assert here(room) == before


def test_a_pause_asks_nothing_more_and_leaves_the_open_question(room: Connection) -> None:
    asked = opened(room)

    told = typed(room, "/classroom pause", now=NINE)

    assert told == (
        "The classroom is paused: nothing more is asked until /classroom resume; what is open closes as planned"
    )
    assert here(room).next_slot is None
    assert [posting.id for posting in postings.open_postings(room, here(room).id)] == [asked.id]


def test_a_paused_classroom_says_so_everywhere(room: Connection) -> None:
    typed(room, "/classroom pause")

    with pytest.raises(Clash, match="paused already"):
        typed(room, "/classroom pause")
    assert "State: paused: /classroom resume goes on" in typed(room, "/classroom show")
    assert "The classroom is paused: /classroom resume goes on." in typed(room, "/classroom preview")


def test_a_resumed_classroom_looks_only_forward(room: Connection) -> None:
    typed(room, "/classroom pause")

    told = typed(room, "/classroom resume", now=NINE + timedelta(days=2, hours=1))

    assert told.startswith("The classroom goes on\n\nNext posts\n\nThu 2026-12-03")


def test_it_moves_and_leaves_what_is_open(room: Connection) -> None:
    asked = opened(room)

    told = typed(room, "/classroom move #quiz-lounge", now=NINE)

    assert told.startswith(
        "The classroom goes on in another channel\n\n"
        "The next question comes in: quiz-lounge\n\n"
        "What is open stays where it is and takes answers until it closes.\n\n"
        "Next posts"
    )
    assert [posting.id for posting in postings.open_postings(room, here(room, LOUNGE).id)] == [asked.id]
    with pytest.raises(NoClassroom):
        typed(room, "/classroom show")


def test_it_does_not_move_where_another_classroom_is(room: Connection) -> None:
    typed(room, "/classroom setup at=10", at=LOUNGE)

    with pytest.raises(Clash, match="That channel has a classroom already"):
        typed(room, "/classroom move #quiz-lounge")


def test_removing_asks_first(room: Connection) -> None:
    told = typed(room, "/classroom remove")

    assert told.startswith("Remove this classroom?")
    assert told.endswith("type /classroom remove confirm=yes\n\n[Remove the classroom]")
    assert here(room).state is ClassroomState.ACTIVE


def test_a_confirmed_removal_keeps_the_data(room: Connection) -> None:
    asked = opened(room)

    told = typed(room, "/classroom remove confirm=YES", now=NINE)

    assert told == "The classroom is removed; /classroom setup brings it back within 30 days"
    assert here(room).state is ClassroomState.REMOVED
    kept = postings.get_posting(room, asked.id)
    assert kept is not None
    assert kept.state is PostingState.OPEN


@pytest.mark.parametrize(
    "line",
    [
        "show",
        "ask",
        "close",
        "void 1",
        "off from=2026-12-01",
        "pause",
        "resume",
        "week",
        "weeks",
        "cancel-week 1",
        "preview",
        "move #quiz-lounge",
        "remove",
    ],
)
def test_without_a_classroom_every_command_says_how_to_make_one(tx: Connection, line: str) -> None:
    with pytest.raises(NoClassroom, match=r"no classroom\. Staff can make one, .* with /classroom setup\.$"):
        typed(tx, f"/classroom {line}")


def test_off_days_may_begin_today(room: Connection) -> None:
    typed(room, "/classroom off from=2026-11-30")

    assert [(off.first, off.last) for off in here(room).timetable.off] == [(date(2026, 11, 30), date(2026, 11, 30))]


def test_unknown_things_are_no_bad_words(room: Connection) -> None:
    with pytest.raises(NothingThere):
        typed(room, "/classroom off remove=2026-12-24")
    with pytest.raises(BadInput):
        typed(room, "/classroom off remove=x")


def test_dates_taken_back_the_wrong_way_round_are_refused_and_stay_off(room: Connection) -> None:
    typed(room, "/classroom off from=2026-12-21 to=2026-12-27")
    before = here(room).timetable.off

    with pytest.raises(BadInput, match="comes before remove="):
        typed(room, "/classroom off remove=2026-12-25 to=2026-12-22")

    assert here(room).timetable.off == before
