from datetime import UTC, date, datetime, time, timedelta

import pytest

from bot.cards.blocks import Buttons, CommandButton, Fact, Facts, Heading, Note, Tone
from bot.cards.classroom import (
    coming_blocks,
    done_card,
    forecast_card,
    move_card,
    remove_card,
    set_up_card,
    show_card,
    staff_card,
    upcoming_in_words,
    week_card,
    weeks_card,
)
from bot.cards.plain import plain
from bot.core.classroom import Classroom, ClassroomState
from bot.core.forecast import Forecast, ForecastPost, Upcoming
from bot.core.picking import Supply, TopicWeek
from bot.core.posting import ClassroomId
from bot.core.question import PackId, TopicId
from bot.core.timetable import OffDays, Timetable, clock_note, instant, local
from tests.builders import CHANNEL, a_question

BERLIN = "Europe/Berlin"
TITLES = {TopicId("fine-tuning"): "Fine-Tuning"}


def an_upcoming(day: date = date(2026, 12, 1), at: time = time(9), zone: str = BERLIN) -> Upcoming:
    moment = instant(day, at, zone)
    return Upcoming(day=day, at=moment, local=local(moment, zone), zone=zone, note=clock_note(day, at, zone))


def a_classroom(
    *, state: ClassroomState = ClassroomState.ACTIVE, close: time | None = None, ping: str = ""
) -> Classroom:
    off = (
        OffDays(id=1, first=date(2026, 12, 24), last=date(2027, 1, 1)),
        OffDays(id=2, first=date(2027, 2, 1), last=date(2027, 2, 1)),
    )
    return Classroom(
        id=ClassroomId(3),
        address=CHANNEL,
        state=state,
        pack=PackId("ncp-genl"),
        timetable=Timetable(
            at=time(9),
            zone=BERLIN,
            days="FREQ=WEEKLY;BYDAY=MO,WE,FR",
            starts_on=date(2026, 11, 30),
            close=close,
            off=off,
        ),
        seed="seed",
        ping=ping,
    )


def a_week(number: int = 1) -> TopicWeek:
    return TopicWeek(
        id=number,
        classroom=ClassroomId(3),
        topics=(TopicId("fine-tuning"), TopicId("safety")),
        first=date(2026, 12, 7),
        last=date(2026, 12, 13),
    )


@pytest.mark.parametrize(
    ("upcoming", "words"),
    [
        (an_upcoming(), ("Tue 2026-12-01 09:00 Europe/Berlin", "08:00 UTC")),
        (
            an_upcoming(zone="Pacific/Auckland"),
            ("Tue 2026-12-01 09:00 Pacific/Auckland", "Mon 2026-11-30 20:00 UTC"),
        ),
        (an_upcoming(zone="UTC"), ("Tue 2026-12-01", "09:00 UTC")),
        (
            an_upcoming(date(2027, 3, 28)),
            ("Sun 2027-03-28 09:00 Europe/Berlin", "07:00 UTC (clocks change: UTC+1 -> UTC+2)"),
        ),
        (
            an_upcoming(date(2027, 3, 28), time(2, 30)),
            (
                "Sun 2027-03-28 03:00 Europe/Berlin",
                "01:00 UTC (02:30 does not exist that day, the clocks jump: opens at 03:00)",
            ),
        ),
        (
            an_upcoming(date(2027, 10, 31), time(2, 30)),
            ("Sun 2027-10-31 02:30 Europe/Berlin", "00:30 UTC (02:30 happens twice that day: the first one)"),
        ),
    ],
    ids=[
        "plain",
        "another date in UTC",
        "UTC itself",
        "a changed clock",
        "a time that is skipped",
        "a time that comes twice",
    ],
)
def test_an_opening_is_told_on_both_clocks(upcoming: Upcoming, words: tuple[str, str]) -> None:
    assert upcoming_in_words(upcoming) == words


def test_no_opening_is_told_too() -> None:
    assert plain(coming_blocks(())) == "No post is planned."


@pytest.mark.parametrize(
    ("revived", "changes", "head"),
    [
        (False, (), "Nothing had to change"),
        (False, (("at", "09:00", "10:00"),), "The classroom is changed\n\nat: 09:00 → 10:00"),
        (True, (), "The classroom goes on"),
        (True, (("at", "09:00", "10:00"),), "The classroom goes on\n\nat: 09:00 → 10:00"),
    ],
)
def test_a_set_up_says_what_it_changed(revived: bool, changes: tuple[tuple[str, str, str], ...], head: str) -> None:
    card = set_up_card(made=None, revived=revived, changes=changes, coming=(an_upcoming(),))

    assert plain(card) == f"{head}\n\nNext posts\n\nTue 2026-12-01 09:00 Europe/Berlin: 08:00 UTC"


def test_a_new_classroom_says_how_it_is_set() -> None:
    card = set_up_card(made=a_classroom(close=time(18), ping="group"), revived=False, changes=(), coming=())

    assert plain(card) == (
        "The classroom is set up\n\n"
        "Pack: ncp-genl\n"
        "Opens: 09:00 Europe/Berlin, Mon, Wed, Fri\n"
        "Closes: 18:00 Europe/Berlin\n"
        "Mentions: group\n\n"
        "No post is planned."
    )


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (ClassroomState.ACTIVE, "active"),
        (ClassroomState.PAUSED, "paused: /classroom resume goes on"),
        (ClassroomState.REMOVED, "removed"),
    ],
)
def test_a_classroom_at_a_glance(state: ClassroomState, words: str) -> None:
    card = show_card(
        a_classroom(state=state), coming=(), facts=(("Open questions", "#7"),), troubles=("It rained.", "It snowed.")
    )

    assert plain(card) == (
        "Classroom\n\n"
        "Number: 3\n"
        f"State: {words}\n"
        "Pack: ncp-genl\n"
        "Opens: 09:00 Europe/Berlin, Mon, Wed, Fri\n"
        "Closes: when the next one opens, after 3 days at most\n"
        "Mentions: nobody\n"
        "Off-days: 2026-12-24 to 2027-01-01, 2027-02-01\n"
        "Open questions: #7\n\n"
        "It rained.\n\nIt snowed.\n\n"
        "No post is planned."
    )
    assert [block.tone for block in card if isinstance(block, Note)][:2] == [Tone.BAD, Tone.BAD]


def test_a_forecast_tells_question_clock_and_what_comes_again() -> None:
    spring = an_upcoming(date(2027, 3, 28))
    posts = (
        ForecastPost(upcoming=an_upcoming(), question=a_question("q1")),
        ForecastPost(upcoming=spring, question=a_question("q2", topic="gone"), repeat=True),
        ForecastPost(upcoming=an_upcoming(date(2027, 3, 29)), question=None, trouble="The pack has no question on x."),
    )

    assert plain(forecast_card(Forecast(posts=posts, repeats_from=date(2027, 3, 28)), TITLES)) == (
        "Preview\n\n"
        "Tue 2026-12-01 09:00 Europe/Berlin: 08:00 UTC · Fine-Tuning · Title of q1\n"
        "Sun 2027-03-28 09:00 Europe/Berlin: 07:00 UTC (clocks change: UTC+1 -> UTC+2) · gone · Title of q2 (again)\n"
        "Mon 2027-03-29 09:00 Europe/Berlin: 07:00 UTC · The pack has no question on x.\n\n"
        "Questions repeat from 2027-03-28 on, unless some are added."
    )


def test_a_forecast_without_repeats_says_so() -> None:
    post = ForecastPost(upcoming=an_upcoming(), question=a_question())

    told = plain(forecast_card(Forecast(posts=(post,), repeats_from=None), TITLES))

    assert told.endswith("No question comes again within 400 days.")


@pytest.mark.parametrize(
    ("paused", "words"),
    [(False, "No post is planned on these dates."), (True, "The classroom is paused: /classroom resume goes on.")],
)
def test_an_empty_forecast_says_why(paused: bool, words: str) -> None:
    assert plain(forecast_card(Forecast(posts=(), repeats_from=None), TITLES, paused=paused)) == f"Preview\n\n{words}"


def test_a_planned_week_can_be_cancelled_at_once() -> None:
    card = week_card(a_week(4), supply=Supply(openings=5, unasked=5))

    assert plain(card) == ("Topic week 4 is planned\n\n4: fine-tuning, safety: 2026-12-07 to 2026-12-13\n\n[Cancel it]")
    assert card[-1] == Buttons(items=(CommandButton(label="Cancel it", command="/classroom cancel-week id=4"),))


@pytest.mark.parametrize(
    ("supply", "words"),
    [
        (Supply(openings=5, unasked=4), "There are 5 openings and 4 questions not asked yet on this"),
        (Supply(openings=5, unasked=1), "There are 5 openings and 1 question not asked yet on this"),
        (Supply(openings=1, unasked=0), "There are 1 opening and 0 questions not asked yet on this"),
    ],
)
def test_a_week_with_too_few_questions_warns(supply: Supply, words: str) -> None:
    note = week_card(a_week(), supply=supply)[2]

    assert note == Note(text=f"{words}: questions will come again.", tone=Tone.BAD)


def test_weeks_are_listed_by_number() -> None:
    told = plain(weeks_card((a_week(4), a_week(5)), example="an example"))

    assert told == (
        "Topic weeks\n\n"
        "4: fine-tuning, safety: 2026-12-07 to 2026-12-13\n"
        "5: fine-tuning, safety: 2026-12-07 to 2026-12-13"
    )


def test_no_week_shows_how_to_plan_one() -> None:
    assert plain(weeks_card((), example="/x")) == "Topic weeks\n\nNone is planned. For example: /x"


@pytest.mark.parametrize(
    ("people", "words"),
    [
        (("ada", "ben"), "On the list: ada\nOn the list: ben"),
        ((), "On the list: nobody beside those who manage the workspace"),
    ],
    ids=["some", "none"],
)
def test_the_staff_list(people: tuple[str, ...], words: str) -> None:
    assert plain(staff_card(people)) == (
        f"Staff\n\n{words}\n\nWho is on the list may use /classroom in the whole workspace."
    )


def test_who_was_added_and_removed_is_told_first() -> None:
    card = staff_card(("ada",), added="ada", removed="ben")

    assert card[0] == Heading(text="Staff", tone=Tone.GOOD)
    assert card[1] == Facts(
        items=(
            Fact(label="Added", person="ada"),
            Fact(label="Removed", person="ben"),
            Fact(label="On the list", person="ada"),
        )
    )


def test_a_moved_classroom_names_its_new_channel() -> None:
    card = move_card("quiz-lounge", ())

    assert Facts(items=(Fact(label="The next question comes in", channel="quiz-lounge"),)) in card
    assert plain(card).endswith("until it closes.\n\nNo post is planned.")


def test_the_button_that_removes_is_marked_as_dangerous() -> None:
    assert remove_card()[-1] == Buttons(
        items=(CommandButton(label="Remove the classroom", command="/classroom remove confirm=yes", danger=True),)
    )


def test_done() -> None:
    assert plain(done_card("It is done")) == "It is done"
    assert plain(done_card("It is done", coming=())) == "It is done\n\nNo post is planned."


def test_moments_are_aware() -> None:
    assert an_upcoming().at == datetime(2026, 12, 1, 8, tzinfo=UTC)
    assert an_upcoming().local.utcoffset() == timedelta(hours=1)
