"""Commands typed in a channel over an open transaction, their answers read as a terminal would show them."""

from datetime import datetime

from sqlalchemy import Connection

from bot.cards.blocks import Card, Form
from bot.cards.plain import plain, plain_form
from bot.commands.catalogue import Catalogue
from bot.commands.command import Call
from bot.commands.dispatch import resolved, run_for_staff
from bot.commands.reading import read_arguments, read_words
from bot.core.address import Caller, ChannelAddress, MessageAddress
from bot.core.classroom import Classroom
from bot.core.posting import Posting
from bot.platforms.web.people import resolve
from bot.store import classrooms, postings
from bot.tutor import opening
from tests.builders import CHANNEL, EIGHT, NINE, an_admin

CATALOGUE = Catalogue()


def answer(
    tx: Connection,
    text: str,
    *,
    by: Caller | None = None,
    now: datetime = EIGHT,
    at: ChannelAddress = CHANNEL,
) -> Card | Form:
    """The card or form that answers a typed line; an admin types unless somebody else is named."""
    words = read_words(text)
    command = CATALOGUE.find(words.root, words.name)
    arguments = resolved(command, read_arguments(command, words.rest), resolve)
    call = Call(caller=by or an_admin(), address=at, arguments=arguments, now=now, seed="seed")
    return run_for_staff(tx, command, call) if command.staff_only else command.run(tx, call)


def typed(
    tx: Connection,
    text: str,
    *,
    by: Caller | None = None,
    now: datetime = EIGHT,
    at: ChannelAddress = CHANNEL,
) -> str:
    """The answer in words."""
    told = answer(tx, text, by=by, now=now, at=at)
    return plain_form(told) if isinstance(told, Form) else plain(told)


def here(tx: Connection, at: ChannelAddress = CHANNEL) -> Classroom:
    """The channel's classroom."""
    found = classrooms.classroom_in(tx, at)
    assert found is not None
    return found


def opened(tx: Connection, now: datetime = NINE) -> Posting:
    """The classroom's due question, asked and visible."""
    opening.claim_due(tx, now)
    newest = postings.open_postings(tx, here(tx).id)[0]
    opening.confirm(tx, newest.id, MessageAddress(channel=CHANNEL.channel, message=str(newest.number)), now)
    return newest
