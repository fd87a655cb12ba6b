"""The running daily question of one channel: which pack, which timetable, which policy."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.core.address import ChannelAddress
from bot.core.posting import ClassroomId
from bot.core.question import PackId
from bot.core.timetable import Slot, Timetable


class ClassroomState(StrEnum):
    """Active ones ask; removed ones are kept for 30 days."""

    ACTIVE = "active"
    PAUSED = "paused"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Classroom:
    """One classroom; `next_slot` is None while nothing is planned."""

    id: ClassroomId
    address: ChannelAddress
    state: ClassroomState
    pack: PackId
    timetable: Timetable
    seed: str
    ping: str = ""
    next_slot: Slot | None = None
    changed_by: str = ""
    removed_at: datetime | None = None
