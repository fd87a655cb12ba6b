import io
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Connection, delete, select

from bot.__main__ import run
from bot.core.address import ChannelAddress
from bot.core.question import ChoiceId
from bot.settings import Settings
from bot.store import classrooms, packs, postings
from bot.store.database import Database
from bot.store.tables import audit, standing
from bot.tutor import answering, opening, setup
from tests.builders import CHANNEL, NINE, WORKSPACE, a_click, a_pack, an_admin

TODAY = datetime.now(UTC).date()
LOUNGE = ChannelAddress(workspace=WORKSPACE, channel="quiz-lounge")


@dataclass(frozen=True)
class Ended:
    """What a command said, and how it ended."""

    code: int
    out: str
    err: str


Shell = Callable[..., Ended]


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """The command line in a folder of its own, with nothing in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TRAPWISE_DATABASE_URL", raising=False)
    monkeypatch.delenv("TRAPWISE_CONTENT", raising=False)

    def typed(*words: str) -> Ended:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run(words)
        told = capsys.readouterr()
        return Ended(int(ended.value.code or 0), told.out, told.err)

    return typed


@pytest.fixture
def filled(database: Database) -> Database:
    """The database in the shell's folder, with a pack in it."""
    with database.writer.begin() as tx:
        packs.save_pack(tx, a_pack(), now=NINE)
    return database


def make_classroom(database: Database, at: ChannelAddress = CHANNEL, days: str = "daily", zone: str = "UTC") -> None:
    wish = setup.Wish(at=datetime(2026, 1, 1, 2, 30, tzinfo=UTC).time(), zone=zone, days=days)
    with database.writer.begin() as tx:
        setup.set_up(tx, an_admin(), at, wish, seed="seed", now=datetime.now(UTC))


def test_help_lists_every_command(shell: Shell) -> None:
    told = shell("--help")

    assert told.code == 0
    assert all(word in told.out for word in ("demo", "bank", "classroom", "preview", "recount", "db"))


@pytest.mark.parametrize("words", [(), ("bank",), ("db",)])
def test_a_group_alone_shows_its_help(shell: Shell, words: tuple[str, ...]) -> None:
    assert "Usage:" in shell(*words).out


@pytest.mark.parametrize(
    "words",
    [
        ("serve",),
        ("demo", "--port", "x"),
        ("demo", "--port", "70000"),
        ("bank", "show"),
        ("classroom", "show", "--classroom", "x"),
        ("preview",),
        ("preview", "--from", "2026-12-01"),
        ("db", "downgrade"),
        ("recount", "--fast"),
    ],
    ids=" ".join,
)
def test_what_the_parser_refuses_ends_with_two(shell: Shell, words: tuple[str, ...]) -> None:
    told = shell(*words)

    assert told.code == 2
    assert "Usage:" in told.err


def test_the_content_in_use_is_well(shell: Shell) -> None:
    told = shell("bank", "check")

    assert (told.code, told.err) == (0, "")
    assert told.out.endswith("all is well\n")


def a_content_folder(folder: Path, question: str) -> Path:
    """A folder with one pack of one question."""
    topic = folder / "ncp-genl" / "safety"
    topic.mkdir(parents=True)
    about = "id: ncp-genl\ntitle: A pack\nexam: An exam\nlicence: MIT\n"
    topics = "topics:\n  - {id: safety, title: Safety, weight: 1}\n"
    (folder / "ncp-genl" / "pack.yaml").write_text(about + topics)
    (topic / "q1.yaml").write_text(question)
    return folder


def test_every_problem_of_a_folder_is_told_with_file_and_line(shell: Shell, tmp_path: Path) -> None:
    folder = a_content_folder(tmp_path / "content", "title: One\ntitle: Two\nfoo: bar\n")

    told = shell("bank", "check", str(folder))

    lines = told.out.splitlines()
    assert told.code == 1
    assert len(lines) > 2
    assert all(line.startswith("ncp-genl/safety/q1.yaml:") for line in lines[:-1])
    assert lines[-1] == f"1 pack, 1 question: {len(lines) - 1} problems"


@pytest.mark.parametrize("name", ["nowhere", "a-file", ""], ids=["missing", "a file", "empty"])
def test_what_is_no_content_folder_is_a_problem_like_any_other(shell: Shell, tmp_path: Path, name: str) -> None:
    (tmp_path / "a-file").write_text("x")
    (tmp_path / "empty").mkdir()

    told = shell("bank", "check", name or "empty")

    assert told.code == 1
    assert told.out.endswith("0 packs, 0 questions: 1 problem\n")


def test_a_question_is_shown_as_people_see_it_and_what_it_teaches(shell: Shell) -> None:
    told = shell("bank", "show", "gradient-checkpointing-trade")

    assert told.code == 0
    assert told.out.startswith("Question 1 · Fine-Tuning\n\n")
    assert "[A] [B] [C] [D]\n\nWhat it teaches\n\n" in told.out
    assert shell("bank", "show", "gradient-checkpointing-trade.yaml") == told


def test_an_unknown_question_is_one_line(shell: Shell) -> None:
    assert shell("bank", "show", "x" * 99) == Ended(
        2, "", f"No pack has a question “{'x' * 39}…”: its id is the name of its file.\n"
    )


def test_no_question_is_shown_from_a_broken_folder(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAPWISE_CONTENT", str(a_content_folder(tmp_path / "content", "title: [\n")))

    told = shell("bank", "show", "q1")

    assert told.code == 2
    assert told.err.startswith("The questions cannot be used: ncp-genl/safety/q1.yaml:")


def test_db_upgrade_makes_a_database_and_is_harmless_again(shell: Shell) -> None:
    first, second = shell("db", "upgrade"), shell("db", "upgrade")

    assert first == second == Ended(0, "trapwise.db is up to date\n", "")


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

    told = shell(*words, "--database", database)

    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(message)
    assert told.err.count("\n") == 1
    assert "secret" not in told.err


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


@pytest.mark.usefixtures("database")
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
    "move #quiz-lounge": "The next question comes in quiz-lounge",
    "remove": "Remove this classroom?\n",
    "remove confirm=yes": "The classroom is removed; trapwise classroom setup brings it back",
    "staff add=@ada": "ada may use trapwise classroom now\n",
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


def the_next_jump(zone: str) -> date:
    """The next date on which that zone's clocks jump forward."""
    clock = ZoneInfo(zone)
    days = (TODAY + timedelta(days=ahead) for ahead in range(2, 380))
    noons = ((day, datetime(day.year, day.month, day.day, 12, tzinfo=clock)) for day in days)
    return next(day for day, noon in noons if noon.dst() and not (noon - timedelta(days=1)).dst())


def test_a_preview_tells_every_post_its_clocks_and_where_questions_repeat(shell: Shell, filled: Database) -> None:
    make_classroom(filled, zone="Europe/Berlin")
    jump = the_next_jump("Europe/Berlin")

    told = shell("preview", "--from", str(jump - timedelta(days=1)), "--to", str(jump + timedelta(days=1)))

    lines = told.out.splitlines()
    assert told.code == 0
    assert [line[4:14] for line in lines[2:5]] == [str(jump + timedelta(days=step)) for step in (-1, 0, 1)]
    assert f"{jump} 03:00 Europe/Berlin: 01:00 UTC (02:30 does not exist that day, the clocks jump" in lines[3]
    assert lines[-1].startswith("Questions repeat from ")


def test_a_preview_of_a_paused_classroom_says_so(shell: Shell, filled: Database) -> None:
    make_classroom(filled)
    shell("classroom", "pause")

    told = shell("preview", "--from", str(TODAY), "--to", str(TODAY + timedelta(days=9)))

    assert told.out == "Preview\n\nThe classroom is paused: trapwise classroom resume goes on.\n"


@pytest.mark.parametrize(
    ("first", "last", "message"),
    [
        ("tomorrow", str(TODAY), "“tomorrow” is no date: write year-month-day."),
        (str(TODAY), "2027-02-29", "“2027-02-29” is no day of the calendar."),
        (str(TODAY), "1.2.2027", "“1.2.2027” is no date: write year-month-day."),
        (
            str(TODAY + timedelta(days=2)),
            str(TODAY),
            f"“{TODAY}” comes before --from. For example: --from {TODAY} --to",
        ),
        ("2020-01-01", "2020-02-01", "“2020-02-01” is past: a preview looks forward."),
        (str(TODAY), "2199-01-01", "“2199-01-01” is more than 400 days ahead."),
        (str(TODAY), "9999-01-01", "“9999-01-01” is too far away."),
    ],
)
def test_dates_that_make_no_preview_are_refused(
    shell: Shell, filled: Database, first: str, last: str, message: str
) -> None:
    make_classroom(filled)

    told = shell("preview", "--from", first, "--to", last)

    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(message)


def rows_of_standings(tx: Connection) -> list[tuple[object, ...]]:
    order = standing.c.classroom_id, standing.c.learner_id
    return [tuple(row) for row in tx.execute(select(standing).order_by(*order))]


def test_recount_brings_lost_standings_back(shell: Shell, database: Database) -> None:
    with database.writer.begin() as tx:
        packs.save_pack(tx, a_pack(), now=NINE)
        wish = setup.Wish(zone="UTC", days="daily")
        room = setup.set_up(tx, an_admin(), CHANNEL, wish, seed="seed", now=NINE - timedelta(hours=1)).classroom
        for day in range(3):
            now = NINE + timedelta(days=day)
            opening.claim_due(tx, now)
            asked = postings.open_postings(tx, room.id)[0]
            right, wrong = asked.letter_of(ChoiceId(0)), asked.letter_of(ChoiceId(1))
            clicks = [a_click(asked.id, "ada", right, at=now), a_click(asked.id, "ben", wrong, at=now)]
            answering.record(tx, clicks)
        before = rows_of_standings(tx)
        tx.execute(delete(standing))

    told = shell("recount")

    assert told == Ended(0, "classroom 1: 2 standings rebuilt\n", "")
    with database.reader.begin() as tx:
        assert rows_of_standings(tx) == before
        assert len(before) == 2
    assert shell("recount", "--classroom", "1") == told
    assert shell("recount", "--classroom", "2").code == 2


def a_process(*words: str, cwd: Path, **environment: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *words],
        cwd=cwd,
        env={"PATH": "", "HOME": str(cwd), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def test_a_terminal_without_our_signs_shows_question_marks(tmp_path: Path) -> None:
    asked = a_process("bank", "show", "nothing", cwd=tmp_path, PYTHONIOENCODING="latin-1", PYTHONUTF8="0")

    out, err = asked.communicate(timeout=60)

    assert (asked.returncode, out) == (2, "")
    assert err == "No pack has a question ?nothing?: its id is the name of its file.\n"


def test_a_demo_whose_port_is_taken_says_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        demo = a_process("demo", "--port", str(port), cwd=tmp_path)
        out, err = demo.communicate(timeout=60)

    assert (demo.returncode, out) == (2, "")
    assert err.startswith(f"Port {port} cannot be used: Address already in use")
    assert err.endswith("For example: trapwise demo --port 0\n")


@pytest.mark.parametrize("database", ["a-folder", "a-file", "no/such/folder.db"])
def test_a_demo_without_a_usable_database_is_one_clear_line(shell: Shell, tmp_path: Path, database: str) -> None:
    (tmp_path / "a-folder").mkdir()
    (tmp_path / "a-file").write_text("hello")

    told = shell("demo", "--port", "0", "--database", database)

    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    assert told.err.startswith(f"{database} cannot be used as Trapwise's database")


def test_a_demo_of_broken_questions_names_the_first(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAPWISE_CONTENT", str(a_content_folder(tmp_path / "content", "title: [\n")))

    told = shell("demo", "--port", "0")

    assert (told.code, told.out) == (2, "")
    assert told.err.startswith("The questions cannot be used: ncp-genl/safety/q1.yaml:")


def test_the_command_line_works_beside_a_running_demo(tmp_path: Path) -> None:
    demo = a_process("demo", "--port", "0", cwd=tmp_path)
    try:
        assert isinstance(demo.stdout, io.TextIOWrapper)
        page = demo.stdout.readline().strip()

        asked = a_process("classroom", "ask", cwd=tmp_path)
        out, err = asked.communicate(timeout=60)

        assert (asked.returncode, err) == (0, "")
        assert out.startswith("Question 2 is on its way")
        assert _appears(page, "Extra question 2")
    finally:
        demo.terminate()
        demo.communicate(timeout=60)


def _appears(page: str, words: str) -> bool:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        with urllib.request.urlopen(page, timeout=10) as response:  # noqa: S310 - our own page on this machine
            if words in response.read().decode():
                return True
        time.sleep(0.2)
    return False


def test_the_command_line_loads_no_web_server(tmp_path: Path) -> None:
    heavy = "{'starlette', 'uvicorn', 'apscheduler', 'jinja2'} & set(sys.modules)"
    code = f"import sys, bot.__main__; print(sorted({heavy}))"

    told = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert told.stdout == "[]\n"


def test_the_packaged_content_is_found_from_any_folder(shell: Shell) -> None:
    assert (Settings().content_folder / "ncp-genl" / "pack.yaml").is_file()
    assert shell("bank", "check").code == 0


def test_removed_classrooms_are_not_listed(shell: Shell, filled: Database) -> None:
    make_classroom(filled)
    shell("classroom", "remove", "confirm=yes")

    assert shell("classroom").out == "There is no classroom yet.\n"
    with filled.reader.begin() as tx:
        assert classrooms.classroom_in(tx, CHANNEL) is not None
