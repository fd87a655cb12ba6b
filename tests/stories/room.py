"""A room for stories: the real tutor on a real database, and a clock that jumps; where people sit is a platform's."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection

from bot.app.school import School
from bot.core.address import ChannelAddress
from bot.core.posting import Posting
from bot.core.question import Pack
from bot.core.timetable import instant
from bot.store import classrooms, packs, postings
from bot.tutor import agenda
from tests.builders import a_pack, a_question
from tests.stored import load_revision

ZONE = "Europe/Berlin"
T = TypeVar("T")


@dataclass
class Clock:
    """A clock that stands still until it is moved."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now


class Room(ABC):
    """What people see and do in one channel; `school` is set while the room is open."""

    school: School
    address: ChannelAddress

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    @abstractmethod
    async def types(self, person: str, text: str) -> str:
        """Send a command and read the private answer."""

    @abstractmethod
    async def clicks(self, person: str, letters: str, *, number: int | None = None) -> str:
        """Press letters of a question, the newest open one unless numbered, and read the private answer."""

    @abstractmethod
    def card(self, number: int) -> str:
        """A question's card as it now stands in the channel."""

    @abstractmethod
    def reveal(self, number: int) -> str:
        """What stands in the question's thread."""

    @abstractmethod
    def keys(self) -> list[str]:
        """The delivery key of every message that the bot has posted."""

    async def at(self, day: str, time: str = "09:00") -> None:
        """Let time pass until that moment in Berlin, doing on the way what comes due."""
        wanted = datetime.fromisoformat(f"{day}T{time}")
        moment = instant(wanted.date(), wanted.time(), ZONE)
        while (event := await self.read(agenda.next_event)) is not None and event <= moment:
            await self._arrive(event)
        await self._arrive(moment)

    async def read(self, flow: Callable[[Connection], T]) -> T:
        """Look into the database."""
        return await self.school.desk.read(flow)

    async def right(self, number: int | None = None) -> str:
        """The letters of the correct choices, as the card shows them."""
        posting = await self.posting(number)
        question = await self.school.desk.read(load_revision, posting.revision)
        return "".join(letter for letter in posting.letters if posting.choice_at(letter) in question.key)

    async def wrong(self, number: int | None = None) -> str:
        """As many letters as asked for, all but the last of them wrong."""
        right, posting = await self.right(number), await self.posting(number)
        return "".join([letter for letter in posting.letters if letter not in right][: len(right)])

    async def posting(self, number: int | None = None) -> Posting:
        """The posting of that number, or the newest open one."""
        return await self.school.desk.read(_posting, self.address, number)

    async def counts(self) -> None:
        """The live counts catch up."""
        await self.school.live_count.flush()

    async def _arrive(self, moment: datetime) -> None:
        self.clock.now = max(self.clock.now, moment)
        await self.school.ticker.tick_through()


def save_content(tx: Connection, now: datetime) -> None:
    packs.save_pack(tx, story_pack(), now=now)


def story_pack() -> Pack:
    """Questions enough for a month, and one on data preparation that has two correct choices."""
    both = replace(a_question("both", topic="data-preparation", correct=(0, 2)), stem="Choose two.")
    others = a_pack(each=12, topics=("fine-tuning", "evaluation")).questions
    return a_pack(*others, both, topics=("fine-tuning", "evaluation", "data-preparation"))


def _posting(tx: Connection, address: ChannelAddress, number: int | None) -> Posting:
    here = classrooms.classroom_in(tx, address)
    assert here is not None
    if number is None:
        return postings.open_postings(tx, here.id)[0]
    found = postings.posting_numbered(tx, here.id, number)
    assert found is not None
    return found
