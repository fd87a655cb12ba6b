"""Leaving: the bot was taken out of a workspace. Its classrooms pause, their data stays, one command goes on."""

from datetime import datetime

from sqlalchemy import Connection

from bot.core.address import WorkspaceKey
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
