"""How a demo begins: at which time, with which classroom, with which pictures at hand."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from bot.bank.files import picture_path
from bot.core.question import Pack
from bot.platforms.web.clock import just_before_class
from bot.platforms.web.people import CHANNELS, PERSONS, address, caller
from bot.store import classrooms
from bot.store.web_messages import newest_moment
from bot.tutor import setup


def demo_start(tx: Connection, now: datetime) -> datetime:
    """Where the clock of this database's demo goes on, or where a new one starts."""
    newest = newest_moment(tx)
    return just_before_class(now) if newest is None else max(now, newest)


def give_classroom(tx: Connection, seed: str, now: datetime) -> bool:
    """Give a new demo its classroom; False if there is one."""
    if classrooms.all_classrooms(tx):
        return False
    admin = next(person for person in PERSONS if person.admin)
    setup.set_up(tx, caller(admin), address(CHANNELS[0]), setup.Wish(), seed=seed, now=now)
    return True


def pictures(content: Path, packs: Sequence[Pack]) -> Callable[[str, str], Path | None]:
    """Finds the file of a picture that a question of the packs shows; nothing else is ever served."""
    shown = {
        (pack.id, question.picture.file): question.picture
        for pack in packs
        for question in pack.questions
        if question.picture is not None
    }

    def find(pack: str, file: str) -> Path | None:
        picture = next((value for (owner, name), value in shown.items() if (owner, name) == (pack, file)), None)
        return picture_path(content, picture) if picture else None

    return find
