"""Recounting: standings brought up to now, or rebuilt from the log, for one learner or a whole classroom."""

from sqlalchemy import Connection

from bot.core.address import LearnerId
from bot.core.posting import ClassroomId
from bot.core.standings import Standing, standing_from_log
from bot.store import answers, postings, standings


def caught_up(tx: Connection, which: ClassroomId, standing: Standing) -> Standing:
    """The standing with the scheduled postings that passed since the learner's last answer."""
    return standing.caught_up(postings.scheduled_between(tx, [which], after=standing.through)[which])


def rebuilt_standing(tx: Connection, which: ClassroomId, learner: LearnerId) -> Standing:
    """The standing that the stored answers prove."""
    return standing_from_log(
        postings.scheduled_between(tx, [which])[which],
        answers.logged_answers(tx, which, learner),
        postings.void_numbers(tx, which),
    )


def recount(tx: Connection, which: ClassroomId) -> int:
    """Rebuild every standing of a classroom; returns how many there are.

    They are dropped before the log is read: that waits for answers on their way, and lets the later ones wait.
    """
    standings.drop_standings(tx, which)
    scheduled, void = postings.scheduled_between(tx, [which])[which], postings.void_numbers(tx, which)
    rebuilt = {
        (which, learner): standing_from_log(scheduled, answers.logged_answers(tx, which, learner), void)
        for learner in answers.answerers_of(tx, which)
    }
    standings.save_standings(tx, rebuilt)
    return len(rebuilt)
