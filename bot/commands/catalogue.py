"""All commands together: looking one up, and the help that lists them."""

import difflib
from collections.abc import Sequence

from sqlalchemy import Connection

from bot.cards.blocks import Block, Card, Fact, Facts, Heading, Note
from bot.commands.command import Call, Command, Root
from bot.commands.members import members_commands
from bot.commands.questions import question_commands
from bot.commands.timetables import timetable_commands
from bot.core.errors import BadInput
from bot.store import workspaces

_BARE = {Root.TUTOR: "help", Root.CLASSROOM: "show"}
"""What a root alone means."""


class Catalogue:
    """Every command once."""

    def __init__(self) -> None:
        self.commands: Sequence[Command] = (
            *members_commands(),
            Command(root=Root.TUTOR, name="help", help="What you can type here", run=self._help),
            *timetable_commands(),
            *question_commands(),
            Command(root=Root.CLASSROOM, name="help", help="What staff can type here", run=self._staff_help),
        )

    def find(self, root: str, name: str) -> Command:
        """The command of that name; a bare /tutor means its help, a bare /classroom shows the classroom.

        Raises:
            BadInput: there is none; the message names the closest.
        """
        mine = {command.name: command for command in self.commands if command.root == root}
        if not mine:
            raise BadInput(root, "is no command here: commands begin with /tutor or /classroom.", example="/tutor help")
        bare = _BARE[Root(root)]
        if (name or bare) in mine:
            return mine[name or bare]
        close = difflib.get_close_matches(name, mine, n=1) or ["help"]
        raise BadInput(name, f"is no command of /{root}. It has: {', '.join(mine)}.", example=f"/{root} {close[0]}")

    def staff_help(self) -> Card:
        """What staff can type."""
        return *self._listed("For staff", Root.CLASSROOM), *_how_to_type()

    def _help(self, tx: Connection, call: Call) -> Card:
        staff = call.caller.manages or workspaces.is_staff(tx, call.caller.key)
        more = (Note(text="/classroom help lists what staff can type."),) if staff else ()
        return *self._listed("What you can type", Root.TUTOR), *more, *_how_to_type()

    def _staff_help(self, _tx: Connection, _call: Call) -> Card:
        return self.staff_help()

    def _listed(self, title: str, root: Root) -> tuple[Block, ...]:
        mine = (command for command in self.commands if command.root is root)
        return Heading(text=title), Facts(items=tuple(Fact(label=each.usage, text=each.help) for each in mine))


def _how_to_type() -> tuple[Block, ...]:
    return (
        Note(text="What stands in brackets may be left out. Parameters go in any order: at=9:30 days=mon,wed,fri"),
        Note(text='A value with spaces may stand in quotes: days="every 2 days"'),
    )
