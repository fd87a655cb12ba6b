"""A pack that is exported and imported again is the same, whatever its texts hold."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.bank.exporting import ExportFormat, exported, left_out
from bot.bank.importing.draft import Draft
from bot.bank.importing.formats.catalogue import format_of
from bot.bank.importing.intake import FileReading, plan, write
from bot.bank.importing.pack_file import Origin
from bot.bank.importing.pack_state import Existing, PackState, pack_state
from bot.bank.importing.planning import Outcome
from bot.bank.importing.report import ImportReport
from bot.bank.importing.topics import Topics
from bot.bank.question_yaml import question_yaml
from bot.bank.yaml_text import read
from bot.settings import Settings
from tests.bank.folders import IMAGE, PNG, QUESTION, a_folder, changed
from tests.bank.importing.reading import a_source

ODD = st.text(alphabet="ab1 *_`\\#>-+.=)(|~\n[]!<&;:\"'%{}$@/,é語", min_size=1, max_size=40).filter(str.strip)
NO_TRAP = ("    falls_for: off-by-one\n", "")
ONE_LINE = ("stem: |\n  How many", "stem: How many")


def again(state: PackState, form: ExportFormat) -> ImportReport:
    source = a_source("".join(exported(state, form)))
    found = [each for each in format_of(source).read(source) if isinstance(each, Draft)]
    reading = FileReading(name="export", format=form, drafts=tuple(found))
    return plan(state, [reading], Topics(titles=state.topics))


@pytest.mark.parametrize("form", ExportFormat)
def test_the_whole_pack_comes_back_the_same(form: ExportFormat) -> None:
    content = Settings().content_folder
    state = pack_state(content / "ncp-genl", content)

    report = again(state, form)

    assert [each.outcome for each in report.planned] == [Outcome.SAME] * len(state.questions)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(stem=ODD, texts=st.lists(ODD, min_size=3, max_size=3, unique_by=str.strip), why=ODD, several=st.booleans())
def test_odd_texts_come_back_letter_by_letter(stem: str, texts: list[str], why: str, *, several: bool) -> None:
    choices = [{"text": text.strip(), "why": why.strip()} for text in texts]
    keyed: list[dict[str, object]] = [
        {**choice, "correct": True} if place <= several else {**choice} for place, choice in enumerate(choices)
    ]
    values = {"title": "t", "stem": stem.strip(), "choices": keyed, "explanation": why.strip()}
    state = PackState(folder=Path("facts"), questions={"q": Existing("q", "sums", values)})

    for form in ExportFormat:
        source = a_source("".join(exported(state, form)))
        (draft,) = format_of(source).read(source)
        assert isinstance(draft, Draft)
        assert (draft.stem, draft.explanation) == (stem.strip(), why.strip())
        assert [(each.text, each.correct, each.why) for each in draft.choices] == [
            (choice["text"], choice.get("correct", False), choice["why"]) for choice in keyed
        ]


def test_yaml_brings_all_of_it_to_another_pack(tmp_path: Path) -> None:
    content = a_folder(tmp_path, {"facts/sums/fence.yaml": changed(QUESTION, IMAGE), "facts/sums/fence.png": PNG})
    source = a_source("".join(exported(pack_state(content / "facts", content), ExportFormat.YAML)))
    found = [each for each in format_of(source).read(source) if isinstance(each, Draft)]
    other = pack_state(content / "other", content)

    report = plan(other, [FileReading(name="x", drafts=tuple(found))], Topics(titles={}))
    write(other, report, origin=Origin(), content=content)

    written = read((content / "other/unsorted/fence.yaml").read_text()).data
    original = read(changed(QUESTION, IMAGE, NO_TRAP, ONE_LINE)).data
    assert written == original
    assert (content / "other/unsorted/fence.png").read_bytes() == PNG


def test_pictures_that_stay_behind_are_counted(tmp_path: Path) -> None:
    content = a_folder(tmp_path, {"facts/sums/fence.yaml": changed(QUESTION, IMAGE), "facts/sums/fence.png": PNG})
    state = pack_state(content / "facts", content)

    assert [left_out(state, form) for form in ExportFormat] == [0, 1, 1]


@given(st.text(max_size=60))
def test_a_written_file_reads_as_it_was(text: str) -> None:
    values = {
        "title": "true",
        "stem": "1.0",
        "choices": [{"text": "null", "correct": True}],
        "by": "~",
        "trap": "2026-01-01",
    }
    shown = "".join(sign for sign in text if sign.isprintable() or sign == "\n").strip() or "x"

    data = read(question_yaml({**values, "explanation": shown})).data

    assert data == {**values, "choices": [{"text": "null", "correct": "true"}], "explanation": shown}
