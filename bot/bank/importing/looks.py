"""What a file is that cannot be imported: other programs' formats by name, and things that are no bank at all."""

import re

from bot.bank.importing.archive import is_zip, names_in
from bot.bank.importing.source import Source
from bot.bank.importing.xml_tree import root_name

_STARTS = (
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"RIFF", "a picture or a sound"),
    (b"\x1f\x8b", "a packed archive, such as a Moodle course backup"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"SQLite format 3", "a database"),
    (b"\xd0\xcf\x11\xe0", "an old Office document; save it as .xlsx or .csv"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
)
_ANKI_NAMES = {"collection.anki2", "collection.anki21", "collection.anki21b"}
_STARRED = re.compile(r"^[ \t]*+\*[ \t]?[a-jA-J][.)][ \t]*+\S", re.MULTILINE)
_ANSWER_LIST = re.compile(
    r"^[ \t]*+Answers:[ \t]*+\n(?:[ \t]*+\n)*+[ \t]*+\d+[.)][ \t]*+[A-Ja-j][ \t]*+$", re.MULTILINE
)
_RESPONDUS_TYPE = re.compile(r"^[ \t]*+Type:[ \t]*+(?:MC|MR|MA|TF|E|F|FMB|MT|SA|ES)\b", re.MULTILINE)
_UPLOAD = re.compile(r"^(?:MC|MA|TF|ESS|ORD|MAT|FIB|FIL|NUM|SR|OP|JUMBLED_SENTENCE|QUIZ_BOWL)\t[^\t\n]+", re.MULTILINE)
_TRIVIA = re.compile(r"^#Q .+\n(?:.*\n){0,8}?\^ ", re.MULTILINE)
_ANKI_HEADER = re.compile(
    r"\A#(?:separator|html|deck|notetype|tags|columns|guid column|deck column|notetype column):", re.I
)
_TAB_PAIR = re.compile(r"[^\t\n]+\t[^\t\n]+")
_BACKUP = "It is a Moodle course backup. Export the question bank itself, as Moodle XML or GIFT."
_HEAD = 20_000
_ANOTHER_WAY = "Save it as GIFT, QTI, Aiken or a table"
_ANKI = f"It is an Anki deck, which cannot be imported: cards have no wrong choices. {_ANOTHER_WAY}."
_BLACKBOARD = "It is Blackboard's text for uploads, which cannot be imported. Export the pool as QTI."
_RESPONDUS = "It is in Respondus' text format, which cannot be imported. Export it as QTI."
_PAIRS = (
    "It is a list of terms and definitions, as Quizlet and Anki export them: there is nothing to choose from. "
    f"{_ANOTHER_WAY}."
)


def looks_like(source: Source) -> str:
    """Why the file is refused whatever is in it; nothing if it may be a bank."""
    if not source.data.strip():
        return "It is empty."
    if names := names_in(source):
        return _zip(names)
    if is_zip(source) or source.name.lower().endswith((".zip", ".h5p", ".apkg", ".imscc")):
        return "It is a damaged zip."
    for start, what in _STARTS:
        if source.data.startswith(start):
            return f"It is no question bank: it looks like {what}."
    if source.is_binary:
        return "It is no question bank: it is no text."
    return _text(source)


def may_look_like(source: Source) -> str:
    """What a text looks like by lines that stand in other banks too; nothing if it has none."""
    signs = (_STARRED, _ANSWER_LIST, _RESPONDUS_TYPE)
    return "" if source.is_binary or not any(each.search(source.text) for each in signs) else _RESPONDUS


def _zip(names: frozenset[str]) -> str:
    if "h5p.json" in names:
        return f"It is an H5P package, which cannot be imported. {_ANOTHER_WAY}."
    if names & _ANKI_NAMES:
        return _ANKI
    if "moodle_backup.xml" in names:
        return _BACKUP
    for folder, what in (("word/", "a Word document"), ("ppt/", "a presentation")):
        if any(name.startswith(folder) for name in names):
            return f"It is no question bank: it looks like {what}."
    if "mimetype" in names:
        return "It is no question bank: it looks like an OpenDocument or e-book file."
    return ""


def _text(source: Source) -> str:
    text = source.text
    root = root_name(text[:_HEAD]).lower()
    found = {
        _BACKUP: root == "moodle_backup",
        "It is no question bank: it looks like a web page.": root == "html",
        _ANKI: bool(_ANKI_HEADER.search(source.head)),
        f"It is in the format of OpenTriviaQA, which cannot be imported. {_ANOTHER_WAY}.": bool(_TRIVIA.search(text)),
        _BLACKBOARD: len(_UPLOAD.findall(text)) * 2 > len(text.strip().split("\n")),
        _PAIRS: _is_pairs([line for line in text.split("\n") if line.strip()]),
    }
    return next((what for what, is_so in found.items() if is_so), "")


def _is_pairs(lines: list[str]) -> bool:
    """Whether every line is a term and its definition, parted by a tab."""
    if len(lines) < 2 or re.search(r"\bquestion\b", lines[0], re.IGNORECASE):  # noqa: PLR2004 - one line is no list
        return False
    return all(map(_TAB_PAIR.fullmatch, lines))
