"""Home: what a person's own page shows, over all classrooms of the workspace."""

from datetime import datetime

from sqlalchemy import Connection

from bot.core.address import Caller
from bot.core.asking import CountedQuestion
from bot.core.classroom import Classroom
from bot.core.forecast import upcoming
from bot.core.home import Home, Plan, Seat
from bot.store import classrooms, workspaces
from bot.tutor import progress
from bot.tutor.today import today


def home(tx: Connection, caller: Caller, now: datetime) -> Home:
    """The classrooms in which the person has answered, and for staff the next posts of all.

    A classroom in which they never answered is not shown to members: it may be in a channel that they cannot see.
    """
    found = classrooms.classrooms_of(tx, caller.key.workspace)
    seats = [_seat(tx, each, caller, now) for each in found]
    staff = caller.manages or workspaces.is_staff(tx, caller.key)
    plans = [Plan(classroom=each, coming=tuple(upcoming(each, now))) for each in found if staff]
    return Home(seats=tuple(seat for seat in seats if seat.progress.standing.answered), plans=tuple(plans))


def _seat(tx: Connection, classroom: Classroom, caller: Caller, now: datetime) -> Seat:
    told = progress.me(tx, classroom, caller.key, now)
    waiting = today(tx, classroom, caller.key, now) if told.standing.answered else ()
    unanswered = tuple(each for each in waiting if isinstance(each, CountedQuestion))
    return Seat(classroom=classroom, progress=told, unanswered=unanswered)
