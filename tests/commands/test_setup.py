from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest
from sqlalchemy import Connection

from bot.cards.blocks import Form
from bot.core.classroom import ClassroomState
from bot.core.errors import BadInput, NothingThere
from bot.core.question import PackId
from bot.store import packs, postings
from tests.builders import CHANNEL, EIGHT, NINE, a_pack, an_admin
from tests.commands.typed import answer, here, opened, typed


@pytest.fixture
def room(tx: Connection) -> Connection:
    """A database with one pack and no classroom."""
    packs.save_pack(tx, a_pack(), now=EIGHT)
    return tx


def test_one_parameter_is_enough_and_the_rest_has_defaults(room: Connection) -> None:
    told = typed(room, "/classroom setup days=weekdays")

    assert told == (
        "The classroom is set up\n\n"
        "Pack: ncp-genl\n"
        "Opens: 09:00 UTC, Monday to Friday\n"
        "Closes: when the next one opens, after 3 days at most\n"
        "Mentions: nobody\n\n"
        "Next posts\n\n"
        "Mon 2026-11-30: 09:00 UTC\nTue 2026-12-01: 09:00 UTC\nWed 2026-12-02: 09:00 UTC"
    )
    assert here(room).state is ClassroomState.ACTIVE


def test_the_zone_is_the_admins_own_where_the_platform_tells_it(room: Connection) -> None:
    told = typed(room, "/classroom setup at=9", by=replace(an_admin(), zone="Asia/Tokyo"))

    assert "Tue 2026-12-01 09:00 Asia/Tokyo: 00:00 UTC" in told


def test_a_named_zone_beats_the_admins_own(room: Connection) -> None:
    typed(room, "/classroom setup zone=berlin", by=replace(an_admin(), zone="Asia/Tokyo"))

    assert here(room).timetable.zone == "Europe/Berlin"


def test_another_date_in_utc_is_told(room: Connection) -> None:
    told = typed(room, "/classroom setup at=0:30 zone=Asia/Tokyo")

    assert "Tue 2026-12-01 00:30 Asia/Tokyo: Mon 2026-11-30 15:30 UTC" in told


def test_the_only_pack_is_taken(tx: Connection) -> None:
    packs.save_pack(tx, replace(a_pack(), id=PackId("other")), now=EIGHT)

    typed(tx, "/classroom setup at=9")

    assert here(tx).pack == "other"


def test_of_several_packs_the_first_exams_is_taken(room: Connection) -> None:
    packs.save_pack(room, replace(a_pack(), id=PackId("another")), now=EIGHT)

    typed(room, "/classroom setup at=9")

    assert here(room).pack == "ncp-genl"


def test_without_any_pack_it_says_where_packs_come_from(tx: Connection) -> None:
    with pytest.raises(NothingThere, match="the bot reads its content folder when it starts"):
        typed(tx, "/classroom setup at=9")


@pytest.mark.parametrize(
    ("words", "opens"),
    [
        ("days=every 2 days at=9", "09:00 UTC, every 2 days"),
        ("at=9pm days=mon to thu", "21:00 UTC, Monday to Thursday"),
        ("AT = 9.30, DAYS = “mon, wed”", "09:30 UTC, Monday and Wednesday"),
        ("days=weekends at=noon", "12:00 UTC, Saturday and Sunday"),
        ("at=0915 zone='new york'", "09:15 America/New_York, Monday to Friday"),
        ("days=daily at=18", "18:00 UTC, every day"),
    ],
)
def test_friendly_spellings_work(room: Connection, words: str, opens: str) -> None:
    assert f"Opens: {opens}\n" in typed(room, f"/classroom setup {words}")


@pytest.mark.parametrize(
    ("words", "change"),
    [
        ("at=10", "at: 09:00 → 10:00"),
        ("zone=tokyo", "zone: UTC → Asia/Tokyo"),
        ("days=mon,wed,fri", "days: Monday to Friday → Mon, Wed, Fri"),
        ("close=18", "close: the next opening → 18:00"),
        ("ping=@study-group", "ping: now study-group"),
        ("pack=OTHER", "pack: ncp-genl → other"),
    ],
)
def test_it_changes_only_what_is_named_and_says_what(room: Connection, words: str, change: str) -> None:
    packs.save_pack(room, replace(a_pack(), id=PackId("other")), now=EIGHT)
    typed(room, "/classroom setup at=9")

    told = typed(room, f"/classroom setup {words}")

    assert told.startswith(f"The classroom is changed\n\n{change}\n\nNext posts\n\n")
    assert len(told.split("Next posts\n\n")[1].splitlines()) == 3


@pytest.mark.parametrize(
    ("first", "then", "change"),
    [
        ("close=18", "close=next", "close: 18:00 → the next opening"),
        ("close=18", "close=the next opening", "close: 18:00 → the next opening"),
        ("ping=group", "ping=none", "ping: group → nobody"),
        ("ping=group", "ping=Nobody", "ping: group → nobody"),
    ],
)
def test_a_close_or_a_mention_is_taken_back(room: Connection, first: str, then: str, change: str) -> None:
    typed(room, f"/classroom setup {first}")

    assert change in typed(room, f"/classroom setup {then}")


def test_the_same_once_more_changes_nothing(room: Connection) -> None:
    typed(room, "/classroom setup at=9 days=every 2 days")
    before = here(room)

    told = typed(room, "/classroom setup at=9 days=every 2 days", now=EIGHT + timedelta(minutes=30))

    assert told.startswith("Nothing had to change\n\nNext posts")
    assert here(room) == before


def test_the_open_question_and_its_number_stay(room: Connection) -> None:
    typed(room, "/classroom setup at=9")
    asked = opened(room)

    typed(room, "/classroom setup at=15 days=daily", now=NINE + timedelta(hours=1))

    assert [posting.id for posting in postings.open_postings(room, here(room).id)] == [asked.id]


def test_a_changed_time_gives_no_date_a_second_question(room: Connection) -> None:
    typed(room, "/classroom setup at=9")
    opened(room)

    told = typed(room, "/classroom setup at=15", now=NINE + timedelta(hours=1))

    assert "Next posts\n\nTue 2026-12-01: 15:00 UTC" in told


def test_a_removed_classroom_comes_back(room: Connection) -> None:
    typed(room, "/classroom setup at=9")
    number = here(room).id
    typed(room, "/classroom remove confirm=yes")

    told = typed(room, "/classroom setup at=10")

    assert told.startswith("The classroom goes on\n\nat: 09:00 → 10:00")
    assert (here(room).id, here(room).state) == (number, ClassroomState.ACTIVE)


def test_clock_changes_are_told(room: Connection) -> None:
    told = typed(room, "/classroom setup at=2:30 zone=berlin days=daily", now=datetime(2027, 3, 26, 12, tzinfo=UTC))

    assert "Sun 2027-03-28 03:00 Europe/Berlin: 01:00 UTC (02:30 does not exist that day, the clocks jump" in told


@pytest.mark.parametrize(
    ("words", "message", "example"),
    [
        ("at=25", "“25” is not a time of day", "at=09:00"),
        ("at=half nine", "“half nine” is not a time of day", "at=09:00"),
        ("at=9-17", "“9-17” is not a time of day", "at=09:00"),
        ("zone=CEST", "“CEST” is not one time zone", "zone=America/New_York"),
        ("zone=Europe/Berlun", "“Europe/Berlun” is not a time zone; did you mean Europe/Berlin", "zone=Europe/Berlin"),
        ("zone=utc+1", "“utc+1” is not one time zone", "zone=America/New_York"),
        ("days=funday", "“funday” is not a day of the week", "days=mon,wed,fri"),
        ("days=1-5", "“1-5” is a number", "days=mon-fri"),
        ("days=every 400 days", "“every 400 days” is out of range", "days=every 2 days"),
        ("days=FREQ=YEARLY", "“FREQ=YEARLY” is not taken", "days=FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        ("days=FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=MO;INTERVAL=12", "“FREQ=MONTHLY", "days=weekdays"),
        ("close=later", "“later” is neither a time of day nor “next”.", "close=18:00"),
        ("ping=@", "“@” names nobody.", "ping=none"),
        (f"ping={'x' * 200}", f"“{'x' * 60}…” is longer than 100 characters.", "ping=study-group"),
        ("pack=ccna", "“ccna” is no pack here. There is: ncp-genl.", "pack=ncp-genl"),
        ("time=9", "“time=9” means nothing to /classroom setup. It takes pack=, at=", "pack=ncp-genl at=09:00"),
        (
            "timezone=berlin",
            "“timezone=berlin” means nothing to /classroom setup.",
            "/classroom setup zone=Europe/Berlin",
        ),
        ("9:00 weekdays", "“9:00” means nothing to /classroom setup.", "/classroom setup pack=ncp-genl at=09:00"),
        ("at 9", "“at” needs the sign = between at and its value.", "at=09:00"),
    ],
)
def test_a_bad_word_is_named_beside_a_good_example_and_nothing_changes(
    room: Connection, words: str, message: str, example: str
) -> None:
    typed(room, "/classroom setup at=9")
    before = here(room)

    with pytest.raises(BadInput) as caught:
        typed(room, f"/classroom setup {words}")

    assert caught.value.message.startswith(message)
    assert caught.value.example.endswith(example)
    assert here(room) == before


def test_one_bad_word_among_good_ones_changes_nothing(room: Connection) -> None:
    typed(room, "/classroom setup at=9")
    before = here(room)

    with pytest.raises(BadInput):
        typed(room, "/classroom setup at=10 zone=tokyo days=funday")

    assert here(room) == before


def test_without_a_parameter_it_opens_a_form_with_the_defaults(room: Connection) -> None:
    form = answer(room, "/classroom setup", by=replace(an_admin(), zone="Asia/Tokyo"))

    assert isinstance(form, Form)
    assert (form.title, form.command) == ("Set up a classroom", "/classroom setup")
    assert {field.name: field.value for field in form.fields if field.value} == {
        "at": "09:00",
        "zone": "Asia/Tokyo",
        "days": "weekdays",
    }


@pytest.mark.parametrize(
    ("before", "title"), [("", "Change the classroom"), ("/classroom remove confirm=yes", "Bring the classroom back")]
)
def test_the_form_shows_what_is_so_now(room: Connection, before: str, title: str) -> None:
    typed(room, "/classroom setup at=7 zone=berlin days=mon,wed,fri close=18 ping=group")
    if before:
        typed(room, before)

    form = answer(room, "/classroom setup")

    assert isinstance(form, Form)
    assert form.title == title
    assert [field.value for field in form.fields] == [
        "ncp-genl",
        "07:00",
        "Europe/Berlin",
        "Mon, Wed, Fri",
        "18:00",
        "group",
    ]


@pytest.mark.parametrize(
    "days", ["weekdays", "every 2 days", "every 2 weeks on tue", "monthly on 1,15", "FREQ=MONTHLY;BYDAY=-1FR"]
)
def test_a_form_sent_as_it_came_changes_nothing(room: Connection, days: str) -> None:
    typed(room, f"/classroom setup at=7 days={days}")
    form = answer(room, "/classroom setup")
    assert isinstance(form, Form)

    line = " ".join(f'{field.name}="{field.value}"' for field in form.fields)
    told = typed(room, f"{form.command} {line}", now=EIGHT + timedelta(days=1))

    assert told.startswith("Nothing had to change")


def test_the_stored_timetable_is_what_was_typed(room: Connection) -> None:
    typed(room, "/classroom setup at=7:15 zone=berlin days=mon,wed close=18 ping=group")

    found = here(room)
    assert (found.timetable.at, found.timetable.zone, found.timetable.close) == (time(7, 15), "Europe/Berlin", time(18))
    assert (found.timetable.days, found.ping, found.address) == ("FREQ=WEEKLY;BYDAY=MO,WE", "group", CHANNEL)
