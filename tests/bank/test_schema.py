from pathlib import Path

import jsonschema_rs
import pytest
import yaml

from bot.bank.files import check
from bot.bank.schema import schema, schema_text
from tests.bank.folders import QUESTION, changed

CONTENT = Path(__file__).parents[2] / "content"
QUESTIONS = sorted(CONTENT.glob("*/*/*.yaml"))


class EditorLoader(yaml.SafeLoader):
    """Sees values as editors do: YAML 1.2 knows numbers and truth, but no dates."""


EditorLoader.yaml_implicit_resolvers = {
    sign: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for sign, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def as_an_editor_sees(text: str) -> object:
    return yaml.load(text, Loader=EditorLoader)  # noqa: S506 - a SafeLoader


def test_the_written_schema_is_the_one_of_the_models() -> None:
    assert (CONTENT / "schema.json").read_text(encoding="utf-8") == schema_text()


def test_the_schema_is_one() -> None:
    jsonschema_rs.meta.validate(schema())


@pytest.mark.parametrize("path", QUESTIONS, ids=[path.stem for path in QUESTIONS])
def test_the_schema_takes_every_question_of_ours(path: Path) -> None:
    jsonschema_rs.validate(schema(), as_an_editor_sees(path.read_text(encoding="utf-8")))


def test_our_own_questions_have_no_problems() -> None:
    assert [str(problem) for problem in check(CONTENT).problems] == []


@pytest.mark.parametrize(
    "change",
    [("Four gaps", "4"), ("Four gaps", "1e3"), ("Four gaps", "true"), ("by: Ann", "order: fixed")],
    ids=["number", "float", "truth", "order"],
)
def test_editors_take_values_as_yaml_types_them(change: tuple[str, str]) -> None:
    jsonschema_rs.validate(schema(), as_an_editor_sees(changed(QUESTION, change)))


@pytest.mark.parametrize(
    "change",
    [
        ("difficulty: 2", "difficulty: 6"),
        ("trap: Posts are not gaps.\n", ""),
        ("by: Ann", "bye: Ann"),
        ("correct: true", "correct: 1"),
        ("by: Ann", "order: random"),
        ("by: Ann", "image: null"),
    ],
    ids=["difficulty", "missing", "unknown", "truth", "order", "null"],
)
def test_editors_mark_what_the_check_refuses(change: tuple[str, str]) -> None:
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(schema(), as_an_editor_sees(changed(QUESTION, change)))


def test_every_field_teaches_its_writer() -> None:
    forms = [schema(), *schema()["$defs"].values()]

    untaught = [name for form in forms for name, field in form["properties"].items() if "description" not in field]

    assert untaught == []
