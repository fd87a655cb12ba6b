"""`trapwise bank import` and `export`, as somebody at the server types them."""

import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bank.folders import a_folder
from tests.shell import Ended, Shell

GIFT = "$CATEGORY: Cell Biology\n\nWhich?{=one ~two}\n\nWrite.{}\n"


@pytest.fixture
def content(tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: ARG001 - after its own
    monkeypatch.setenv("TRAPWISE_CONTENT", str(tmp_path / "content"))
    (tmp_path / "content").mkdir()
    (tmp_path / "bank.gift").write_text(GIFT)
    return tmp_path / "content"


def test_an_import_makes_the_pack_and_says_so_in_its_last_line(shell: Shell, content: Path) -> None:
    told = shell("bank", "import", "bank.gift", "--into", "facts")

    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines()[-1] == "2 read: 1 new, 0 changed, 0 same, 1 skipped"
    assert f"written to {content / 'facts'}; a bot that is running takes it up when it is started again" in told.out
    assert (content / "facts/unsorted/which.yaml").is_file()
    assert shell("bank", "check").code == 0


def test_again_nothing_is_new(shell: Shell, content: Path) -> None:  # noqa: ARG001 - where it lands
    shell("bank", "import", "bank.gift", "--into", "facts")

    told = shell("bank", "import", "bank.gift", "bank.gift", "--into", "facts")

    assert (told.code, told.out.splitlines()[-1]) == (0, "4 read: 0 new, 0 changed, 2 same, 2 skipped")


def test_a_dry_run_writes_nothing(shell: Shell, content: Path) -> None:
    told = shell("bank", "import", "bank.gift", "--into", "facts", "--dry-run")

    assert told.out.splitlines()[0] == "A dry run: nothing is written."
    assert told.out.splitlines()[-1] == "2 read: 1 new, 0 changed, 0 same, 1 skipped"
    assert list(content.iterdir()) == []


def test_topic_licence_and_source_are_set(shell: Shell, content: Path) -> None:
    shell(
        "bank", "import", "bank.gift", "--into", "facts", "--topic", "Cell life", "--licence", "MIT", "--source", "Ann"
    )

    pack = (content / "facts/pack.yaml").read_text()
    assert "licence: MIT\nsource: Ann\n" in pack
    assert "- id: cell-life\n" in pack
    assert (content / "facts/cell-life/which.yaml").is_file()


def test_an_encoding_is_named(shell: Shell, content: Path, tmp_path: Path) -> None:
    (tmp_path / "bank.gift").write_bytes("Какой город столица?{=Киев ~Рим}\n".encode("cp1251"))

    alone = shell("bank", "import", "bank.gift", "--into", "facts")
    named = shell("bank", "import", "bank.gift", "--into", "facts", "--encoding", "windows-1251")

    assert (alone.code, named.code) == (1, 0)
    assert "--encoding" in alone.out
    assert "text: Киев" in next((content / "facts/unsorted").iterdir()).read_text()


def test_what_is_no_bank_ends_with_1_and_leaves_the_others_alone(shell: Shell, content: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann,\nall is well.\n")

    alone = shell("bank", "import", "letter.txt", "--into", "facts")
    beside = shell("bank", "import", "letter.txt", "bank.gift", "missing.gift", "--into", "facts")

    assert alone == Ended(
        1,
        "letter.txt: refused. It is no question bank: it looks like plain text without choices and keys.\n"
        "0 read: 0 new, 0 changed, 0 same, 0 skipped\n",
        "",
    )
    assert (beside.code, beside.out.splitlines()[-1]) == (0, "2 read: 1 new, 0 changed, 0 same, 1 skipped")
    assert "missing.gift: refused." in beside.out
    assert (content / "facts").is_dir()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--into", "My Pack"), "“My Pack” cannot be a pack's name"),
        (("--into", "../x"), "“../x” cannot be a pack's name"),
        (("--into", "x", "--format", "anki"), "“anki” is no format; known are gift, aiken"),
        (("--into", "x", "--topic", "語"), "“語” cannot be a topic's name"),
        (("--into", "x", "--encoding", "klingon"), "“klingon” is no encoding that is known here."),
    ],
    ids=["name", "path", "format", "topic", "encoding"],
)
def test_words_that_cannot_be_used_are_named(shell: Shell, content: Path, words: tuple[str, ...], said: str) -> None:
    told = shell("bank", "import", "bank.gift", *words)

    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(said)
    assert list(content.iterdir()) == []


def test_an_export_is_printed_or_written(shell: Shell, content: Path, tmp_path: Path) -> None:
    a_folder(content)

    printed = shell("bank", "export", "facts", "--format", "gift")
    written = shell("bank", "export", "facts", "--format", "gift", "--output", "out.gift")

    assert printed.out == (tmp_path / "out.gift").read_text()
    assert written.out == "out.gift: 1 question\n"
    assert shell("bank", "import", "out.gift", "--into", "facts").out.endswith("0 new, 0 changed, 1 same, 0 skipped\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nothing",), "There is no pack “nothing”"),
        (("../content",), "There is no pack “../content”"),
        (("facts", "--format", "xml"), "“xml” is no format; known are yaml, gift, csv."),
        (("facts", "--output", "no/where.yaml"), "“no/where.yaml” cannot be written"),
    ],
)
def test_an_export_that_cannot_be_is_said(shell: Shell, content: Path, words: tuple[str, ...], said: str) -> None:
    a_folder(content)

    told = shell("bank", "export", *words)

    assert told.code == 2
    assert told.err.startswith(said)


def nothing() -> None:
    """What happens meanwhile, where nothing does."""


def on_a_terminal(
    content: Path, *words: str, answers: str, meanwhile: Callable[[], object] = nothing
) -> tuple[int, str]:
    """What a real terminal shows when the answers are typed; `meanwhile` happens once something has been asked."""
    ours, theirs = pty.openpty()
    environment = {"PATH": "", "HOME": str(content), "TRAPWISE_CONTENT": str(content), "COLUMNS": "200"}
    command = [sys.executable, "-m", "bot", "bank", "import", *words]
    running = subprocess.Popen(command, cwd=content.parent, env=environment, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    if meanwhile is not nothing:
        while b"[unsorted]" not in shown:
            shown += os.read(ours, 4096)
        meanwhile()
    os.write(ours, answers.encode())
    while select.select([ours], [], [], 60)[0]:
        try:
            shown += os.read(ours, 4096)
        except OSError:  # The other end is closed.
            break
    os.close(ours)
    return running.wait(timeout=60), shown.decode()


def test_a_terminal_is_asked_for_topics_licence_and_source_once(content: Path) -> None:
    first = on_a_terminal(content, "bank.gift", "--into", "facts", answers="cells\nCC-BY-4.0\nAnn's course\n")
    again = on_a_terminal(content, "bank.gift", "--into", "facts", answers="")

    assert (first[0], again[0]) == (0, 0)
    assert "Cell Biology (1)" in first[1]
    assert "Whose text is this?" in first[1]
    assert "licence: CC-BY-4.0\nsource: Ann's course\n" in (content / "facts/pack.yaml").read_text()
    assert (content / "facts/cells/which.yaml").is_file()
    assert "Whose text" not in again[1]


def test_what_somebody_writes_while_a_terminal_is_asked_stays(shell: Shell, content: Path) -> None:
    shell("bank", "import", "bank.gift", "--into", "facts")
    (content.parent / "more.gift").write_text("$CATEGORY: Cells\n\nWhich?{=one ~two#No.}\n\nNew?{=a ~b}\n")
    question = content / "facts/unsorted/which.yaml"

    code, shown = on_a_terminal(
        content,
        "more.gift",
        "--into",
        "facts",
        answers="\nMIT\nAnn\n",
        meanwhile=lambda: question.write_text(question.read_text() + "trap: By hand.\n"),
    )

    assert (code, shown.splitlines()[-1]) == (0, "2 read: 1 new, 1 changed, 0 same, 0 skipped")
    assert "trap: By hand.\n" in question.read_text()
    assert "why: No.\n" in question.read_text()


def test_a_terminal_is_asked_where_numbers_begin(content: Path, tmp_path: Path) -> None:
    (tmp_path / "bank.json").write_text('[{"question": "Which?", "options": ["a", "b", "c"], "answer": 1}]')

    code, shown = on_a_terminal(content, "bank.json", "--into", "facts", answers="0\n\n\n")

    assert code == 0
    assert "Is the first choice 0 or 1?" in shown
    assert "text: b\n  correct: true" in (content / "facts/unsorted/which.yaml").read_text()


def test_a_dry_run_asks_nothing_on_a_terminal_either(content: Path) -> None:
    code, shown = on_a_terminal(content, "bank.gift", "--into", "facts", "--dry-run", answers="")

    assert code == 0
    assert "?" not in shown.replace("“Which?”", "")
