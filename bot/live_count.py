"""The live count: many answers, one edit of the card, at most one every few seconds for a posting."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial

import structlog
from cachetools import TTLCache

from bot.cards.question import open_card
from bot.core.address import Platform, WorkspaceKey
from bot.core.delivery import LEASE, DeliveryKind, posting_key
from bot.core.posting import PostingId
from bot.desk import Desk
from bot.port import PATIENCE, SLOWEST_CLAIM, ChatPlatform, DeliveryFailed, Refused, TryLater
from bot.tutor.counting import CountEdit, NoEdit, give_back, take_count_edit

APART = timedelta(seconds=3)
"""The least time between two count edits of one posting."""
_A_FLUSH = 50
"""Cards that one flush edits; the others wait for the next ones, the longest waiting first."""
_AT_ONCE, _DOUBTED_AT_ONCE = 16, 4
"""Edits on one platform over all flushes that may be answered any moment, and those where none was lately."""
_SLOW = 3.0
"""Seconds after which an edit gives its place to others: with those that hang for their 12 s there are at most 80."""
_DOUBTED = 360.0
"""Seconds for which a workspace is doubted where one hung, unless another is answered."""
_REMEMBERED = 10_000
_LONGEST = timedelta(minutes=5)

log = structlog.get_logger(__name__)


class LiveCount:
    """Remembers which postings got answers, and edits their cards when it is asked to."""

    def __init__(self, desk: Desk, platforms: Mapping[Platform, ChatPlatform], clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._platforms = platforms
        self._clock = clock
        self._rooms = {
            (platform, doubted): asyncio.Semaphore(_DOUBTED_AT_ONCE if doubted else _AT_ONCE)
            for platform in Platform
            for doubted in (False, True)
        }
        self._doubted: TTLCache[WorkspaceKey, None] = TTLCache(_REMEMBERED, _DOUBTED, timer=_now)
        self._touched: dict[PostingId, None] = {}  # a queue
        self._not_before: dict[PostingId, datetime] = {}

    def touch(self, posting: PostingId) -> None:
        """The posting got an answer."""
        self._touched.setdefault(posting)

    async def flush(self) -> None:
        """Edit every card that is out of date and may be edited again; each for itself, whatever befalls the others."""
        now = self._clock()
        self._not_before = {posting: at for posting, at in self._not_before.items() if now < at <= now + _LONGEST}
        # Sorted, because the leases of several end up in one transaction, and other workers take theirs meanwhile.
        ready = sorted([posting for posting in self._touched if posting not in self._not_before][:_A_FLUSH])
        for posting in ready:
            del self._touched[posting]
        self._not_before |= dict.fromkeys(ready, now + APART)
        await asyncio.gather(*(self._guarded(posting, now) for posting in ready))

    async def _guarded(self, posting: PostingId, now: datetime) -> None:
        try:
            await self._edit(posting, now)
        except Exception:
            log.exception("count_edit_broke", posting=posting)
            self._again(posting, now, _LONGEST)

    async def _edit(self, posting: PostingId, now: datetime) -> None:
        loop = asyncio.get_running_loop()
        in_time = loop.time() + SLOWEST_CLAIM
        taken = await self._desk.write(take_count_edit, posting, now)
        if loop.time() > in_time:
            self._again(posting, now, LEASE)
            return
        if isinstance(taken, NoEdit):
            if taken is NoEdit.HELD:
                self.touch(posting)
            return
        shown = await self._in_turn(taken, now, in_time)
        if shown is not None:
            await self._desk.write(partial(give_back, shown=shown), taken, self._clock())

    async def _in_turn(self, edit: CountEdit, now: datetime, in_time: float) -> bool | None:
        """As below, if there is room for it in time; else it was not shown. What hangs holds up only its like."""
        workspace = edit.classroom.address.workspace
        room = self._rooms[workspace.platform, workspace in self._doubted]
        try:
            async with asyncio.timeout_at(in_time):
                await room.acquire()
        except TimeoutError:
            log.info("count_edit_without_room", posting=edit.asked.posting.id)
            self.touch(edit.asked.posting.id)
            return False
        trying = asyncio.create_task(self._tried(edit, now))
        try:
            await asyncio.wait({trying}, timeout=_SLOW)
        except asyncio.CancelledError:
            trying.cancel()
            raise
        finally:
            room.release()
        if trying.done():
            self._doubted.pop(workspace, None)
        else:
            self._doubted[workspace] = None
        return await trying

    async def _tried(self, edit: CountEdit, now: datetime) -> bool | None:
        """Whether it is shown now; None: it may still arrive, and holds the card until its lease ends.

        So no close overtakes it.
        """
        posting = edit.asked.posting.id
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._sent(edit)
        except TryLater as error:
            log.warning("count_edit_later", posting=posting, reason=str(error))
            self._again(posting, now, timedelta(seconds=error.after or 0))
        except Refused as error:
            log.warning("count_edit_refused", posting=posting, reason=str(error))
            self._not_before[posting] = now + _LONGEST  # it is recalled, for what was not allowed may be by then
        except (DeliveryFailed, OSError) as error:
            log.warning("count_edit_in_doubt", posting=posting, reason=str(error))
            self._again(posting, now, LEASE)
            return None
        return False

    def _again(self, posting: PostingId, now: datetime, wait: timedelta) -> None:
        self.touch(posting)
        self._not_before[posting] = now + min(max(wait, APART), _LONGEST)

    async def _sent(self, edit: CountEdit) -> bool:
        """Whether it is shown now; one that has to wait until the platform has room to spare is touched again."""
        address, message = edit.classroom.address, edit.asked.posting.message
        platform = self._platforms.get(address.workspace.platform)
        if platform is None or message is None:
            return False
        key = posting_key(DeliveryKind.OPEN, edit.asked.posting.id)
        shown = await platform.show_count(address, message, open_card(edit.asked), key=key)
        if not shown:
            self.touch(edit.asked.posting.id)
        return shown


def _now() -> float:
    return asyncio.get_running_loop().time()
