from collections.abc import AsyncIterator, Mapping

import pytest
from sqlalchemy import Connection, select

from bot.cards.blocks import Card, Form, Heading, Note, Tone
from bot.cards.plain import plain, plain_form
from bot.commands.catalogue import Catalogue
from bot.commands.dispatch import Dispatcher
from bot.core.address import Caller, Platform
from bot.core.errors import BadInput, NotAllowed, TutorError
from bot.core.shares import Shares
from bot.desk import Desk
from bot.platforms.web.people import resolve
from bot.store import deliveries, owing, packs
from bot.store.database import Database
from bot.store.tables import audit
from tests.builders import CHANNEL, EIGHT, a_classroom, a_pack, a_person, an_admin
from tests.commands.typed import answer, here, typed

DANA = an_admin()
ADA = a_person("ada")


class Room:
    """One channel behind a real desk, in which people type and send forms."""

    def __init__(self, database: Database, desk: Desk) -> None:
        self._database = database
        self._dispatcher = Dispatcher(desk, Catalogue(), lambda: EIGHT)

    async def typed(self, text: str, by: Caller = DANA) -> str:
        return _words(await self._dispatcher.typed(by, CHANNEL, text, resolve))

    async def sent(self, command: str, fields: Mapping[str, str], by: Caller = DANA) -> str:
        return _words(await self._dispatcher.sent(by, CHANNEL, command, fields, resolve))

    def audited(self) -> list[tuple[str, str]]:
        with self._database.reader.begin() as tx:
            return _audited(tx)

    def changed_by(self) -> str:
        with self._database.reader.begin() as tx:
            return here(tx).changed_by


def _words(answer: Card | Form) -> str:
    return plain_form(answer) if isinstance(answer, Form) else plain(answer)


def _audited(tx: Connection) -> list[tuple[str, str]]:
    return [(row.actor, row.action) for row in tx.execute(select(audit).order_by(audit.c.id))]


@pytest.fixture
async def room(database: Database) -> AsyncIterator[Room]:
    with database.writer.begin() as tx:
        a_classroom(tx)
    desk = Desk(database)
    desk.start()
    yield Room(database, desk)
    await desk.stop()


async def test_a_typed_line_is_answered_after_its_commit(room: Room) -> None:
    told = await room.typed("/classroom setup at=10")

    assert told.startswith("The classroom is changed\n\nat: 09:00 → 10:00")
    assert room.audited() == [("dana", "setup at=10")]


async def test_a_sent_form_is_the_same_as_typing_it(room: Room) -> None:
    told = await room.sent("/classroom setup", {"at": " 10 ", "days": "", "zone": "\u200b", "ping": "\u00a0"})

    assert told.startswith("The classroom is changed\n\nat: 09:00 → 10:00\n\nNext posts")
    assert room.audited() == [("dana", "setup at=10")]


async def test_a_form_takes_no_field_of_its_own(room: Room) -> None:
    with pytest.raises(BadInput, match="“sugar” means nothing to /classroom setup"):
        await room.sent("/classroom setup", {"sugar": "2"})


@pytest.mark.parametrize(
    "line", ["/classroom pause", "/classroom setup", "/classroom setup at=99 sugar=2", "/classroom help"]
)
async def test_members_are_refused_before_anything_else_is_said(room: Room, line: str) -> None:
    with pytest.raises(NotAllowed, match="is for staff"):
        await room.typed(line, ADA)

    assert room.audited() == []


async def test_a_members_form_is_refused_too(room: Room) -> None:
    with pytest.raises(NotAllowed):
        await room.sent("/classroom setup", {"at": "10"}, ADA)


async def test_who_is_added_to_staff_may_change_things(room: Room) -> None:
    await room.typed("/classroom staff add=@ada")
    await room.typed("/classroom pause", ADA)

    assert room.audited() == [("dana", "staff add=ada"), ("ada", "pause")]
    assert room.changed_by() == "ada"


@pytest.mark.parametrize(
    "line",
    [
        "/classroom show",
        "/classroom preview",
        "/classroom weeks",
        "/classroom help",
        "/classroom setup",
        "/classroom week",
        "/classroom remove",
        "/classroom staff",
        "/tutor top",
    ],
)
async def test_what_only_shows_leaves_no_trace(room: Room, line: str) -> None:
    await room.typed("/classroom staff add=@ada")

    await room.typed(line, ADA)

    assert room.audited() == [("dana", "staff add=ada")]
    assert room.changed_by() == "dana"


@pytest.mark.parametrize(
    "line", ["/classroom close", "/classroom setup at=99", "/classroom void 7", "/classroom week topic=x"]
)
async def test_what_fails_leaves_no_trace(room: Room, line: str) -> None:
    with pytest.raises(TutorError):
        await room.typed(line)

    assert room.audited() == []


def a_note_that_reached_nobody(tx: Connection, text: str) -> None:
    owing.owe_note(tx, here(tx).id, key=text, person="dana", text=text, due_at=EIGHT)
    for item in deliveries.claim_due(tx, now=EIGHT, shares=Shares(Platform.WEB, 10)):
        deliveries.mark_failed(tx, item, error="no direct messages")


def test_unread_notes_stand_on_top_of_the_next_staff_answer_once(tx: Connection) -> None:
    a_classroom(tx)
    a_note_that_reached_nobody(tx, "The channel is archived.")
    a_note_that_reached_nobody(tx, "A question was skipped.")

    first, second = typed(tx, "/classroom weeks"), typed(tx, "/classroom weeks")

    assert first == f"The channel is archived.\n\nA question was skipped.\n\n{second}"
    assert second.startswith("Topic weeks")


def test_unread_notes_wait_while_a_form_is_shown_a_member_asks_or_nothing_worked(tx: Connection) -> None:
    a_classroom(tx)
    a_note_that_reached_nobody(tx, "The channel is archived.")

    typed(tx, "/classroom setup")
    typed(tx, "/tutor me", by=ADA)
    with pytest.raises(TutorError):
        typed(tx, "/classroom close")

    assert typed(tx, "/classroom show").startswith("The channel is archived.\n\nClassroom")


async def test_notes_are_not_lost_with_a_command_that_fails(room: Room, database: Database) -> None:
    with database.writer.begin() as tx:
        a_note_that_reached_nobody(tx, "The channel is archived.")
    with pytest.raises(TutorError):
        await room.typed("/classroom cancel-week 9")

    assert (await room.typed("/classroom weeks")).startswith("The channel is archived.")


def test_a_first_set_up_is_audited_too(tx: Connection) -> None:
    packs.save_pack(tx, a_pack(), now=EIGHT)

    typed(tx, "/classroom setup days=every 2 days at=7")

    assert _audited(tx) == [("dana", "setup days=every 2 days at=7")]


def test_notes_keep_their_bad_tone(tx: Connection) -> None:
    a_classroom(tx)
    a_note_that_reached_nobody(tx, "The channel is archived.")

    card = answer(tx, "/classroom weeks")

    assert isinstance(card, tuple)
    assert card[0] == Note(text="The channel is archived.", tone=Tone.BAD)
    assert isinstance(card[1], Heading)
