"""An import from files to files."""

from pathlib import Path

import pytest

from bot.bank.files import check, load
from bot.bank.importing.intake import plan, read_file, write
from bot.bank.importing.pack_file import Origin
from bot.bank.importing.pack_state import pack_state
from bot.bank.importing.report import ImportReport
from bot.bank.importing.topics import Topics
from bot.bank.importing.writing import PackChanged
from bot.core.errors import Clash
from tests.bank.folders import PACK, a_folder, changed
from tests.bank.importing.reading import PNG, PNG_BASE64
from tests.bank.importing.test_moodle_xml import TWO, a_question, a_quiz

GIFT = "Which?{=one#Yes. ~two}\n\nWrite.{}\n\nBroken {=a ~b\n\nWhich of all?{=three ~four}\n"


def brought(content: Path, text: str, *, pack: str = "facts", name: str = "bank.txt") -> ImportReport:
    (content.parent / name).write_text(text)
    state = pack_state(content / pack, content)
    report = plan(state, [read_file(content.parent / name)], Topics(titles=state.topics))
    write(state, report, origin=Origin(), content=content)
    return report


@pytest.fixture
def content(tmp_path: Path) -> Path:
    (tmp_path / "content").mkdir()
    return tmp_path / "content"


def test_the_report_names_every_question_and_ends_with_the_sum(content: Path) -> None:
    assert list(brought(content, GIFT).lines()) == [
        "bank.txt: gift",
        "  line 5: skipped: its braces do not pair, or it has several answer parts. “Broken {=a ~b”",
        "  no multiple choice: 1 essay",
        "new in facts: unsorted 2",
        "2 of them are drafts: trapwise bank check says what each still needs",
        "4 read: 2 new, 0 changed, 0 same, 2 skipped",
    ]


def test_a_new_pack_can_be_used_at_once(content: Path) -> None:
    brought(content, GIFT)

    (pack,) = load(content)

    assert [question.id for question in pack.questions] == ["which-of-all", "which"]
    assert pack.questions[1].choices[0].why == "Yes."
    assert [str(draft) for draft in check(content).drafts] == [
        "facts/unsorted/which-of-all.yaml: draft: still needs difficulty; why (choices 1, 2); trap; explanation; "
        "tempting (choices 2); sources",
        "facts/unsorted/which.yaml: draft: still needs difficulty; why (choices 2); trap; explanation; "
        "tempting (choices 2); sources",
    ]


def test_again_is_the_same_and_writes_nothing(content: Path) -> None:
    brought(content, GIFT)
    before = {path: path.stat().st_ino for path in content.rglob("*")}

    report = brought(content, GIFT)

    assert report.total() == "4 read: 0 new, 0 changed, 2 same, 2 skipped"
    assert {path: path.stat().st_ino for path in content.rglob("*")} == before


def test_a_changed_question_keeps_its_file_wherever_it_was_moved(content: Path) -> None:
    brought(content, GIFT)
    (content / "facts" / "sums").mkdir()
    (content / "facts/unsorted/which.yaml").rename(content / "facts/sums/which.yaml")

    report = brought(content, GIFT.replace("~two", "~two#No."))

    assert report.total() == "4 read: 0 new, 1 changed, 1 same, 2 skipped"
    assert "why: No." in (content / "facts/sums/which.yaml").read_text()
    assert not (content / "facts/unsorted/which.yaml").exists()


def test_drafts_in_a_complete_pack_wait_unasked(content: Path) -> None:
    a_folder(content)

    brought(content, GIFT)

    report, (pack,) = check(content), load(content)
    assert report.problems == ()
    assert len(report.drafts) == 2
    assert [question.id for question in pack.questions] == ["fence"]
    assert [topic.id for topic in pack.topics] == ["unsorted", "sums", "words"]


def test_a_picture_is_put_beside_its_question(content: Path) -> None:
    file = f'<file name="x.png" encoding="base64">{PNG_BASE64}</file>'
    text = '<text>&lt;p&gt;Which?&lt;img src="@@PLUGINFILE@@/x.png"&gt;&lt;/p&gt;</text>'

    brought(content, a_quiz(a_question(TWO, stem=f'<questiontext format="html">{text}{file}</questiontext>')))

    (question,) = load(content)[0].questions
    assert (content / "facts/unsorted/which.png").read_bytes() == PNG
    assert question.picture is not None
    assert question.picture.file == "unsorted/which.png"


def test_nothing_fit_makes_no_pack(content: Path) -> None:
    report = brought(content, "Write.{}\n\nWhat?{=a}\n\n$CATEGORY: x\n")

    assert (report.worked, report.total()) == (False, "2 read: 0 new, 0 changed, 0 same, 2 skipped")
    assert list(content.iterdir()) == []


@pytest.mark.parametrize("text", [changed(PACK, ("title: Plain facts\n", "")), "- a\n", ": x"])
def test_a_pack_with_faults_is_not_added_to(content: Path, text: str) -> None:
    a_folder(content, {"facts/pack.yaml": text})

    with pytest.raises(Clash, match="mend them first"):
        brought(content, GIFT)


def test_a_file_that_is_broken_keeps_its_name(content: Path) -> None:
    a_folder(content, {"facts/unsorted/which.yaml": ": broken"})

    brought(content, GIFT)

    assert (content / "facts/unsorted/which.yaml").read_text() == ": broken"
    assert (content / "facts/unsorted/which-2.yaml").exists()


@pytest.mark.parametrize("bad", ["- [", "stem: again\n", "more: &mark x\n"], ids=["broken", "twice", "a mark"])
def test_a_question_whose_file_has_faults_gets_no_twin(content: Path, bad: str) -> None:
    brought(content, GIFT)
    path = content / "facts/unsorted/which.yaml"
    path.write_text(path.read_text() + bad)

    report = brought(content, GIFT.replace("~two", "~two#No."))

    assert [each.reason for each in report.files[0].skipped][1:] == ["its file which.yaml has faults: mend it first"]
    assert path.read_text().endswith(bad)
    assert sorted(each.name for each in path.parent.iterdir()) == ["which-of-all.yaml", "which.yaml"]


def test_a_question_that_was_deleted_stays_away_until_its_record_goes(content: Path) -> None:
    brought(content, GIFT)
    (content / "facts/unsorted/which.yaml").unlink()

    again = brought(content, GIFT)
    (content / "facts/.imported.json").unlink()
    then = brought(content, GIFT)

    assert [each.reason for each in again.files[0].skipped][1:] == [
        "it was deleted from this pack; to have it back, take which out of .imported.json"
    ]
    assert [each.total() for each in (again, then)] == [
        "4 read: 0 new, 0 changed, 1 same, 3 skipped",
        "4 read: 1 new, 0 changed, 1 same, 2 skipped",
    ]


def test_a_question_under_another_name_was_not_deleted(content: Path) -> None:
    brought(content, GIFT)
    (content / "facts/unsorted/which.yaml").rename(content / "facts/unsorted/mine.yaml")

    assert brought(content, GIFT).total() == "4 read: 0 new, 0 changed, 2 same, 2 skipped"


def test_another_import_in_between_is_not_undone(content: Path, tmp_path: Path) -> None:
    (tmp_path / "slow.gift").write_text("Slow?{=a ~b}\n")
    brought(content, GIFT)
    state = pack_state(content / "facts", content)
    report = plan(state, [read_file(tmp_path / "slow.gift")], Topics(titles=state.topics))
    brought(content, "Fast?{=a ~b}\n")

    with pytest.raises(PackChanged):
        write(state, report, origin=Origin(), content=content)

    assert {each.id for each in load(content)[0].questions} == {"which", "which-of-all", "fast"}


def test_files_of_one_import_are_told_apart_and_their_names_are_harmless(content: Path, tmp_path: Path) -> None:
    names = ["one.gift", "two\x1b[31m.gift"]
    for name in names:
        (tmp_path / name).write_text("Which?{=a ~b}\n")
    state = pack_state(content / "facts", content)

    report = plan(state, [read_file(tmp_path / name) for name in names], Topics(titles={}))

    assert list(report.lines())[:3] == [
        "one.gift: gift",
        "two?[31m.gift: gift",
        "  line 1: note: repeats one.gift line 1 of this import",
    ]
