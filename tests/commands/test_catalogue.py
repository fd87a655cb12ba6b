import pytest
from sqlalchemy import Connection

from bot.commands.catalogue import Catalogue
from bot.core.address import Caller
from bot.core.errors import BadInput, NoClassroom
from tests.builders import a_classroom, a_person, an_admin
from tests.commands.typed import typed

OF_THE_ISSUE = {
    "tutor": {"today", "me", "streak", "top", "help"},
    "classroom": {
        "setup",
        "show",
        "ask",
        "close",
        "void",
        "off",
        "pause",
        "resume",
        "week",
        "weeks",
        "cancel-week",
        "preview",
        "move",
        "remove",
        "staff",
        "help",
    },
}


@pytest.mark.parametrize("root", OF_THE_ISSUE)
def test_every_command_is_there_once(root: str) -> None:
    names = [command.name for command in Catalogue().commands if command.root == root]

    assert sorted(names) == sorted(OF_THE_ISSUE[root])


@pytest.mark.parametrize("root", OF_THE_ISSUE)
def test_help_lists_every_command_with_its_usage(tx: Connection, root: str) -> None:
    told = typed(tx, f"/{root} help")

    mine = [command for command in Catalogue().commands if command.root == root]
    assert all(f"{command.usage}: {command.help}\n" in f"{told}\n" for command in mine)


def test_members_help_says_nothing_of_what_they_may_not_use(tx: Connection) -> None:
    assert "/classroom" not in typed(tx, "/tutor help", by=a_person())


@pytest.mark.parametrize("by", [an_admin(), a_person()], ids=["who manages", "who is on the list"])
def test_staff_are_told_of_their_own_help(tx: Connection, by: Caller) -> None:
    typed(tx, "/classroom staff add=@ada")

    assert "/classroom help lists what staff can type." in typed(tx, "/tutor help", by=by)


def test_usage_brackets_what_may_be_left_out() -> None:
    usages = {command.name: command.usage for command in Catalogue().commands}

    assert usages["top"] == "/tutor top [period=week|month|all]"
    assert usages["week"] == "/classroom week topic= from= [weeks=]"
    assert usages["pause"] == "/classroom pause"


def test_every_parameter_says_what_it_is_and_has_an_example() -> None:
    parameters = [each for command in Catalogue().commands for each in command.parameters]

    assert all(each.help and each.example for each in parameters)
    assert all(each.example in each.options for each in parameters if each.options)


def test_the_root_alone_means_help_for_members(tx: Connection) -> None:
    assert typed(tx, "/tutor") == typed(tx, "/tutor help")


def test_the_root_alone_shows_the_classroom_to_staff(tx: Connection) -> None:
    a_classroom(tx)

    assert typed(tx, "/classroom") == typed(tx, "/classroom show")


def test_the_root_alone_says_how_to_begin_where_there_is_no_classroom(tx: Connection) -> None:
    with pytest.raises(NoClassroom) as caught:
        typed(tx, "/classroom")

    assert caught.value.message == (
        "This channel has no classroom. Staff can make one, or bring a removed one back, with /classroom setup."
    )


def test_classroom_help_lists_what_staff_can_type(tx: Connection) -> None:
    told = typed(tx, "/classroom help")

    assert told.startswith("For staff\n\n/classroom setup [pack=]")
    assert "/tutor" not in told


@pytest.mark.parametrize(
    ("line", "message", "example"),
    [
        ("/tutor tody", "“tody” is no command of /tutor. It has: today, me, streak, top, help.", "/tutor today"),
        ("/tutor xyz", "“xyz” is no command of /tutor. It has: today, me, streak, top, help.", "/tutor help"),
        ("/classroom cancel week", "“cancel” is no command of /classroom.", "/classroom cancel-week"),
        ("/classroom setpu at=9", "“setpu” is no command of /classroom.", "/classroom setup"),
        ("/tutr today", "“tutr” is no command here: commands begin with /tutor or /classroom.", "/tutor help"),
        ("hello", "“hello” is no command here: commands begin with", "/tutor help"),
        ("", "“” is no command here: commands begin with", "/tutor help"),
    ],
)
def test_an_unknown_command_names_the_closest(tx: Connection, line: str, message: str, example: str) -> None:
    with pytest.raises(BadInput) as caught:
        typed(tx, line)

    assert caught.value.message.startswith(message)
    assert caught.value.example == example
