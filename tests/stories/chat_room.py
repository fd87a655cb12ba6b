"""A chat room for stories: the real tutor on a real database, a chat in memory, and a clock that jumps."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from bot.cards.blocks import Form
from bot.cards.plain import plain, plain_form
from bot.cards.trouble import error_card
from bot.commands.catalogue import Catalogue
from bot.commands.dispatch import Dispatcher
from bot.core.address import Platform
from bot.core.errors import TutorError
from bot.core.posting import Posting
from bot.core.question import Pack
from bot.core.timetable import instant
from bot.courier import Courier
from bot.desk import Desk
from bot.live_count import LiveCount
from bot.platforms.web.commands import Commands
from bot.platforms.web.people import CHANNELS, Person, address, caller, find_channel, find_person
from bot.reception import Reception
from bot.store import classrooms, packs, postings
from bot.store.database import Database
from bot.ticker import Ticker
from bot.tutor import agenda
from tests.builders import a_pack, a_question
from tests.fakes.chat import FakeChat

ZONE = "Europe/Berlin"
T = TypeVar("T")


@dataclass
class Clock:
    """A clock that stands still until it is moved."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now


class ChatRoom:
    """What people see and do; `channel` is where they are."""

    def __init__(self, file: Path, chat: FakeChat, clock: Clock, *, channel: str = CHANNELS[0].id) -> None:
        self.chat = chat
        self.clock = clock
        self.channel = channel
        self._database = Database(f"sqlite:///{file}")
        self._desk = Desk(self._database)
        platforms = {Platform.WEB: chat}
        self._courier = Courier(self._desk, platforms, clock)
        self._live_count = LiveCount(self._desk, platforms, clock)
        self._ticker = Ticker(self._desk, self._courier, self._live_count, clock)
        self._reception = Reception(self._desk, self._live_count, clock)
        self._commands = Commands(Dispatcher(self._desk, Catalogue(), clock))

    async def open(self) -> None:
        self._desk.start()
        await self._desk.write(_save_content, self.clock())

    async def close(self) -> None:
        await self._courier.drain()
        await self._desk.stop()
        self._database.close()

    async def at(self, day: str, time: str = "09:00") -> None:
        """Let time pass until that moment in Berlin, doing on the way what comes due."""
        wanted = datetime.fromisoformat(f"{day}T{time}")
        moment = instant(wanted.date(), wanted.time(), ZONE)
        while (event := await self._desk.read(agenda.next_event)) is not None and event <= moment:
            await self._arrive(event)
        await self._arrive(moment)

    async def types(self, person: str, text: str) -> str:
        """Send a command and read the private answer."""
        who, where = find_person(person), find_channel(self.channel)
        assert who is not None
        assert where is not None
        try:
            said = await self._commands.typed(who, where, text)
        except TutorError as error:
            return plain(error_card(error))
        finally:
            await self._courier.deliver()
        return plain_form(said) if isinstance(said, Form) else plain(said)

    async def clicks(self, person: str, letters: str, *, number: int | None = None) -> str:
        """Press letters of a question, the newest open one unless numbered, and read the private answer."""
        who = find_person(person)
        assert who is not None
        return await self.press(who, letters, number=number)

    async def press(self, who: Person, letters: str, *, number: int | None = None) -> str:
        """The same for anybody, known to the page or not."""
        posting = await self.posting(number)
        return plain(await self._reception.answered(caller(who), str(posting.id), letters, self.clock()))

    async def read(self, flow: Callable[[Connection], T]) -> T:
        """Look into the database."""
        return await self._desk.read(flow)

    async def right(self, number: int | None = None) -> str:
        """The letters of the correct choices, as the card shows them."""
        posting = await self.posting(number)
        question = await self._desk.read(packs.load_revision, posting.revision)
        return "".join(letter for letter in posting.letters if posting.choice_at(letter) in question.key)

    async def wrong(self, number: int | None = None) -> str:
        """As many letters as asked for, all but the last of them wrong."""
        right, posting = await self.right(number), await self.posting(number)
        return "".join([letter for letter in posting.letters if letter not in right][: len(right)])

    async def posting(self, number: int | None = None) -> Posting:
        """The posting of that number, or the newest open one."""
        return await self._desk.read(_posting, self.channel, number)

    async def counts(self) -> None:
        """The live counts catch up."""
        await self._live_count.flush()

    def card(self, number: int) -> str:
        """A question's card as it now stands in the channel."""
        cards = (said for said in self.chat.messages.values() if said.key.startswith("open:"))
        return next(said.text for said in cards if f"uestion {number} " in said.text.splitlines()[0])

    def reveal(self, number: int) -> str:
        """What stands in the question's thread."""
        return next(
            said.text for said in self.chat.messages.values() if said.text.startswith(f"Answer to question {number}\n")
        )

    async def _arrive(self, moment: datetime) -> None:
        self.clock.now = max(self.clock.now, moment)
        await self._ticker.tick_through()


class Building:
    """The room as it is after each restart; the chat, the clock and the database live on."""

    def __init__(self, file: Path, start: str) -> None:
        begin = datetime.fromisoformat(start)
        self._file = file
        self._clock = Clock(instant(begin.date(), begin.time(), ZONE))
        self._chat = FakeChat()
        self._room: ChatRoom | None = None

    async def room(self) -> ChatRoom:
        """Open the room, after closing the one before."""
        await self.close()
        self._room = ChatRoom(self._file, self._chat, self._clock)
        await self._room.open()
        return self._room

    async def close(self) -> None:
        if self._room is not None:
            await self._room.close()
            self._room = None


def _save_content(tx: Connection, now: datetime) -> None:
    packs.save_pack(tx, story_pack(), now=now)


def story_pack() -> Pack:
    """Questions enough for a month, and one on data preparation that has two correct choices."""
    both = replace(a_question("both", topic="data-preparation", correct=(0, 2)), stem="Choose two.")
    others = a_pack(each=12, topics=("fine-tuning", "evaluation")).questions
    return a_pack(*others, both, topics=("fine-tuning", "evaluation", "data-preparation"))


def _posting(tx: Connection, channel: str, number: int | None) -> Posting:
    where = find_channel(channel)
    assert where is not None
    here = classrooms.classroom_in(tx, address(where))
    assert here is not None
    if number is None:
        return postings.open_postings(tx, here.id)[0]
    found = postings.posting_numbered(tx, here.id, number)
    assert found is not None
    return found
