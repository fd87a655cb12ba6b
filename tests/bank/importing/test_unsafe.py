"""Files that mean harm, or are larger than anybody's bank."""

import io
import os
import zipfile
from pathlib import Path

import pytest

from bot.bank.importing.archive import unpacked
from bot.bank.importing.draft import NotABank, Unfit
from bot.bank.importing.encoding import Unreadable
from bot.bank.importing.html_text import from_html
from bot.bank.importing.intake import read_file
from bot.bank.importing.source import MOST_IN_ALL, Source, opened
from bot.bank.importing.xml_tree import tree
from tests.bank.importing.reading import a_source, a_zip, drafts, everything, skipped
from tests.bank.importing.test_moodle_xml import TWO, a_question
from tests.bank.importing.test_moodle_xml import a_quiz as a_moodle_quiz
from tests.bank.importing.test_qti12 import a_quiz, a_rule, an_item, picked
from tests.bank.importing.test_table import a_workbook


@pytest.mark.parametrize("name", ["../evil.xml", "/etc/passwd", "a/../../b.xml", "..\\evil.xml", "C:/x.xml"])
def test_a_path_that_leads_out_is_refused(name: str) -> None:
    with pytest.raises(Unreadable, match="leads out of it"):
        unpacked(a_source(a_zip({"imsmanifest.xml": "<manifest/>", name: "<a/>"})))


def test_a_zip_that_unpacks_to_far_more_is_refused() -> None:
    with pytest.raises(Unreadable, match="far more than it holds"):
        unpacked(a_source(a_zip({"a.xml": bytes(2_000_000)})))


def test_a_zip_of_very_many_files_or_folders_is_refused() -> None:
    with pytest.raises(Unreadable, match="nests its folders"):
        unpacked(a_source(a_zip({"a/" * 30 + "x.xml": "<a/>"})))
    with pytest.raises(Unreadable, match=r"more than 30,000 files"):
        unpacked(a_source(a_zip({f"{n}": "" for n in range(30_001)})))


def test_a_member_that_is_damaged_or_locked_is_said() -> None:
    data = a_zip({"imsmanifest.xml": "<manifest/>", "a.xml": "<assessmentItem>" * 50})
    start = data.index(b"a.xml") + 5
    damaged = data[:start] + bytes(10) + data[start + 10 :]
    locked = bytearray(data)
    locked[data.index(b"PK\x01\x02") + 8] |= 1

    with pytest.raises(Unreadable, match=r"a\.xml in it cannot be unpacked"):
        unpacked(a_source(damaged)).read("a.xml")
    with pytest.raises(Unreadable, match="locked with a password"):
        unpacked(a_source(bytes(locked)))


def test_a_workbook_within_bounds_and_a_damaged_one() -> None:
    whole = a_workbook(["Question", "A", "B", "Answer"])
    book = zipfile.ZipFile(io.BytesIO(whole))
    members = {name: book.read(name) for name in book.namelist()}
    broken = a_zip({**members, "xl/worksheets/sheet1.xml": "<worksheet><oops"})
    bomb = a_zip({**members, "xl/media/a.bin": bytes(3_000_000)})

    with pytest.raises((Unreadable, NotABank)):
        drafts(broken)
    with pytest.raises(Unreadable, match="far more"):
        drafts(bomb)


def test_xml_that_nests_too_deeply_is_refused() -> None:
    with pytest.raises(NotABank, match="nests too deeply"):
        tree("<a>" * 500 + "</a>" * 500)


def test_html_that_nests_too_deeply_loses_one_question(tmp_path: Path) -> None:
    deep = "<b>" * 5_000 + "x"
    text = f"[html]{deep}{{=a ~b}}\n\nWhich?{{=a ~b}}\n"
    (tmp_path / "bank.gift").write_text(text)

    reading = read_file(tmp_path / "bank.gift")

    assert [draft.stem for draft in reading.drafts] == ["Which?"]
    assert [each.reason for each in reading.skipped] == ["its HTML nests too deeply"]


DEEP = "<p>x" * 400
DEEP_STEM = f'<questiontext format="html"><text><![CDATA[{DEEP}]]></text></questiontext>'


@pytest.mark.parametrize(
    "text",
    [
        a_moodle_quiz(
            a_question(TWO, stem=f'<questiontext format="html"><text><![CDATA[{DEEP}]]></text></questiontext>')
        ),
        a_quiz(an_item(rule=a_rule(picked("1"))).replace("Which is", DEEP.replace("<", "&lt;"))),
    ],
    ids=["moodle", "qti 1.2"],
)
def test_a_stem_that_cannot_be_read_is_named_by_its_words(text: str) -> None:
    (found,) = skipped(text)

    assert found.reason == "its HTML nests too deeply"
    assert found.words.startswith("x x x")


def test_html_beyond_a_bound_is_not_parsed() -> None:
    with pytest.raises(Unfit, match="it has a text of 400,000 characters"):
        from_html("<br>" * 100_000, "{} {}".format)


def test_html_of_very_many_lines_is_read_line_by_line() -> None:
    assert from_html("What?" + "<br>" * 20_000 + "x", "{} {}".format) == "What?\\\nx"


def test_a_question_of_very_many_blank_lines_is_read_line_by_line() -> None:
    assert len(everything("Which?{=a ~b}\n\nOpen? {\n" + "=a\n\n" * 30_000 + "}\n")) == 2


def test_a_number_of_very_many_digits_is_text() -> None:
    text = f'[{{"question": "Which?", "options": ["a", "b"], "answer": {"9" * 5_000}}}]'

    assert [each.words for each in skipped(text)] == ["Which?"]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "bank.gift")

    assert read_file(tmp_path / "bank.gift").refusal.endswith("is not a file.")


def test_scripts_and_styles_are_not_shown() -> None:
    html = "<p onclick='x()'>a</p><script>alert(1)</script><style>p{}</style><iframe src='x'>b</iframe>"

    assert from_html(html, "{} {}".format) == "a"


def test_a_file_over_the_limit_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "big.gift"
    with path.open("wb") as file:
        file.truncate(MOST_IN_ALL + 1)

    with pytest.raises(Unreadable, match="larger than 50 MB"):
        opened(path)


@pytest.mark.parametrize("name", ["missing.gift", "."])
def test_what_is_no_file_is_said(tmp_path: Path, name: str) -> None:
    reading = read_file(tmp_path / name)

    assert "cannot be read" in reading.refusal or "is not a file" in reading.refusal


def test_more_than_ten_thousand_questions_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bank.gift").write_text("".join(f"Which {n}?{{=a ~b}}\n\n" for n in range(10_001)))

    assert read_file(tmp_path / "bank.gift").refusal == "It holds more than 10,000 questions: split it."


def test_neighbours_are_read_only_within_the_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out.png").write_bytes(b"x")
    (tmp_path / "in" / "a.png").write_bytes(b"y")
    (tmp_path / "in" / "link.png").symlink_to(tmp_path / "out.png")
    source = Source(name="b", data=b"", folder=tmp_path / "in")

    found = [source.beside(name) for name in ("a.png", "../out.png", "link.png", str(tmp_path / "out.png"), "\x00")]

    assert found == [b"y", None, None, None, None]
