"""Staff commands about questions: show, ask, close, void, topic weeks, preview, staff."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from sqlalchemy import Connection

from bot.cards.blocks import Card, FieldKind, Form, Option
from bot.cards.classroom import done_card, forecast_card, show_card, staff_card, week_card, weeks_card
from bot.commands.command import Call, Command, Parameter, staff_command
from bot.core.classroom import Classroom, ClassroomState
from bot.core.errors import BadInput
from bot.core.forecast import upcoming
from bot.core.question import Pack, TopicId
from bot.core.timetable import local
from bot.store import postings, workspaces
from bot.tutor import closing, opening, weeks
from bot.tutor.classroom import find_topic, the_classroom, the_pack
from bot.tutor.forecasting import forecast
from bot.tutor.troubles import troubles_of

_PREVIEW_DAYS = 14
_MOST_DAYS = 366
_MOST_MINUTES = 3 * 24 * 60
_MOST_WEEKS = 52

TOPIC = Parameter(name="topic", help="one topic of the pack", kind=FieldKind.TOPIC, example="fine-tuning")
TOPICS = Parameter(
    name="topic",
    help="one topic, or several with commas between them",
    kind=FieldKind.TOPIC,
    example="fine-tuning",
    required=True,
)
FROM = Parameter(name="from", help="its first date", kind=FieldKind.DATE, example="2030-01-07", required=True)
WEEKS = Parameter(name="weeks", help="how many weeks it lasts", kind=FieldKind.NUMBER, example="2")


def question_commands() -> Sequence[Command]:
    """In the order of the help."""
    minutes = Parameter(name="minutes", help="close after so long", kind=FieldKind.NUMBER, example="30")
    number = Parameter(name="number", help="the question's number", kind=FieldKind.NUMBER, example="3")
    days = Parameter(name="days", help="how many days ahead", kind=FieldKind.NUMBER, example="14")
    week = Parameter(name="id", help="the week's number", kind=FieldKind.NUMBER, example="3", required=True)
    add = Parameter(name="add", help="who may use /classroom from now on", kind=FieldKind.PERSON, example="@sam")
    remove = Parameter(name="remove", help="who may no more", kind=FieldKind.PERSON, example="@kim")
    return (
        staff_command("show", "The classroom at a glance", _show),
        staff_command("ask", "Ask an extra question now", _ask, TOPIC, minutes, changes=True),
        staff_command("close", "Close the newest open question and reveal it", _close, number, changes=True),
        staff_command(
            "void", "Take a question back: it counts for nobody", _void, replace(number, required=True), changes=True
        ),
        replace(
            staff_command("week", "Ask only from chosen topics for a while", _week, TOPICS, FROM, WEEKS, changes=True),
            shows_when_bare=True,
        ),
        staff_command("weeks", "The planned topic weeks", _weeks),
        staff_command("cancel-week", "Take a topic week back", _cancel_week, week, changes=True),
        staff_command("preview", "Every post of the next days", _preview, days),
        replace(
            staff_command("staff", "Who may use /classroom", _staff, add, remove, changes=True), shows_when_bare=True
        ),
    )


def _show(tx: Connection, call: Call) -> Card:
    classroom = the_classroom(tx, call.address)
    pack = the_pack(tx, classroom)
    asked = {entry.question for entry in postings.history_of(tx, classroom.id)}
    unasked = sum(question.id not in asked for question in pack.questions)
    live = ", ".join(f"#{posting.number}" for posting in postings.open_postings(tx, classroom.id)) or "none"
    coming = weeks.planned(tx, classroom, _today(classroom, call))
    facts = [
        ("Open questions", live),
        ("Questions left", f"{unasked} of {len(pack.questions)} not asked yet"),
        (
            "Topic weeks",
            "; ".join(f"{week.id}: {', '.join(week.topics)} from {week.first}" for week in coming) or "none",
        ),
    ]
    troubles = troubles_of(tx, classroom, call.now)
    return show_card(classroom, coming=upcoming(classroom, call.now), facts=facts, troubles=troubles)


def _ask(tx: Connection, call: Call) -> Card:
    classroom = the_classroom(tx, call.address)
    minutes = call.number("minutes", most=_MOST_MINUTES)
    word = call.arguments.get("topic")
    topic = find_topic(the_pack(tx, classroom), word).id if word else None
    posting = opening.ask_extra(tx, classroom, topic=topic, minutes=minutes, now=call.now)
    return done_card(
        f"Question {posting.number} is on its way: an extra one, which closes nothing and breaks no streak"
    )


def _close(tx: Connection, call: Call) -> Card:
    posting = closing.close_now(tx, the_classroom(tx, call.address), call.number("number"), call.now)
    return done_card(f"Question {posting.number} is closed; its reveal comes in its thread")


def _void(tx: Connection, call: Call) -> Card:
    number = call.number("number") or 0
    posting = closing.void(tx, the_classroom(tx, call.address), number, call.now)
    return done_card(f"Question {posting.number} is taken back; it counts for nobody and breaks no streak")


def _week(tx: Connection, call: Call) -> Card | Form:
    classroom = the_classroom(tx, call.address)
    if not call.arguments:
        return _week_form(tx, classroom, call)
    today = _today(classroom, call)
    topics = _topics(the_pack(tx, classroom), call.arguments["topic"])
    first, count = call.date("from") or today, call.number("weeks", most=_MOST_WEEKS) or 1
    if first + timedelta(weeks=count, days=-1) < today:
        raise BadInput(
            call.arguments["from"],
            "lies too far back: that week is over.",
            example=f"from={_monday(today)}",
            parameter="from",
        )
    week = weeks.plan(tx, classroom, topics=topics, first=first, weeks=count)
    return week_card(week, supply=weeks.supply(tx, classroom, week, call.now))


def _topics(pack: Pack, words: str) -> tuple[TopicId, ...]:
    """The topics named with commas between them; a title may hold commas itself."""
    for topic in pack.topics:
        if "," in topic.title:
            words = re.sub(re.escape(topic.title), topic.id, words, flags=re.IGNORECASE)
    return tuple(dict.fromkeys(find_topic(pack, word).id for word in words.split(",") if word.strip()))


def _week_form(tx: Connection, classroom: Classroom, call: Call) -> Form:
    pack = the_pack(tx, classroom)
    filled = {question.topic for question in pack.questions}
    options = tuple(Option(value=topic.id, label=topic.title) for topic in pack.topics if topic.id in filled)
    return Form(
        title="Plan a topic week",
        command="/classroom week",
        submit="Plan it",
        fields=(
            TOPICS.field(options=options),
            FROM.field(_monday(_today(classroom, call)).isoformat()),
            replace(WEEKS, required=True).field("1"),
        ),
    )


def _weeks(tx: Connection, call: Call) -> Card:
    classroom = the_classroom(tx, call.address)
    today, topics = _today(classroom, call), the_pack(tx, classroom).topics
    example = f"/classroom week topic={topics[0].id} from={_monday(today)}"
    return weeks_card(weeks.planned(tx, classroom, today), example=example)


def _cancel_week(tx: Connection, call: Call) -> Card:
    week = call.number("id") or 0
    weeks.cancel(tx, the_classroom(tx, call.address), week)
    return done_card(f"Topic week {week} is cancelled: its days ask from all topics again")


def _preview(tx: Connection, call: Call) -> Card:
    classroom = the_classroom(tx, call.address)
    days = call.number("days", most=_MOST_DAYS) or _PREVIEW_DAYS
    today = _today(classroom, call)
    found = forecast(tx, classroom, first=today, last=today + timedelta(days=days), now=call.now)
    titles = {topic.id: topic.title for topic in the_pack(tx, classroom).topics}
    return forecast_card(found, titles, paused=classroom.state is ClassroomState.PAUSED)


def _staff(tx: Connection, call: Call) -> Card:
    key = call.caller.key
    added, removed = call.arguments.get("add", ""), call.arguments.get("remove", "")
    if added:
        workspaces.add_staff(tx, replace(key, person=added), by=key.person)
    if removed and not workspaces.remove_staff(tx, replace(key, person=removed)):
        raise BadInput(removed, "is not on the staff list.", example="/classroom staff")
    return staff_card(workspaces.staff_of(tx, key.workspace), added=added, removed=removed)


def _today(classroom: Classroom, call: Call) -> date:
    return local(call.now, classroom.timetable.zone).date()


def _monday(today: date) -> date:
    """The next Monday: a good day for a week to begin."""
    return today + timedelta(days=7 - today.weekday())
