"""The command line: its own words, the content, what comes, and standings recounted."""

import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Connection, delete, select

from bot.core.question import ChoiceId
from bot.settings import Settings
from bot.store import postings
from bot.store.database import Database
from bot.store.tables import standing
from bot.tutor import answering, opening, setup
from tests.builders import CHANNEL, NINE, a_click, an_admin
from tests.databases import on_sqlite
from tests.shell import Ended, Shell, a_content_folder, a_process, make_classroom

TODAY = datetime.now(UTC).date()


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


def test_recount_brings_lost_standings_back(shell: Shell, filled: Database) -> None:
    with filled.writer.begin() as tx:
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
    with filled.reader.begin() as tx:
        assert rows_of_standings(tx) == before
        assert len(before) == 2
    assert shell("recount", "--classroom", "1") == told
    assert shell("recount", "--classroom", "2").code == 2


def test_a_terminal_without_our_signs_shows_question_marks(tmp_path: Path) -> None:
    asked = a_process("bank", "show", "nothing", cwd=tmp_path, PYTHONIOENCODING="latin-1", PYTHONUTF8="0")

    out, err = asked.communicate(timeout=60)

    assert (asked.returncode, out) == (2, "")
    assert err == "No pack has a question ?nothing?: its id is the name of its file.\n"


def test_the_command_line_loads_no_web_server(tmp_path: Path) -> None:
    heavy = "{'starlette', 'uvicorn', 'apscheduler', 'jinja2'} & set(sys.modules)"
    code = f"import sys, bot.verbs; print(sorted({heavy}))"

    told = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert told.stdout == "[]\n"


def test_the_packaged_content_is_found_from_any_folder(shell: Shell) -> None:
    assert (Settings().content_folder / "ncp-genl" / "pack.yaml").is_file()
    assert shell("bank", "check").code == 0


@on_sqlite
def test_a_bot_whose_database_is_damaged_ends_in_one_clear_line(
    shell: Shell, filled: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(
        "TRAPWISE_DISCORD__TOKEN", "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
    )
    with filled.writer.begin() as tx:
        tx.exec_driver_sql("ALTER TABLE question RENAME TO lost")

    told = shell("run")

    assert told.code == 2
    assert told.err.splitlines()[-1].startswith("The database does not do what it should (no such table: ")
    assert "Traceback" not in told.err
