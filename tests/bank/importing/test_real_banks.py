"""Banks of other people, where TRAPWISE_REAL_BANKS names them: read as independent readers read them."""

import os
from pathlib import Path

import pytest

from tests.bank.importing.agreement import compared, refusal

FOLDER = Path(os.environ.get("TRAPWISE_REAL_BANKS", "nowhere"))
EXPECTED = sorted((FOLDER / "expected").glob("*.json"))
EXPLAINED = {
    "gift/multiLineFeedback1.gift": "theirs keeps the escape \\n of a stem as two letters",
    "md_checkbox/linkedin_python_es.md": "theirs loses choices that are code below a letter",
    "moodle_xml/ruseler_multichoices.xml": "theirs takes the two that have no full credit",
    "qti12_zip/canvas_all.imscc": "theirs counts both copies of three questions",
    "qti21_zip/qti2v2_package.zip": "theirs takes feedback for text, and four without a key or from templates",
}
REFUSED = {
    "respondus/qtiConverter_bank1.txt": "Respondus",
    "moodle_xml/NOT_A_BANK_moodle_course_backup.xml": "Moodle course backup",
    "anki/qas_math.txt": "Anki",
    "anki/update1.apkg": "Anki",
    "h5p/standalone_truefalse.h5p": "H5P",
    "h5p/lumi_corrupt_archive.h5p": "damaged zip",
}

pytestmark = pytest.mark.skipif(not EXPECTED, reason="TRAPWISE_REAL_BANKS names no folder with expected readings")


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.stem)
def test_a_real_bank_is_read_as_others_read_it(path: Path) -> None:
    row = compared(FOLDER, path)

    agreed = (row.stems, row.options, row.keys) == (row.expected,) * 3
    assert agreed or row.file in EXPLAINED, "\n".join([str(row), *row.differences])


@pytest.mark.parametrize("name", REFUSED)
def test_a_foreign_file_is_refused_by_name(name: str) -> None:
    assert REFUSED[name] in refusal(FOLDER / name)
