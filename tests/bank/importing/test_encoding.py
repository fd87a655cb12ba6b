"""What bytes are as text, and that nothing is guessed in silence."""

from pathlib import Path

import pytest

from bot.bank.importing.encoding import Unreadable, decoded
from bot.bank.importing.intake import read_file

ENGLISH = "What is “two”?\nA. two’s\nB. three\nANSWER: A\n"
GERMAN = "Welche Stadt ist größer?\nA. Köln\nB. Zürich\nANSWER: A\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", [ENGLISH, "Где?\nA. тут\nB. там\n"], ids=["western", "cyrillic"])
def test_what_says_what_it_is_needs_no_remark(text: str, encoding: str) -> None:
    found = decoded(text.encode(encoding))

    assert (found.text.removeprefix("\ufeff"), found.remark) == (text, "")


@pytest.mark.parametrize("text", [ENGLISH, GERMAN, "Où ?\nA. là\nB. ici\n"], ids=["quotes", "german", "french"])
def test_western_text_of_windows_is_read_and_told(text: str) -> None:
    found = decoded(text.encode("cp1252"))

    assert found.text == text
    assert "read as Windows-1252" in found.remark


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Какой город столица?\nA. Париж\n", "cp1251"),
        ("Какой город столица?\nA. Париж\n", "koi8-r"),
        ("Ποια είναι η πρωτεύουσα;\nA. Αθήνα\n", "cp1253"),
        ("מהי בירת צרפת?\nA. פריז\n", "cp1255"),
        ("哪个城市是首都？\nA. 巴黎\n", "gbk"),
        ("どこですか？\nA. パリ\n", "shift-jis"),
    ],
    ids=["1251", "koi8", "greek", "hebrew", "chinese", "japanese"],
)
def test_what_nothing_shows_is_refused_until_somebody_names_it(text: str, encoding: str) -> None:
    with pytest.raises(Unreadable, match="save it as UTF-8, or name what it is with --encoding"):
        decoded(text.encode(encoding))

    assert decoded(text.encode(encoding), encoding).text == text


def test_a_broken_byte_in_utf_8_is_named_and_loses_nothing_else() -> None:
    found = decoded("Größer?\nA. Köln\n".encode() + b"B. caf\xe9\n")

    assert found.text == "Größer?\nA. Köln\nB. caf\ufffd\n"
    assert found.remark == "not all of it is UTF-8: look at the sign \ufffd in line 3"


def test_a_document_of_xml_says_what_it_is() -> None:
    data = '<?xml version="1.0" encoding="windows-1251"?><a>Где?</a>'.encode("cp1251")

    assert (decoded(data).text[-9:], decoded(data).remark) == (">Где?</a>", "")


def test_a_name_that_does_not_fit_is_said() -> None:
    with pytest.raises(Unreadable, match="Its text is not ascii"):
        decoded(GERMAN.encode(), "ascii")


def test_the_reading_of_a_file_tells_it(tmp_path: Path) -> None:
    (tmp_path / "bank.txt").write_bytes(GERMAN.encode("cp1252"))
    (tmp_path / "other.txt").write_bytes("Где?\nA. тут\nB. там\nANSWER: A\n".encode("cp1251"))

    assert "Windows-1252" in read_file(tmp_path / "bank.txt").remarks[0]
    assert "--encoding" in read_file(tmp_path / "other.txt").refusal
    assert read_file(tmp_path / "other.txt", encoding="windows-1251").drafts[0].stem == "Где?"
