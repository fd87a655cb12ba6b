"""Whom a courier trusts, by how their workspace answered lately."""

import asyncio
from datetime import timedelta
from itertools import count

import pytest

from bot.core.address import ChannelAddress, Platform, WorkspaceKey
from bot.core.classroom import Classroom, ClassroomState
from bot.core.delivery import Delivery, DeliveryId, DeliveryKind
from bot.core.posting import ClassroomId
from bot.core.question import PackId
from bot.core.shares import Trust
from bot.core.timetable import Timetable
from bot.load import Load
from bot.port import Capacity
from bot.tutor.delivering import Errand
from tests.builders import MONDAY, NINE
from tests.fakes.leaping_loop import leaping

HOME = WorkspaceKey(platform=Platform.WEB, external_id="school")
_numbers = count(1)


def an_errand() -> Errand:
    """A card for the workspace, in a channel of its own."""
    number = next(_numbers)
    classroom = Classroom(
        id=ClassroomId(number),
        address=ChannelAddress(workspace=HOME, channel=f"channel-{number}"),
        state=ClassroomState.ACTIVE,
        pack=PackId("pack"),
        timetable=Timetable(at=NINE.time(), zone="UTC", days="FREQ=DAILY", starts_on=MONDAY),
        seed="seed",
    )
    delivery = Delivery(
        id=DeliveryId(number),
        key=f"open:{number}",
        kind=DeliveryKind.OPEN,
        classroom=classroom.id,
        posting=None,
        person="",
        text="",
        created_at=NINE,
        attempts=1,
        failures=0,
        error="",
        tried_in="",
        lease_until=NINE + timedelta(seconds=20),
        in_doubt=False,
    )
    return Errand(delivery=delivery, classroom=classroom)


def under_way(load: Load) -> Errand:
    """One more that has begun."""
    errand = an_errand()
    load.hold(errand)
    return errand


def trust_in(load: Load) -> Trust:
    """What the workspace is thought of when the next is claimed; a stranger is not named."""
    bounds = load.wanted(Platform.WEB, Capacity()).bounds
    return bounds.workspaces.get(HOME, bounds.usual).trust


async def trust_after_an_answer(seconds: float) -> Trust:
    load = Load()
    errand = under_way(load)
    await asyncio.sleep(seconds)
    load.answered(errand)
    load.free(errand)
    return trust_in(load)


async def trust_while_one_hangs(*, another_answers: bool) -> Trust:
    load = Load()
    under_way(load)
    await asyncio.sleep(1)
    beside = under_way(load)
    await asyncio.sleep(1)
    if another_answers:
        load.answered(beside)
    load.free(beside)
    await asyncio.sleep(10)
    return trust_in(load)


@pytest.mark.parametrize(
    ("seconds", "trust"), [(2.9, Trust.PROVEN), (3.1, Trust.UNKNOWN)], ids=["soon", "after a while"]
)
def test_only_who_answers_soon_is_trusted(seconds: float, trust: Trust) -> None:
    assert leaping(trust_after_an_answer(seconds)) is trust


@pytest.mark.parametrize(
    ("another_answers", "trust"), [(True, Trust.PROVEN), (False, Trust.DOUBTED)], ids=["answers", "does not"]
)
def test_who_answers_something_else_meanwhile_is_not_doubted(another_answers: bool, trust: Trust) -> None:
    assert leaping(trust_while_one_hangs(another_answers=another_answers)) is trust
