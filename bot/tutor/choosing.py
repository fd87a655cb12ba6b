"""Choosing: which question a slot gets, the same for a preview as for the day itself."""

from collections.abc import Sequence

from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.core.picking import Asked, Stock, pick_from, stock_of
from bot.core.question import Pack, PackId, Question, QuestionId, RevisionId, TopicId
from bot.core.timetable import Slot
from bot.store import packs


class Shelf:
    """The packs of the classrooms at hand, each read once in a transaction."""

    def __init__(self, tx: Connection) -> None:
        self._tx = tx
        self._packs: dict[PackId, tuple[Pack | None, dict[QuestionId, RevisionId]]] = {}
        self._stocks: dict[tuple[PackId, tuple[TopicId, ...]], Stock | None] = {}

    def pack(self, which: PackId) -> Pack | None:
        """The pack, None if it is gone."""
        return self._read(which)[0]

    def revision(self, which: PackId, question: QuestionId) -> RevisionId:
        """The newest revision of a question in it."""
        return self._read(which)[1][question]

    def stock(self, which: PackId, topics: tuple[TopicId, ...]) -> Stock | None:
        """What it has on these topics, or on all when none are given."""
        if (which, topics) not in self._stocks:
            pack = self.pack(which)
            self._stocks[which, topics] = stock_of(pack, topics) if pack else None
        return self._stocks[which, topics]

    def _read(self, which: PackId) -> tuple[Pack | None, dict[QuestionId, RevisionId]]:
        if which not in self._packs:
            self._packs[which] = packs.load_current(self._tx, which)
        return self._packs[which]


def next_question(stock: Stock | None, classroom: Classroom, slot: Slot, history: Sequence[Asked]) -> Question | None:
    """The pick for a scheduled slot; None when nothing is in stock."""
    return pick_from(stock, seed=classroom.seed, slot=slot.day.isoformat(), history=history) if stock else None


def nothing_to_ask(pack: Pack | None, topics: tuple[TopicId, ...], *, remedy: str = "Cancel the topic week.") -> str:
    """Why there is no question, and what an admin can do."""
    if pack is None or not pack.questions:
        return "The pack has no questions. Add some, or choose another pack with /classroom setup pack=…"
    return f"The pack has no question on {', '.join(topics)}. {remedy}"
