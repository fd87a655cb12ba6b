"""JSON and YAML in the shapes that banks have."""

import json

import pytest

from bot.bank.importing.draft import NotABank
from tests.bank.importing.reading import choices, drafts, kinds, skipped, the_draft, whys


def as_json(**fields: object) -> str:
    return json.dumps([{"question": "Which?", **fields}])


SHAPES = {
    "key as text": as_json(options=["one", "two"], answer="two"),
    "key as a letter": as_json(choices=["one", "two"], answer="B"),
    "key in a list": as_json(options=["one", "two"], answer=["B"]),
    "options by letter": as_json(options={"A": "one", "B": "two"}, answer="B"),
    "answers by letter": as_json(answers={"a": "one", "b": "two"}, correct_answers=["b"]),
    "answers with nothing": as_json(
        answers={"answer_a": "one", "answer_b": "two", "answer_c": None},
        correct_answers={"answer_a_correct": "false", "answer_b_correct": "true"},
    ),
    "options that know": as_json(options=[{"answer": "one", "isCorrect": False}, {"answer": "two", "isCorrect": True}]),
    "shares": as_json(answers=[{"text": "one", "fraction": 0}, {"text": "two", "fraction": 100}]),
    "right and wrong": as_json(correct_answer="two", incorrect_answers=["one"]),
    "distractors": as_json(correct_answer="two", distractor1="one"),
    "columns": as_json(opa="one", opb="two", cop="b"),
    "letters within": as_json(options=["A) one", "B) two"], answer="B"),
    "answers as the key": as_json(choices=["one", "two"], answers=["two"]),
    "one text": as_json(options="one|two", answer="two"),
    "options with ids": as_json(options=[{"id": "a", "text": "one"}, {"id": "b", "text": "two"}], answer="b"),
}


@pytest.mark.parametrize("text", SHAPES.values(), ids=SHAPES)
def test_every_shape_of_choices_and_key(text: str) -> None:
    found = set(choices(the_draft(text)))

    assert found == {"one", "*two"}


def test_numbers_count_from_what_the_file_shows() -> None:
    from_0 = json.dumps([{"question": f"{n}?", "options": ["a", "b", "c"], "answer": n} for n in (0, 1, 2)])
    from_1 = json.dumps([{"question": f"{n}?", "options": ["a", "b", "c"], "answer": n} for n in (1, 2, 3)])

    assert [choices(draft).index("*a") if "*a" in choices(draft) else -1 for draft in drafts(from_0)] == [0, -1, -1]
    assert [draft.choices[0].correct for draft in drafts(from_1)] == [True, False, False]


def test_a_key_that_could_be_text_or_number_is_the_text() -> None:
    text = json.dumps([{"question": "Which?", "options": ["2", "1"], "answer": "1"}])

    assert choices(the_draft(text)) == ["2", "*1"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"options": ["a", "b", "c"], "answer": 1}, "its key is a number, and nothing tells whether"),
        ({"options": ["a", "b"], "answer": "c"}, "its key “c” is no choice"),
        ({"options": ["B", "A"], "answer": "A"}, "its key “A” is the text of one choice and the letter of another"),
        ({"options": ["a", "a"], "answer": "a"}, ""),
        ({"options": ["a", "b"]}, "it has no key"),
        ({"options": [["a"], ["b"]], "answer": 0}, "its choices are lists within a list"),
        ({"options": [{"x": 1}], "answer": 0}, "its choices have no field such as “text”"),
    ],
    ids=["number", "none", "text or letter", "twice", "no key", "lists", "no text"],
)
def test_an_unclear_key_is_skipped(fields: dict[str, object], reason: str) -> None:
    found = [each.reason for each in skipped(as_json(**fields))]

    assert (found[0] if found else "").startswith(reason)


def test_trivia_in_entities_percents_and_base64() -> None:
    plain = {
        "category": "Art &amp; more",
        "question": "&quot;5 &lt; 6&quot;?",
        "correct_answer": "True",
        "incorrect_answers": ["False"],
    }
    percent = {"question": "5%20%3C%206%3F", "correct_answer": "yes%21", "incorrect_answers": ["no"]}
    base64 = {"question": "NSA8IDY/", "correct_answer": "eWVz", "incorrect_answers": ["bm8h"]}

    assert the_draft(json.dumps({"response_code": 0, "results": [plain]})).stem == '"5 < 6"?'
    assert choices(the_draft(json.dumps({"results": [plain]}))) == ["*True", "False"]
    assert (the_draft(json.dumps([percent])).stem, choices(the_draft(json.dumps([percent])))) == (
        "5 < 6?",
        ["*yes!", "no"],
    )
    assert (the_draft(json.dumps([base64])).stem, choices(the_draft(json.dumps([base64])))) == (
        "5 < 6?",
        ["*yes", "no!"],
    )


def test_texts_are_html_only_if_a_tag_is_around_the_whole() -> None:
    draft = the_draft(
        as_json(options=["List<String>", "<p>a &lt; <b>b</b></p>"], answer=["B"], general_feedback="<p>So.</p>")
    )

    assert choices(draft) == ["List<String>", "*a < **b**"]
    assert draft.explanation == "So."


def test_everything_that_records_tell() -> None:
    draft = the_draft(
        as_json(
            options=[{"text": "a", "correct": True, "feedback": "Yes."}, {"text": "b", "correct": False}],
            explanation="So.",
            id=7,
            category="Cells",
            tags=["x", "y"],
            difficulty="hard",
            reference="A book",
        )
    )

    assert whys(draft) == ["Yes.", ""]
    assert (draft.explanation, draft.external_id, draft.topics) == ("So.", "7", ("Cells", "x", "y"))
    assert (draft.difficulty, draft.sources) == (4, ("A book",))


def test_one_object_a_line() -> None:
    line = json.dumps({"question": "Which?", "options": ["a", "b"], "answer": "a"})

    assert len(drafts(f"{line}\n{line}\n")) == 2


def test_open_answers_and_other_kinds_are_counted() -> None:
    text = json.dumps(
        [
            {"question": "Open?", "answer": "x"},
            {"question": "Which?", "type": "matching", "options": ["a", "b"], "answer": "a"},
            {"question": "True?", "answer": True},
        ]
    )

    assert kinds(text, "json") == ["open answer", "matching"]
    assert choices(the_draft(text, "json")) == ["*True", "False"]


def test_broken_json_is_said_with_its_line() -> None:
    with pytest.raises(NotABank, match="is broken JSON in line 2"):
        drafts('[{"question": "Which?", "options": ["a", "b"], "answer": "a"},\n{"question": "So?"},\n]')


def test_numbers_are_read_as_they_are_written() -> None:
    text = '[{"question": "How much?", "options": [1.10, 2.50], "answer": 2.50}]'

    assert choices(the_draft(text)) == ["1.10", "*2.50"]


@pytest.mark.parametrize("text", ['{"a": 1}', "[1, 2]", '[{"question": "no choices"', "[" * 100_000])
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(NotABank):
        drafts(text)


YAML = """\
category: Security
questions:
  - question: 'Which line?'
    answers:
      - {value: "- { a: b }", correct: true}
      - {value: yes, correct: false}
      - {value: 1.10, correct: false}
    help: |
      https://e.org
"""


def test_yaml_is_read_as_text() -> None:
    draft = the_draft(YAML)

    assert choices(draft) == ["*\\- { a: b }", "yes", "1.10"]
    assert (draft.explanation, draft.topics) == ("https://e.org", ("Security",))


def test_yaml_documents_one_after_the_other() -> None:
    one = "question: Which?\noptions: [a, b]\nanswer: a\n"

    assert [draft.place for draft in drafts(f"---\n{one}---\n{one}")] == ["question 1", "question 2"]


def test_a_list_of_accepted_answers_is_counted() -> None:
    text = "AUTHOR: Ann\n" + "".join(f"Question {n}?:\n- yes\n- {n}\n" for n in range(5))

    assert kinds(text) == ["open answer"] * 5


def test_aliases_are_not_followed() -> None:
    alias = "a: &a [x, x]\nquestions:\n  - {question: Which?, options: *a, answer: x}\n"
    text = f"{alias}  - {{question: So?, options: [a, b], answer: a}}\n"

    assert [draft.stem for draft in drafts(text)] == ["So?"]
