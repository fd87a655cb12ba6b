"""What a learner is shown about themselves, and the board."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.cards.blocks import Block, Card, Fact, Facts, Heading, Note, Ranking, Row
from bot.core.mastery import Mastery
from bot.core.progress import Board, Progress, StreakStory
from bot.core.standings import Period, Place
from bot.core.streak import FREEZE_EVERY, MOST_FREEZES, Effect, Step, Streak, Turn

_FEW = 5
"""Below this many answers in a topic no rate is named."""
_RULES = (
    "Only scheduled questions that you could answer until their planned close can be missed; "
    "weekends, days off, extra questions and the bot's own failures never break a streak."
)
_FREEZE_RULES = (
    f"A freeze keeps the streak over one missed question. Every {FREEZE_EVERY} scheduled questions answered on time, "
    f"right or wrong, earn one; {MOST_FREEZES} can be held."
)
_PERIODS = {Period.WEEK: "this week", Period.MONTH: "this month", Period.ALL: "all time"}


def progress_card(progress: Progress) -> Card:
    """Streak, rank, and accuracy by topic with its uncertainty."""
    standing = progress.standing
    if not standing.answered:
        return (
            Heading(text="Your progress"),
            Note(text="You have no answer on time here yet. /tutor today shows what is open."),
        )
    facts = [
        Fact(label="Streak", text=streak_in_words(standing.streak)),
        Fact(label="Freezes", text=freezes_in_words(standing.streak)),
        Fact(label="Answered on time", text=f"{standing.answered}, {standing.correct} of them correctly"),
        Fact(label="Rank of all time", text=f"{progress.rank} of {progress.ranked}"),
    ]
    topics = tuple(
        Fact(label=progress.titles.get(item.topic, item.topic), text=mastery_in_words(item))
        for item in sorted(progress.topics, key=lambda item: progress.titles.get(item.topic, item.topic))
    )
    blocks: list[Block] = [Heading(text="Your progress"), Facts(items=tuple(facts))]
    if topics:
        told = "Recent answers weigh more. The true rate lies in the likely range four times in five."
        blocks += [Heading(text="By topic"), Facts(items=topics), Note(text=told)]
    return tuple(blocks)


def streak_card(story: StreakStory) -> Card:
    """The streak and the reason for every step."""
    if not story.steps:
        return (
            Heading(text="Your streak: 0"),
            Note(text="It starts with your first scheduled question answered on time, right or wrong."),
        )
    blocks: list[Block] = [
        Heading(text=f"Your streak: {story.streak.current}"),
        Facts(
            items=(
                Fact(label="Best", text=str(story.streak.best)),
                Fact(label="Freezes", text=freezes_in_words(story.streak)),
            )
        ),
    ]
    if story.earlier:
        told = "1 earlier question is" if story.earlier == 1 else f"{story.earlier} earlier questions are"
        blocks.append(Note(text=f"{told} not shown."))
    return (*blocks, Facts(items=tuple(_rows(story.steps))), Note(text=_RULES), Note(text=_FREEZE_RULES))


def board_card(board: Board) -> Card:
    """Most correct answers first, shared ranks, the reader's own place always there."""
    title = Heading(text=f"Most correct answers, {_PERIODS[board.period]}")
    if not board.places:
        when = "" if board.period is Period.ALL else f" {_PERIODS[board.period]}"
        return title, Note(text=f"Nobody has answered on time{when} yet.")
    rows = [_row(place, board) for place in board.places]
    note = Note(text=f"{board.ranked} ranked")
    if board.own is not None:
        rows.append(_row(board.own, board))
    elif all(place.score.learner != board.reader for place in board.places):
        note = Note(text=f"{note.text}. You are not ranked yet: one answer on time is enough.")
    return title, Ranking(rows=tuple(rows)), note


def streak_in_words(streak: Streak) -> str:
    """Length and best."""
    return f"{streak.current} in a row (best {streak.best})"


def freezes_in_words(streak: Streak) -> str:
    """How many are held, and how far the next one is."""
    if streak.freezes >= MOST_FREEZES:
        return f"{streak.freezes} held, the most there can be"
    return f"{streak.freezes} held; the next after {FREEZE_EVERY - streak.toward_freeze} more on time"


def mastery_in_words(mastery: Mastery) -> str:
    """Counts and the likely range, and a rate only where there are answers enough for one."""
    counts = f"{mastery.correct} of {mastery.answered} right"
    if mastery.answered < _FEW:
        return f"{counts} at first try; too few to tell more"
    likely = f"{mastery.low:.0%} to {mastery.high:.0%}"
    return f"{counts} at first try; about {mastery.rate:.0%} (likely {likely})"


def step_in_words(step: Step) -> str:
    """Why the streak is what it is after this posting."""
    length = step.streak.current
    match step.turn, step.effect:
        case Turn.ANSWERED, _ if step.void:
            told = f"answered on time and later taken back, which keeps the streak: {length}"
        case Turn.ANSWERED, _:
            told = f"answered on time: streak {length}"
        case Turn.PENDING, _:
            told = f"still open: streak {length}"
        case Turn.MISSED, Effect.FROZE:
            told = f"missed, a freeze kept the streak: {length}"
        case Turn.MISSED, Effect.BROKE:
            told = "missed: the streak is back to 0"
        case Turn.MISSED, _:
            told = "missed: there was no streak to lose"
        case _:
            told = f"could not be missed, so it changes nothing: streak {length}"
    return told


def _rows(steps: Sequence[Step]) -> Iterator[Fact]:
    """A line a step; a stretch without any streak is one line."""
    for idle, group in groupby(steps, key=lambda step: step.turn is Turn.MISSED and step.effect is Effect.NOTHING):
        found = list(group)
        if idle and len(found) > 1:
            first, last = found[0], found[-1]
            label = f"{_day(first)} to {_day(last)} · questions {first.number} to {last.number}"
            yield Fact(label=label, text=f"{len(found)} missed: there was no streak to lose")
        else:
            yield from (
                Fact(label=f"{_day(each)} · question {each.number}", text=step_in_words(each)) for each in found
            )


def _day(step: Step) -> str:
    return f"{step.day:%a} {step.day.day} {step.day:%b}"


def _row(place: Place, board: Board) -> Row:
    score, you = place.score, place.score.learner == board.reader
    return Row(
        rank=str(place.rank),
        name=score.name or "You",
        person=score.person,
        value=f"{score.correct} correct of {score.answered}",
        you=you,
    )
