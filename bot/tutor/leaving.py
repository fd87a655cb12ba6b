"""Leaving: the bot was taken out of a workspace, or a channel out of it. Classrooms pause, and their data stays."""

from datetime import datetime

from sqlalchemy import Connection

from bot.core.address import ChannelAddress, WorkspaceKey
from bot.core.classroom import ClassroomState
from bot.store import classrooms
from bot.tutor.telling import tell


def leave(tx: Connection, workspace: WorkspaceKey, now: datetime) -> int:
    """Pause every classroom of the workspace and owe its admin a line; returns how many were running."""
    found = classrooms.classrooms_of(tx, workspace)
    running = [each for each in found if each.state is ClassroomState.ACTIVE]
    for classroom in running:
        classrooms.pause(tx, classroom.id)
        told = (
            "The classroom is paused: I was removed from this workspace. "
            "/classroom resume goes on here, /classroom resume all=yes in every channel."
        )
        tell(tx, classroom, told, key=f"left:{int(now.timestamp())}", now=now)
    return len(running)


def lose_channel(tx: Connection, address: ChannelAddress, now: datetime) -> bool:
    """Pause the classroom of a channel that was deleted, and owe its admin a line; returns whether one was running."""
    classroom = classrooms.classroom_in(tx, address)
    if classroom is None or classroom.state is not ClassroomState.ACTIVE:
        return False
    classrooms.pause(tx, classroom.id)
    told = (
        f"The classroom {classroom.id} ({classroom.pack}) is paused: its channel was deleted. Make a new one with "
        "/classroom setup; or whoever runs the server moves it, with all that people achieved there: "
        f"trapwise classroom move --classroom {classroom.id} channel=ID, then resume."
    )
    tell(tx, classroom, told, key=f"channel:{address.channel}", now=now)
    return True
