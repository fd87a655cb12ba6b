"""GIFT as Moodle writes it, and as people type it."""

import pytest

from tests.bank.importing.reading import choices, drafts, everything, kinds, skipped, the_draft, whys


def test_one_right_answer_with_feedback() -> None:
    draft = the_draft("::Fence::How many gaps?{ =three#One fewer. ~four#Posts.####Draw it. }")

    assert draft.stem == "How many gaps?"
    assert choices(draft) == ["*three", "four"]
    assert whys(draft) == ["One fewer.", "Posts."]
    assert draft.explanation == "Draw it."


def test_partial_credit_beside_a_right_answer_is_wrong() -> None:
    draft = the_draft("Where from?{ ~%25%Bethlehem ~%50%Galilee =Nazareth }")

    assert choices(draft) == ["Bethlehem", "Galilee", "*Nazareth"]


def test_positive_shares_without_a_right_answer_are_several_right_ones() -> None:
    draft = the_draft("Which two?{ ~%-50%none ~%50%one ~%50%two ~%-33,33333%three }")

    assert choices(draft) == ["none", "*one", "*two", "three"]
    assert draft.notes == ()


def test_two_full_answers_are_told() -> None:
    draft = the_draft("Who?{ =no one =nobody ~Grant }")

    assert choices(draft) == ["*no one", "*nobody", "Grant"]
    assert draft.notes == ("several answers have full credit: all of them must be chosen here",)


@pytest.mark.parametrize(
    ("word", "right"), [("T", "True"), ("TRUE", "True"), ("F", "False"), ("FALSE", "False"), ("false", "False")]
)
def test_truth_in_every_spelling(word: str, right: str) -> None:
    draft = the_draft(f"Posts are gaps.{{{word}}}")

    assert [choice.text for choice in draft.choices] == ["True", "False"]
    assert [choice.text for choice in draft.choices if choice.correct] == [right]


def test_the_first_feedback_of_a_truth_is_for_the_wrong_response() -> None:
    draft = the_draft("Posts are gaps.{FALSE#They are not.#Well seen.}")

    assert whys(draft) == ["They are not.", "Well seen."]


def test_escapes_are_undone_once_and_formulas_stay() -> None:
    draft = the_draft(r"What is \{x\} \= 5\: \\(a\\) or \(b\)?{ =\= 2 + 3 ~C\# ~a\~b ~one\ntwo }")

    assert draft.stem == r"What is {x} = 5: \\(a\\) or \\(b\\)?"
    assert choices(draft) == ["*= 2 + 3", "C#", "a~b", "one\\\ntwo"]


def test_text_after_the_answers_leaves_a_gap() -> None:
    draft = the_draft("Grant is {~buried =entombed} in his tomb.")

    assert draft.stem == r"Grant is \_\_\_\_\_ in his tomb."


def test_html_is_read_only_where_it_is_declared() -> None:
    html = the_draft("[html]Is <b>this</b> 5 &lt; 6?{ =[plain]a <b> tag ~no &amp; yes }")
    plain = the_draft("Which tag is <caption>?{ =<table> ~<ul> }")

    assert html.stem == "Is **this** 5 < 6?"
    assert choices(html) == ["*a <b> tag", "no & yes"]
    assert plain.stem == "Which tag is <caption>?"
    assert choices(plain) == ["*<table>", "<ul>"]


def test_markdown_keeps_its_marks_and_plain_text_its_signs() -> None:
    markdown = the_draft("[markdown]Is **this** `x_1`?{ =yes ~no }")
    plain = the_draft("Is 2*3*4 __init__?{ =yes ~no }")

    assert markdown.stem == "Is **this** `x_1`?"
    assert plain.stem == r"Is 2\*3\*4 \_\_init\_\_?"


def test_an_unknown_mark_is_text() -> None:
    assert the_draft("[sic] Is it?{ =yes ~no }").stem == "[sic] Is it?"


def test_ids_tags_and_categories() -> None:
    text = "$CATEGORY: $course$/top/Biology/Cells\n\n// question: 108 [id:cell-1] [tag:mitosis]\n::t::Which?{=a ~b}\n"

    draft = the_draft(text)

    assert draft.external_id == "cell-1"
    assert draft.topics == ("Cells", "Biology", "mitosis")


def test_a_category_in_the_block_of_its_question() -> None:
    assert the_draft("$CATEGORY: Cells\nWhich?{=a ~b}").topics == ("Cells",)


def test_a_blank_line_within_braces_parts_nothing() -> None:
    text = "Which?{\n=a\n\n~b\n}\n\nAnother?{=c ~d}"

    assert [choices(draft) for draft in drafts(text)] == [["*a", "b"], ["*c", "d"]]


def test_comments_and_the_habit_of_cloze_leave_no_choice() -> None:
    draft = the_draft("// a comment\nWhich?{\n// another\n~=a\n~b}")

    assert choices(draft) == ["*a", "b"]


def test_tight_answers() -> None:
    assert choices(the_draft("Which?{~a=b~c}")) == ["a", "*b", "c"]


def test_an_equals_sign_within_a_word_is_text() -> None:
    assert choices(the_draft("Which?{ =x=1 ~y=2 }")) == ["*x=1", "y=2"]


def test_what_is_no_multiple_choice_is_counted() -> None:
    text = (
        "Write.{}\n\nHow much?{#4}\n\nWho?{=Ann =Bea}\n\nMatch.{=a->1 =b->2}\n\nJust text.\n\n"
        "Fill {1:MC:~a~=b} in.\n\nWhich?{=a ~b}"
    )

    assert kinds(text) == ["essay", "numerical", "short answer", "matching", "description", "cloze"]


def test_one_broken_question_does_not_lose_the_file() -> None:
    text = "Which?{=a ~b}\n\nBroken {=a ~b\n\nTwo {=a ~b} groups {=c ~d}\n\nLast?{=c ~d}"

    found = everything(text)

    assert [draft.stem for draft in drafts(text)] == ["Which?", "Last?"]
    assert [(each.place, each.words) for each in skipped(text)] == [
        ("line 3", "Broken {=a ~b"),
        ("line 5", "Two {=a ~b} groups {=c ~d}"),
    ]
    assert len(found) == 4


def test_indented_lines_are_code() -> None:
    draft = the_draft("What does it print?\nfor i in range(3)\\:\n    print(i)\n{ =0 1 2 ~1 2 3 }")

    assert draft.stem == "What does it print?\\\nfor i in range(3):\n\n```\nprint(i)\n```"


def test_a_picture_that_is_not_there_is_named() -> None:
    draft = the_draft('[html]<p>Look: <img src\\="@@PLUGINFILE@@/cell.png" alt\\="A cell"></p>{ =a ~b }')

    assert draft.stem == "Look: [picture: A cell]"
    assert draft.notes == ("a picture stays behind, its name stands in the text: it is not in the file",)
