"""A file's format is found from what is in it; what is no bank is refused by what it looks like."""

import pytest

from bot.bank.importing.draft import NotABank
from bot.bank.importing.formats.catalogue import format_names, format_of
from tests.bank.importing.reading import a_source, a_zip
from tests.bank.importing.test_markdown import BOXES, HIDDEN, LABELLED
from tests.bank.importing.test_moodle_xml import TWO, a_question
from tests.bank.importing.test_moodle_xml import a_quiz as a_moodle_quiz
from tests.bank.importing.test_qti2 import IN_3
from tests.bank.importing.test_qti12 import a_quiz
from tests.bank.importing.test_records import YAML
from tests.bank.importing.test_table import a_workbook

BANKS: dict[str, str | bytes] = {
    "gift": "Which?{=a ~b}",
    "aiken": "Which?\nA. a\nB. b\nANSWER: A\n",
    "moodle-xml": a_moodle_quiz(a_question(TWO)),
    "qti12": a_quiz(),
    "qti2": IN_3,
    "qti-package": a_zip({"imsmanifest.xml": "<manifest/>"}),
    "markdown-checkbox": BOXES,
    "markdown-details": HIDDEN,
    "markdown-labelled": LABELLED,
    "markdown-bullet": "* Which?\n- a\n- !b\n",
    "xlsx": a_workbook(["Question", "A", "B", "Answer"], ["Which?", "a", "b", "A"]),
    "csv": "Question,A,B,Answer\nWhich?,a,b,A\n",
    "json": '[{"question": "Which?", "options": ["a", "b"], "answer": "a"}]',
    "trapwise": "questions:\n- stem: Which?\n  choices:\n  - text: a\n  - text: b\n    correct: true\n",
    "yaml": YAML,
}

FOREIGN: dict[str, tuple[str | bytes, str]] = {
    "nothing": (b" \n", "It is empty."),
    "anki deck": (a_zip({"collection.anki2": b"", "media": "{}"}), "Anki deck"),
    "anki text": ("#separator:tab\n#html:true\nfront\tback\n", "Anki deck"),
    "h5p": (a_zip({"h5p.json": "{}", "content/content.json": "{}"}), "H5P package"),
    "quizlet": ("mitosis\tdivision\ncell\tunit of life\n", "terms and definitions"),
    "respondus stars": ("1) Which?\na. one\n*b. two\n", "Respondus"),
    "respondus answers": ("1. Which?\na. one\nb. two\n\nAnswers:\n1. B\n", "Respondus"),
    "respondus types": ("Type: MR\n1) Which?\na. one\nb. two\n", "Respondus"),
    "blackboard text": ("MC\tWhich?\tone\tcorrect\ttwo\tincorrect\nTF\tIs it?\ttrue\n", "Blackboard"),
    "opentriviaqa": ("#Q Which?\n^ one\nA one\nB two\n", "OpenTriviaQA"),
    "moodle backup": (a_zip({"moodle_backup.xml": "<a/>", "questions.xml": "<b/>"}), "Moodle course backup"),
    "word": (a_zip({"word/document.xml": "<a/>"}), "a Word document"),
    "slides": (a_zip({"ppt/slides/slide1.xml": "<a/>"}), "a presentation"),
    "e-book": (a_zip({"mimetype": "application/epub+zip"}), "e-book"),
    "other zip": (a_zip({"a.txt": "hello"}), "It is a zip in which nothing is a question bank."),
    "broken zip": (a_zip({"a.txt": "hello"})[:30], "damaged zip"),
    "pdf": (b"%PDF-1.7\n\x00", "a PDF document"),
    "picture": (b"\x89PNG\r\n\x1a\n\x00", "a picture"),
    "program": (b"\x7fELF\x00\x00", "a program"),
    "old office": (b"\xd0\xcf\x11\xe0\x00", "an old Office document; save it as .xlsx or .csv"),
    "bytes": (bytes(range(256)) * 4, "it is no text"),
    "web page": ("<!DOCTYPE html><html><body>Hi</body></html>", "a web page"),
    "other xml": ("<?xml version='1.0'?><rss/>", "XML with the root <rss>"),
    "prose": ("Dear Ann,\n\nI had a good day. Did you?\n\nYours, Ben\n", "plain text without choices and keys"),
    "program text": ("function f() { if (a == b) { return x; } }\n", "plain text"),
    "other json": ('{"name": "x", "version": 1}', "JSON in which nothing has a question"),
}


@pytest.mark.parametrize("name", BANKS)
def test_a_format_is_found_by_content(name: str) -> None:
    source = a_source(BANKS[name], "no-ending")

    assert format_of(source).name == name


def test_every_format_can_be_named() -> None:
    assert set(BANKS) < set(format_names())


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_no_bank_is_refused_by_what_it_looks_like(name: str) -> None:
    data, said = FOREIGN[name]

    with pytest.raises(NotABank) as refused:
        format_of(a_source(data))

    assert said in refused.value.message


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("### Which?\n\n* A. one\n* B. two\n\nAnswer: A\n", "markdown-labelled"),
        ("### Which?\nType: MC\n\n- A. one\n- B. two\n- Answer: A\n", "markdown-labelled"),
        ("Of these:\n* A. one\n* B. two\nwhich? {=A ~B}\n", "gift"),
    ],
    ids=["bullets", "type", "gift"],
)
def test_a_line_that_another_program_writes_too_does_not_refuse_a_bank(text: str, name: str) -> None:
    assert format_of(a_source(text)).name == name


def test_a_named_format_overrides_what_it_looks_like() -> None:
    assert format_of(a_source("#Q Which?\n^ one\n"), "gift").name == "gift"
    assert format_of(a_source("a;b\n"), "kahoot").name == "csv"
