"""Progress: a learner's standing, the reasons for a streak, and the board."""

from datetime import datetime, time, timedelta

from sqlalchemy import Connection

from bot.core.address import LearnerId, PersonKey
from bot.core.classroom import Classroom
from bot.core.mastery import mastery
from bot.core.progress import Board, Progress, StreakStory
from bot.core.standings import Period, Place, Score, Standing, ranked
from bot.core.streak import Streak, explain
from bot.core.timetable import instant, local
from bot.store import answers, learners, postings, standings
from bot.tutor.classroom import the_pack
from bot.tutor.recounting import caught_up

_SHOWN_STEPS = 30
_SHOWN_PLACES = 10


def me(tx: Connection, classroom: Classroom, person: PersonKey, now: datetime) -> Progress:
    """The learner's streak as of now, accuracy by topic, and rank of all time."""
    learner = learners.find_learner(tx, person)
    titles = {topic.id: topic.title for topic in the_pack(tx, classroom).topics}
    if learner is None:
        return Progress(standing=Standing(), rank=0, ranked=0, topics=(), titles=titles)
    rank, total = standings.rank_of(tx, classroom.id, learner)
    own = classroom.id, learner
    return Progress(
        standing=caught_up(tx, classroom.id, standings.standing_of(tx, classroom.id, learner)),
        rank=rank,
        ranked=total,
        topics=mastery(answers.evidence_of(tx, {own})[own], now=now),
        titles=titles,
    )


def streak(tx: Connection, classroom: Classroom, person: PersonKey) -> StreakStory:
    """The streak's reasons, posting by posting, from the log itself."""
    learner = learners.find_learner(tx, person)
    if learner is None:
        return StreakStory(streak=Streak(), steps=(), earlier=0)
    answered = frozenset(answer.number for answer in answers.logged_answers(tx, classroom.id, learner))
    steps = tuple(explain(postings.scheduled_between(tx, [classroom.id])[classroom.id], answered))
    return StreakStory(
        streak=steps[-1].streak if steps else Streak(),
        steps=steps[-_SHOWN_STEPS:],
        earlier=max(len(steps) - _SHOWN_STEPS, 0),
    )


def top(tx: Connection, classroom: Classroom, person: PersonKey, period: Period, now: datetime) -> Board:
    """The board of a period: the first ten places, whoever shares the tenth, and the reader's own."""
    learner = learners.find_learner(tx, person)
    if period is Period.ALL:
        return _all_time(tx, classroom, learner)
    places = ranked(answers.scores_since(tx, classroom.id, since(classroom, period, now)))
    shown = tuple(place for place in places if place.rank <= _SHOWN_PLACES)[: 2 * _SHOWN_PLACES]
    own = next((place for place in places if place.score.learner == learner), None)
    return Board(
        period=period,
        places=shown,
        own=None if own in shown else own,
        reader=learner,
        ranked=len(places),
    )


def since(classroom: Classroom, period: Period, now: datetime) -> datetime:
    """When the running week (from Monday) or month began on the classroom's clock."""
    zone = classroom.timetable.zone
    today = local(now, zone).date()
    first = today - timedelta(days=today.weekday()) if period is Period.WEEK else today.replace(day=1)
    return instant(first, time(0), zone)


def _all_time(tx: Connection, classroom: Classroom, learner: LearnerId | None) -> Board:
    """The board from the kept standings, however many answers there are."""
    best = standings.top_scores(tx, classroom.id, most=2 * _SHOWN_PLACES)
    shown = tuple(place for place in ranked(best) if place.rank <= _SHOWN_PLACES)
    rank, total = standings.rank_of(tx, classroom.id, learner or LearnerId(0))
    own = None
    if learner and rank and all(place.score.learner != learner for place in shown):
        standing = standings.standing_of(tx, classroom.id, learner)
        own = Place(
            rank=rank,
            score=Score(learner=learner, name="", answered=standing.answered, correct=standing.correct),
        )
    return Board(period=Period.ALL, places=shown, own=own, reader=learner, ranked=total)
