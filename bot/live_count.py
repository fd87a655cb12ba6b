"""The live count: many answers, one edit of the card, at most one every few seconds for a posting."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import structlog

from bot.cards.question import open_card
from bot.core.address import Platform
from bot.core.posting import PostingId
from bot.desk import Desk
from bot.port import ChatPlatform, DeliveryFailed
from bot.tutor.asking import NoEdit, give_back, take_count_edit

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
        """Edit the cards that are out of date, those aside whose last edit is too fresh or whose message is held."""
        now = self._clock()
        self._edited = {posting: at for posting, at in self._edited.items() if now - at < APART and at <= now}
        for posting in sorted(self._touched - self._edited.keys()):
            self._touched.discard(posting)
            self._edited[posting] = now
            await self._edit(posting, now)

    async def _edit(self, posting: PostingId, now: datetime) -> None:
        taken = await self._desk.write(take_count_edit, posting, now)
        if isinstance(taken, NoEdit):
            if taken is NoEdit.HELD:
                self._touched.add(posting)
            return
        address, message = taken.classroom.address, taken.asked.posting.message
        try:
            if message is not None:
                platform = self._platforms[address.workspace.platform]
                await platform.edit(address, message, open_card(taken.asked), key=f"open:{posting}")
        except (DeliveryFailed, OSError, TimeoutError) as error:
            log.warning("count_edit_failed", posting=posting, reason=str(error))
            self._touched.add(posting)
        finally:
            await self._desk.write(give_back, taken)
