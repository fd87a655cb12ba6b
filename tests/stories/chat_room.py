"""The room of the web commands over a chat in memory."""

from datetime import datetime

from bot.app.school import School
from bot.cards.blocks import Form
from bot.cards.plain import plain, plain_form
from bot.cards.trouble import error_card
from bot.core.address import Platform
from bot.core.errors import TutorError
from bot.core.timetable import instant
from bot.desk import Desk
from bot.platforms.web.commands import Commands
from bot.platforms.web.people import CHANNELS, Person, address, caller, find_person
from bot.store.database import Database
from tests.fakes.chat import FakeChat
from tests.stories.room import ZONE, Clock, Room, save_content

CHANNEL = CHANNELS[0]


class ChatRoom(Room):
    """The first channel of the demo."""

    address = address(CHANNEL)

    def __init__(self, url: str, chat: FakeChat, clock: Clock) -> None:
        super().__init__(clock)
        self.chat = chat
        self._database = Database(url)
        self.school = School(Desk(self._database), {Platform.WEB: chat}, clock)
        self._commands = Commands(self.school.dispatcher)

    async def open(self) -> None:
        self.school.desk.start()
        await self.school.desk.write(save_content, self.clock())

    async def close(self) -> None:
        await self.school.courier.drain()
        await self.school.desk.stop()
        self._database.close()

    async def types(self, person: str, text: str) -> str:
        who = find_person(person)
        assert who is not None
        try:
            said = await self._commands.typed(who, CHANNEL, text)
        except TutorError as error:
            return plain(error_card(error))
        finally:
            await self.school.courier.deliver()
        return plain_form(said) if isinstance(said, Form) else plain(said)

    async def clicks(self, person: str, letters: str, *, number: int | None = None) -> str:
        who = find_person(person)
        assert who is not None
        return await self.press(who, letters, number=number)

    async def press(self, who: Person, letters: str, *, number: int | None = None) -> str:
        """The same for anybody, known to the page or not."""
        posting = await self.posting(number)
        return plain(await self.school.reception.answered(caller(who), str(posting.id), letters, self.clock()))

    def card(self, number: int) -> str:
        cards = (said for said in self.chat.messages.values() if said.key.startswith("open:"))
        return next(said.text for said in cards if f"uestion {number} " in said.text.splitlines()[0])

    def reveal(self, number: int) -> str:
        texts = [said.text for said in self.chat.messages.values()]
        return next(text for text in texts if text.startswith(f"Answer to question {number}\n"))

    def keys(self) -> list[str]:
        return [said.key for said in self.chat.messages.values()]


class Building:
    """The room as it is after each restart; the chat, the clock and the database live on."""

    def __init__(self, url: str, start: str) -> None:
        begin = datetime.fromisoformat(start)
        self._url = url
        self._clock = Clock(instant(begin.date(), begin.time(), ZONE))
        self._chat = FakeChat()
        self._room: ChatRoom | None = None

    async def room(self) -> ChatRoom:
        """Open the room, after closing the one before."""
        await self.close()
        self._room = ChatRoom(self._url, self._chat, self._clock)
        await self._room.open()
        return self._room

    async def close(self) -> None:
        if self._room is not None:
            await self._room.close()
            self._room = None
