"""What Slack takes in a workspace, which all processes of the bot share."""

import asyncio

import pytest

from bot.platforms.slack.limits import Limits
from bot.platforms.slack.workspaces import workspace_key
from tests.fakes.leaping_loop import leaping
from tests.fakes.slack.rates import UPDATES

HOME, BESIDE = workspace_key(None, "T1"), workspace_key(None, "T2")


async def spared_in_a_minute(limits: Limits) -> int:
    """How many counts are shown when there is always one to show."""
    shown = 0
    for _ in range(60):
        shown += await limits.spare_edit(HOME)
        await asyncio.sleep(1)
    return shown


async def edits_at_once(limits: Limits) -> int:
    """How many closes get their turns at once when counts have taken what they may."""
    while await limits.spare_edit(HOME):
        pass
    closed = limits.workspaces({})[HOME].edits
    await asyncio.gather(*(limits.edit(HOME) for _ in range(closed)))
    return closed


@pytest.mark.parametrize("processes", [1, 2, 4, 16])
def test_several_processes_share_the_edits_of_a_workspace(processes: int) -> None:
    shown = leaping(spared_in_a_minute(Limits(processes)))

    assert 0 < processes * shown < UPDATES.calls


def test_counts_leave_edits_to_closes() -> None:
    assert leaping(edits_at_once(Limits())) == 8


async def test_what_one_workspace_has_used_up_is_all_there_for_another() -> None:
    limits = Limits()
    for channel in range(10):
        await limits.message(HOME, f"C{channel}")

    takes = limits.workspaces({BESIDE: {"chat.update"}})

    assert (takes[HOME].messages, takes[BESIDE].messages) == (0, 32)
    assert (takes[HOME].edits, takes[BESIDE].edits) == (32, 0)


async def test_what_one_channel_has_used_up_is_all_there_for_another() -> None:
    limits = Limits()
    await limits.message(HOME, "C1")
    await limits.message(HOME, "C1")

    assert {name: allowed.messages for name, allowed in limits.channels().items()} == {"C1": 0}
