"""The command line and its database: which one is meant, which classroom, and every verb on it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.core.address import ChannelAddress
from bot.store import classrooms
from bot.store.database import Database
from bot.store.tables import audit
from tests.builders import CHANNEL, WORKSPACE
from tests.shell import Ended, Shell, make_classroom

TODAY = datetime.now(UTC).date()

LOUNGE = ChannelAddress(workspace=WORKSPACE, channel="quiz-lounge")

IN_EVERY_COMMAND = [
    ("classroom",),
    ("classroom", "show"),
    ("preview", "--from", str(TODAY), "--to", str(TODAY)),
    ("recount",),
]


@pytest.mark.parametrize("words", IN_EVERY_COMMAND, ids=" ".join)
@pytest.mark.parametrize(
    ("database", "message"),
    [
        ("nowhere.db", "There is no database nowhere.db."),
        ("no/such/folder.db", "There is no database no/such/folder.db."),
        ("a-folder", "a-folder is a folder, no database."),
        ("a-file", "a-file cannot be read (file is not a database)."),
        ("an-empty-file", "an-empty-file is not up to date. For example: trapwise db upgrade --database an-empty-file"),
        (
            "an empty file",
            "an empty file is not up to date. For example: trapwise db upgrade --database 'an empty file'",
        ),
        ("sqlite://", "A SQLite address names a file and nothing else."),
        ("sqlite:///:memory:", "A SQLite address names a file and nothing else."),
        ("sqlite:///x.db?mode=ro", "A SQLite address names a file and nothing else."),
        ("mysql://root@localhost/x", "Trapwise speaks SQLite and PostgreSQL, not mysql."),
        ("nonsense://x", "Trapwise speaks SQLite and PostgreSQL, not nonsense."),
        ("postgresql+nonsense://x/y", ""),
        ("://", "The database's address cannot be read."),
        ("postgresql://u:secret@h:port/x", "The database's address cannot be read."),
        ("x" * 300, f"{'x' * 300} cannot be read (File name too long)."),
    ],
)
def test_a_database_that_cannot_be_used_is_one_clear_line(
    shell: Shell, tmp_path: Path, words: tuple[str, ...], database: str, message: str
) -> None:
    (tmp_path / "a-folder").mkdir()
    (tmp_path / "a-file").write_text("hello")
    (tmp_path / "an-empty-file").touch()
    (tmp_path / "an empty file").touch()

    told = shell(*words, "--database", database)

    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(message)
    assert told.err.count("\n") == 1
    assert "secret" not in told.err


def test_a_newer_database_suits_every_command(shell: Shell, filled: Database) -> None:
    with filled.writer.begin() as tx:
        tx.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    assert shell("classroom") == Ended(0, "There is no classroom yet.\n", "")


def test_the_environment_names_the_database_too(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPWISE_DATABASE_URL", "elsewhere.db")

    assert shell("db", "upgrade").out == "elsewhere.db is up to date\n"
    assert shell("classroom").out == "There is no classroom yet.\n"


@pytest.mark.parametrize("database", ["a-folder", "a-file", "no/such/folder.db", "mysql://x/y"])
def test_what_cannot_become_a_database_is_one_clear_line(shell: Shell, tmp_path: Path, database: str) -> None:
    (tmp_path / "a-folder").mkdir()
    (tmp_path / "a-file").write_text("hello")

    told = shell("db", "upgrade", "--database", database)

    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)


def test_a_database_that_lost_a_table_is_one_clear_line(shell: Shell, filled: Database) -> None:
    with filled.writer.begin() as tx:
        tx.exec_driver_sql("ALTER TABLE classroom RENAME TO lost")

    told = shell("classroom")

    assert (told.code, told.err.count("\n")) == (2, 1)
    assert "cannot be used now" in told.err
    assert "classroom" in told.err
    assert "LINE" not in told.err


@pytest.mark.usefixtures("filled")
def test_without_a_classroom_each_command_says_so(shell: Shell) -> None:
    assert shell("classroom").out == "There is no classroom yet.\n"
    assert shell("recount").out == "There is no classroom yet.\n"
    assert shell("classroom", "show") == Ended(
        2,
        "",
        "There is no classroom yet. For example: trapwise classroom setup --channel web:demo:genl-daily at=09:00\n",
    )


def test_a_classroom_is_made_for_a_channel(shell: Shell, filled: Database) -> None:
    told = shell("classroom", "setup", "--channel", "web:demo:genl-daily", "days=every 2 days", "at=9", "zone=berlin")

    assert told.code == 0
    assert told.out.startswith("The classroom is set up\n\nPack: ncp-genl\nOpens: 09:00 Europe/Berlin, every 2 days\n")
    assert shell("classroom").out == "1  web:demo:genl-daily  active\n"
    with filled.reader.begin() as tx:
        assert [(row.actor, row.action) for row in tx.execute(select(audit))] == [
            ("", "setup days=every 2 days at=9 zone=berlin")
        ]


@pytest.mark.parametrize(
    "channel", ["genl-daily", "web:genl-daily", "irc:demo:x", "web::x", "web:demo:", ":::", "web:demo:nowhere"]
)
@pytest.mark.usefixtures("filled")
def test_a_channel_that_is_none_is_refused(shell: Shell, channel: str) -> None:
    told = shell("classroom", "setup", "at=9", "--channel", channel)

    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(f"“{channel}” is no ")
    assert shell("classroom").out == "There is no classroom yet.\n"


VERBS = {
    "show": "Classroom\n\nNumber: 1\n",
    "setup at=10": "The classroom is changed\n\nat: 02:30 → 10:00\n",
    "setup": "Change the classroom\n",
    "ask topic=safety minutes=30": "Question 1 is on its way",
    f"off from={TODAY}": f"No questions on {TODAY}\n",
    "pause": "The classroom is paused: nothing more is asked until trapwise classroom resume;",
    f"week topic=safety from={TODAY} weeks=2": "Topic week 1 is planned\n",
    "week": "Plan a topic week\n",
    "weeks": "Topic weeks\n\nNone is planned. For example: trapwise classroom week topic=fine-tuning from=",
    "preview days=3": "Preview\n",
    "move #quiz-lounge": "The classroom goes on in another channel\n\nThe next question comes in: quiz-lounge",
    "remove": "Remove this classroom?\n",
    "remove confirm=yes": "The classroom is removed; trapwise classroom setup brings it back",
    "staff add=@ada": "Staff\n\nAdded: ada\nOn the list: ada\n",
    "SHOW": "Classroom\n",
}


@pytest.mark.parametrize(("line", "told"), VERBS.items(), ids=VERBS)
def test_every_verb_works(shell: Shell, filled: Database, line: str, told: str) -> None:
    make_classroom(filled)

    ended = shell("classroom", *line.split())

    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(told)


def test_a_form_says_how_to_name_its_fields(shell: Shell, filled: Database) -> None:
    make_classroom(filled)

    told = shell("classroom", "setup").out

    assert told.endswith(
        "Name what you want: trapwise classroom setup [pack=] [at=] [zone=] [days=] [close=] [ping=]\n"
    )


def test_classroom_help_needs_no_database(shell: Shell) -> None:
    told = shell("classroom", "help")

    assert told.code == 0
    assert "trapwise classroom week topic= from= [weeks=]: Ask only from chosen topics for a while" in told.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("frobnicate",), "“frobnicate” is no command of /classroom. It has: setup, off,"),
        (("setup", "at=25"), "“25” is not a time of day. For example: at=09:00"),
        (("setup", "sugar=2"), "“sugar=2” means nothing to trapwise classroom setup. It takes pack=,"),
        (("move", "#nowhere"), "“#nowhere” is no channel here;"),
        (("staff", "add=@zed"), "“@zed” is nobody here;"),
        (("close",), "No question is open. For example: trapwise classroom ask"),
        (("void",), "“number=” is missing"),
        (("setup", "zone=\udcff"), "“zone=” has no value."),
        (("show", "--classroom", "7"), "There is no classroom 7; known numbers: 1. For example: --classroom 1"),
        (("show", "--classroom", "-1"), "There is no classroom -1; known numbers: 1."),
    ],
)
def test_wrong_input_is_one_line(shell: Shell, filled: Database, words: tuple[str, ...], message: str) -> None:
    make_classroom(filled)

    told = shell("classroom", *words)

    assert (told.code, told.out) == (2, "")
    assert told.err.replace("of trapwise classroom", "of /classroom").startswith(message)
    assert told.err.count("\n") == 1


def test_among_several_classrooms_one_must_be_named(shell: Shell, filled: Database) -> None:
    make_classroom(filled)
    make_classroom(filled, LOUNGE)

    assert shell("classroom", "show") == Ended(
        2, "", "There are several classrooms; known numbers: 1, 2. For example: --classroom 1\n"
    )
    assert shell("classroom", "show", "--classroom", "2").out.startswith("Classroom\n\nNumber: 2\n")
    assert shell("classroom").out == "1  web:demo:genl-daily  active\n2  web:demo:quiz-lounge  active\n"


def test_removed_classrooms_are_not_listed(shell: Shell, filled: Database) -> None:
    make_classroom(filled)
    shell("classroom", "remove", "confirm=yes")

    assert shell("classroom").out == "There is no classroom yet.\n"
    with filled.reader.begin() as tx:
        assert classrooms.classroom_in(tx, CHANNEL) is not None
