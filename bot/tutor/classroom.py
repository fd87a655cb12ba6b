"""What a command is about: the channel's classroom, its pack, and a topic of it."""

import difflib
import re

from sqlalchemy import Connection

from bot.core.address import ChannelAddress
from bot.core.classroom import Classroom, ClassroomState
from bot.core.errors import BadInput, NoClassroom, NothingThere
from bot.core.question import Pack, Topic
from bot.store import classrooms, packs


def the_classroom(tx: Connection, address: ChannelAddress) -> Classroom:
    """The classroom of a channel.

    Raises:
        NoClassroom: it has none.
    """
    found = classrooms.classroom_in(tx, address)
    if found is None or found.state is ClassroomState.REMOVED:
        raise NoClassroom(
            "This channel has no classroom. Staff can make one, or bring a removed one back, with /classroom setup."
        )
    return found


def the_pack(tx: Connection, classroom: Classroom) -> Pack:
    """The classroom's pack.

    Raises:
        NothingThere: it is not there any more.
    """
    pack = packs.load_pack(tx, classroom.pack)
    if pack is None:
        raise NothingThere(f"The pack {classroom.pack} is gone.", example="/classroom setup pack=ncp-genl")
    return pack


def find_topic(pack: Pack, word: str) -> Topic:
    """The topic of that id or title; case, spaces and hyphens do not matter.

    Raises:
        BadInput: the pack has none; the message names those it has.
    """
    for topic in pack.topics:
        if _letters(word) in {_letters(topic.id), _letters(topic.title)}:
            return topic
    known = [topic.id for topic in pack.topics]
    close = difflib.get_close_matches(word.casefold(), known, n=1) or known
    raise BadInput(
        word, f"is no topic of {pack.id}. It has: {', '.join(known)}.", example=f"topic={close[0]}", parameter="topic"
    )


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text.casefold())
