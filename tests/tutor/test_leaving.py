"""Leaving a workspace pauses all its classrooms, losing a channel its own; one command brings them back."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, select

from bot.core.address import Platform
from bot.core.classroom import ClassroomState
from bot.core.errors import Clash
from bot.core.shares import Shares
from bot.store import classrooms, deliveries
from bot.store.tables import delivery
from bot.tutor import opening, setup
from bot.tutor.leaving import leave, lose_channel
from bot.tutor.setup import Wish, set_up
from tests.builders import CHANNEL, EIGHT, NINE, WORKSPACE, a_classroom, an_admin

ELSEWHERE = replace(CHANNEL, channel="quiz-lounge")
ANOTHER = replace(CHANNEL, workspace=replace(WORKSPACE, external_id="another"))


@pytest.fixture
def three(tx: Connection) -> Connection:
    """Two classrooms in one workspace, one in another."""
    a_classroom(tx)
    for there in (ELSEWHERE, ANOTHER):
        set_up(tx, an_admin(), there, Wish(), seed="seed", now=EIGHT)
    return tx


def states(tx: Connection) -> list[ClassroomState]:
    return [each.state for each in classrooms.all_classrooms(tx)]


def test_the_workspaces_classrooms_pause_and_no_others(three: Connection) -> None:
    assert leave(three, WORKSPACE, NINE) == 2

    assert states(three) == [ClassroomState.PAUSED, ClassroomState.PAUSED, ClassroomState.ACTIVE]


def test_the_admin_is_told_once_for_each_classroom(three: Connection) -> None:
    leave(three, WORKSPACE, NINE)
    leave(three, WORKSPACE, NINE)

    told = three.execute(select(delivery.c.text)).scalars().all()
    assert len(told) == 2
    assert "/classroom resume goes on here" in told[0]


def test_all_paused_ones_go_on_at_once_and_look_only_forward(three: Connection) -> None:
    leave(three, WORKSPACE, NINE)

    gone_on = setup.resume_all(three, WORKSPACE, NINE + timedelta(hours=1))

    assert [each.id for each in gone_on] == [1, 2]
    assert states(three) == [ClassroomState.ACTIVE] * 3
    assert all(each.next_slot and each.next_slot.at > NINE + timedelta(hours=1) for each in gone_on)


def test_where_nothing_is_paused_it_says_so(three: Connection) -> None:
    with pytest.raises(Clash, match="No classroom is paused, and nothing has failed"):
        setup.resume_all(three, WORKSPACE, NINE)


def test_a_deleted_channel_pauses_its_own_classroom_alone(three: Connection) -> None:
    assert lose_channel(three, ELSEWHERE, NINE)

    assert states(three) == [ClassroomState.ACTIVE, ClassroomState.PAUSED, ClassroomState.ACTIVE]


def test_a_channel_that_is_deleted_twice_is_told_once(three: Connection) -> None:
    lose_channel(three, CHANNEL, NINE)

    assert not lose_channel(three, CHANNEL, NINE)
    (told,) = three.execute(select(delivery.c.text)).scalars()
    assert "trapwise classroom move --classroom 1 channel=ID" in told


def test_a_channel_without_a_classroom_may_go(three: Connection) -> None:
    assert not lose_channel(three, replace(CHANNEL, channel="nowhere"), NINE)


def test_a_running_classroom_in_which_something_failed_goes_on_with_it(three: Connection) -> None:
    opening.claim_due(three, NINE)
    card, *_ = deliveries.claim_due(three, now=NINE, shares=Shares(Platform.WEB, 9))
    deliveries.mark_failed(three, card, error="the channel is archived.")

    gone_on = setup.resume_all(three, WORKSPACE, NINE)

    assert [each.id for each in gone_on] == [card.classroom]
    assert [each.key for each in deliveries.claim_due(three, now=NINE, shares=Shares(Platform.WEB, 9))] == [card.key]
