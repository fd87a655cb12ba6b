"""What an admin is told about a classroom."""

from collections.abc import Mapping, Sequence
from datetime import date

from bot.cards.blocks import (
    Block,
    Buttons,
    Card,
    CommandButton,
    Fact,
    Facts,
    Heading,
    Note,
    Tone,
)
from bot.core.classroom import Classroom, ClassroomState
from bot.core.forecast import Forecast, ForecastPost, Upcoming
from bot.core.picking import Supply, TopicWeek
from bot.core.question import TopicId
from bot.core.timetable import describe_days


def set_up_card(
    *, made: Classroom | None, revived: bool, changes: Sequence[tuple[str, str, str]], coming: Sequence[Upcoming]
) -> Card:
    """What was made (a new classroom is given) or changed, and the next posts on both clocks."""
    if made is not None:
        head, rows = "The classroom is set up", _settings(made)
    else:
        head = (
            "The classroom goes on" if revived else "The classroom is changed" if changes else "Nothing had to change"
        )
        rows = tuple(_change(*each) for each in changes)
    facts = (Facts(items=rows),) if rows else ()
    return Heading(text=head, tone=Tone.GOOD), *facts, *coming_blocks(coming)


def coming_blocks(coming: Sequence[Upcoming]) -> tuple[Block, ...]:
    """The next posts, local and UTC."""
    if not coming:
        return (Note(text="No post is planned."),)
    return Heading(text="Next posts"), Facts(items=tuple(_upcoming(item) for item in coming))


def show_card(
    classroom: Classroom,
    *,
    coming: Sequence[Upcoming],
    facts: Sequence[tuple[str, str]],
    troubles: Sequence[str],
) -> Card:
    """Everything about a classroom at a glance."""
    state = {
        ClassroomState.ACTIVE: "active",
        ClassroomState.PAUSED: "paused: /classroom resume goes on",
        ClassroomState.REMOVED: "removed",
    }[classroom.state]
    off = ", ".join(days_in_words(item.first, item.last) for item in classroom.timetable.off) or "none"
    rows = (
        Fact(label="Number", text=str(classroom.id)),
        Fact(label="State", text=state),
        *_settings(classroom),
        Fact(label="Off-days", text=off),
        *(Fact(label=label, text=text) for label, text in facts),
    )
    blocks: list[Block] = [
        Heading(text="Classroom"),
        Facts(items=rows),
        *(Note(text=trouble, tone=Tone.BAD) for trouble in troubles),
    ]
    return (*blocks, *coming_blocks(coming))


def forecast_card(forecast: Forecast, titles: Mapping[TopicId, str], *, paused: bool = False) -> Card:
    """Every post of the dates asked for."""
    if not forecast.posts:
        told = "The classroom is paused: /classroom resume goes on." if paused else "No post is planned on these dates."
        return Heading(text="Preview"), Note(text=told)
    rows = tuple(_forecast(post, titles) for post in forecast.posts)
    if forecast.repeats_from is None:
        told = "No question comes again within 400 days."
    else:
        told = f"Questions repeat from {forecast.repeats_from.isoformat()} on, unless some are added."
    return Heading(text="Preview"), Facts(items=rows), Note(text=told)


def week_card(week: TopicWeek, *, supply: Supply) -> Card:
    """A planned week, whether its questions suffice, and how to take it back."""
    cancel = CommandButton(label="Cancel it", command=f"/classroom cancel-week id={week.id}")
    short = Note(text=_shortage(supply), tone=Tone.BAD)
    return (
        Heading(text=f"Topic week {week.id} is planned", tone=Tone.GOOD),
        Facts(items=(_week(week),)),
        *((short,) if supply.unasked < supply.openings else ()),
        Buttons(items=(cancel,)),
    )


def weeks_card(weeks: Sequence[TopicWeek], *, example: str) -> Card:
    """Planned topic weeks, or how to plan one."""
    if not weeks:
        return Heading(text="Topic weeks"), Note(text=f"None is planned. For example: {example}")
    return Heading(text="Topic weeks"), Facts(items=tuple(_week(week) for week in weeks))


def staff_card(people: Sequence[str], *, added: str = "", removed: str = "") -> Card:
    """Who may use /classroom beside those who manage the workspace, and who was just added or removed."""
    changed = [Fact(label=label, person=who) for label, who in (("Added", added), ("Removed", removed)) if who]
    listed = [Fact(label="On the list", person=who) for who in people]
    nobody = Fact(label="On the list", text="nobody beside those who manage the workspace")
    return (
        Heading(text="Staff", tone=Tone.GOOD if changed else Tone.NEUTRAL),
        Facts(items=(*changed, *(listed or [nobody]))),
        Note(text="Who is on the list may use /classroom in the whole workspace."),
    )


def move_card(channel: str, coming: Sequence[Upcoming]) -> Card:
    """Where the classroom goes on."""
    return (
        Heading(text="The classroom goes on in another channel", tone=Tone.GOOD),
        Facts(items=(Fact(label="The next question comes in", channel=channel),)),
        Note(text="What is open stays where it is and takes answers until it closes."),
        *coming_blocks(coming),
    )


def remove_card() -> Card:
    """The question before a classroom goes."""
    button = CommandButton(label="Remove the classroom", command="/classroom remove confirm=yes", danger=True)
    return (
        Heading(text="Remove this classroom?"),
        Note(text="It asks nothing more. Its data is kept for 30 days: /classroom setup brings it back until then."),
        Note(text="To go on, press the button or type /classroom remove confirm=yes"),
        Buttons(items=(button,)),
    )


def done_card(text: str, *, coming: Sequence[Upcoming] | None = None) -> Card:
    """A change in one line, with the next posts where they may have moved."""
    return Heading(text=text, tone=Tone.GOOD), *(coming_blocks(coming) if coming is not None else ())


def days_in_words(first: date, last: date) -> str:
    """One date, or a range of them."""
    return first.isoformat() if first == last else f"{first.isoformat()} to {last.isoformat()}"


def upcoming_in_words(item: Upcoming) -> tuple[str, str]:
    """The local time with its zone, and UTC with what clocks do that day."""
    local = f"{item.local:%a %Y-%m-%d}" if item.zone == "UTC" else f"{item.local:%a %Y-%m-%d %H:%M} {item.zone}"
    same_day = item.local.date() == item.at.date()
    utc = f"{item.at:%H:%M} UTC" if same_day else f"{item.at:%a %Y-%m-%d %H:%M} UTC"
    return local, f"{utc} ({item.note})" if item.note else utc


def _settings(classroom: Classroom) -> tuple[Fact, ...]:
    """What /classroom setup decides."""
    table = classroom.timetable
    close = f"{table.close:%H:%M} {table.zone}" if table.close else "when the next one opens, after 3 days at most"
    return (
        Fact(label="Pack", text=classroom.pack),
        Fact(label="Opens", text=f"{table.at:%H:%M} {table.zone}, {describe_days(table.days)}"),
        Fact(label="Closes", text=close),
        Fact(label="Mentions", group=classroom.ping) if classroom.ping else Fact(label="Mentions", text="nobody"),
    )


def _change(name: str, was: str, now: str) -> Fact:
    """What a set-up changed; a group that is now mentioned is shown as people know it."""
    if name == "ping" and now != "nobody":
        return Fact(label=name, text="now", group=now)
    return Fact(label=name, text=f"{was} → {now}")


def _upcoming(item: Upcoming) -> Fact:
    label, text = upcoming_in_words(item)
    return Fact(label=label, text=text)


def _shortage(supply: Supply) -> str:
    left = "1 question" if supply.unasked == 1 else f"{supply.unasked} questions"
    asked = "1 opening" if supply.openings == 1 else f"{supply.openings} openings"
    return f"There are {asked} and {left} not asked yet on this: questions will come again."


def _week(week: TopicWeek) -> Fact:
    return Fact(label=f"{week.id}: {', '.join(week.topics)}", text=days_in_words(week.first, week.last))


def _forecast(post: ForecastPost, titles: Mapping[TopicId, str]) -> Fact:
    local, utc = upcoming_in_words(post.upcoming)
    if post.question is None:
        return Fact(label=local, text=f"{utc} · {post.trouble}")
    again = " (again)" if post.repeat else ""
    topic = titles.get(post.question.topic, post.question.topic)
    return Fact(label=local, text=f"{utc} · {topic} · {post.question.title}{again}")
