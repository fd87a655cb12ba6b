"""The live count: many answers, one edit of the card, at most one every few seconds for a posting."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import structlog

from bot.cards.question import open_card
from bot.core.address import Platform
from bot.core.delivery import DeliveryKind, posting_key
from bot.core.posting import PostingId
from bot.desk import Desk
from bot.port import PATIENCE, ChatPlatform, DeliveryFailed
from bot.tutor.counting import CountEdit, NoEdit, give_back, take_count_edit

APART = timedelta(seconds=3)
"""The least time between two count edits of one posting."""

log = structlog.get_logger(__name__)


class LiveCount:
    """Remembers which postings got answers, and edits their cards when it is asked to."""

    def __init__(self, desk: Desk, platforms: Mapping[Platform, ChatPlatform], clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._platforms = platforms
        self._clock = clock
        self._touched: set[PostingId] = set()
        self._edited: dict[PostingId, datetime] = {}

    def touch(self, posting: PostingId) -> None:
        """The posting got an answer."""
        self._touched.add(posting)

    async def flush(self) -> None:
        """Edit every card that is out of date, but none twice within a few seconds."""
        now = self._clock()
        self._edited = {posting: at for posting, at in self._edited.items() if now - at < APART and at <= now}
        ready = sorted(self._touched - self._edited.keys())
        self._touched.difference_update(ready)
        self._edited |= dict.fromkeys(ready, now)
        await asyncio.gather(*(self._edit(posting, now) for posting in ready))

    async def _edit(self, posting: PostingId, now: datetime) -> None:
        taken = await self._desk.write(take_count_edit, posting, now)
        if isinstance(taken, NoEdit):
            if taken is NoEdit.HELD:
                self._touched.add(posting)
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await self._send(taken)
        except (DeliveryFailed, OSError) as error:
            log.warning("count_edit_failed", posting=posting, reason=str(error))
            self._touched.add(posting)
        finally:
            await self._desk.write(give_back, taken)

    async def _send(self, edit: CountEdit) -> None:
        address, message = edit.classroom.address, edit.asked.posting.message
        platform = self._platforms.get(address.workspace.platform)
        if platform is not None and message is not None:
            key = posting_key(DeliveryKind.OPEN, edit.asked.posting.id)
            await platform.edit(address, message, open_card(edit.asked), key=key)
