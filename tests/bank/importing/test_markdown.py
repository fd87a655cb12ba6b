"""Markdown banks: with boxes, hidden answers, labels and bullets."""

from pathlib import Path

import pytest

from bot.bank.importing.draft import NotABank
from bot.bank.importing.formats.catalogue import format_of
from bot.bank.importing.intake import read_file
from tests.bank.importing.reading import PNG, a_source, choices, drafts, kinds, skipped, the_draft, whys

BOXES = "# Bank\n\n## Cells\n\n### 1. Which divide?\n\n- [ ] Rocks\n- [x] Bacteria\n"


def test_boxes_below_a_heading() -> None:
    draft = the_draft(BOXES)

    assert draft.stem == "Which divide?"
    assert choices(draft) == ["Rocks", "*Bacteria"]
    assert draft.topics == ("Cells", "Bank")


@pytest.mark.parametrize("box", ["- [X]", "-[x]", "* [x]", "  - [x ]", "+ [ x]", "- [✓]"])
def test_boxes_in_many_spellings(box: str) -> None:
    draft = the_draft(f"### Which?\n\n- [ ] one\n{box} two\n")

    assert choices(draft) == ["one", "*two"]


@pytest.mark.parametrize(
    "heading", ["Q12. Which?", "12. Which?", "12) Which?", "Question 12: Which?", "प्र12. Which?", "问题12：Which?"]
)
def test_numbers_before_stems_go(heading: str) -> None:
    assert the_draft(f"#### {heading}\n\n- [ ] one\n- [x] two\n").stem == "Which?"


def test_code_belongs_to_the_stem_and_code_is_not_read() -> None:
    code = "```md\n# no heading\n- [x] no box\n```"

    draft = the_draft(f"### What is it?\n\n{code}\n\n- [ ] `<caption>`\n- [x] `a < b` &lt; c &amp;amp; d\n")

    assert draft.stem == f"What is it?\n\n{code}"
    assert choices(draft) == ["`<caption>`", "*`a < b` < c &amp; d"]


@pytest.mark.parametrize("own", [" :", "", " A", " B."])
def test_a_choice_that_is_code_on_the_lines_below(own: str) -> None:
    draft = the_draft(
        f"### Which?\n\n- [ ]{own}\n\n```py\n>>> 1\n```\n\n- [x]{own}\n\n```py\nx = 2\n```\n\n**Because** so.\n"
    )

    assert choices(draft) == ["```py\n>>> 1\n```", "*```py\nx = 2\n```"]
    assert draft.explanation == "**Because** so."


def test_a_quote_below_a_choice_is_its_why_and_what_follows_the_explanation() -> None:
    text = "### Which?\n\n- [ ] one\n  > Too few.\n- [x] two\n> Just so.\n\n**Explanation:** Count.\n\n[reference](https://e.org/a)\n"

    draft = the_draft(text)

    assert whys(draft) == ["Too few.", "Just so."]
    assert (draft.explanation, draft.sources) == ("Count.", ("https://e.org/a",))


def test_links_are_their_words_and_ways_back_to_the_top_go() -> None:
    text = "### Which [one](https://e.org)?\n\n- [ ] [a](b)\n- [x] c\n\n**[⬆ Back to Top](#contents)**\n"

    draft = the_draft(text)

    assert draft.stem == "Which one?"
    assert choices(draft) == ["a", "*c"]
    assert draft.explanation == ""


def test_front_matter_holds_the_stem() -> None:
    text = (
        '---\nquestion: "Which: one?"\ndocumentation: "https://e.org"\nid: q7\n---\n\n- [x] this\n- [ ] that\n> No.\n'
    )

    draft = the_draft(text)

    assert draft.stem == "Which: one?"
    assert choices(draft) == ["*this", "that"]
    assert (draft.external_id, draft.sources, whys(draft)) == ("q7", ("https://e.org",), ["", "No."])


def test_dragging_is_no_multiple_choice() -> None:
    assert kinds(f"{BOXES}\n### DRAG DROP - Which goes where?\n\n- [x] Box 1: a\n- [x] Box 2: b\n") == ["drag drop"]


def test_a_list_of_tasks_is_no_bank() -> None:
    with pytest.raises(NotABank):
        format_of(a_source("# My tool\n\n## Roadmap\n\n- [x] done\n- [ ] to do\n"))


def test_a_picture_beside_the_file_comes_along(tmp_path: Path) -> None:
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "cell.png").write_bytes(PNG)
    stem = '### Which? ![A cell](img/cell.png)\n\n<img src="../x.png" alt="Out">\n'
    text = f"{stem}\n- [ ] one\n- [x] ![b](img/cell.png) two\n"
    (tmp_path / "bank.md").write_text(text)

    (draft,) = read_file(tmp_path / "bank.md").drafts

    assert draft.picture is not None
    assert draft.picture.data == PNG
    assert draft.stem == "Which? \n\n[picture: Out]"
    assert choices(draft) == ["one", "*[picture: b] two"]


HIDDEN = """\
###### 1. What's the output?

```js
console.log(1)
```

- A: `1`
- B:`2`

<details><summary><b>答え</b></summary>
<p>

#### 答え: A

It prints **one**.

</p>
</details>

---

###### <a name=x></a>2. What's the output?

```js
console.log(2)
```

- A: `1`
- B: `2`

<details><summary>Answer</summary>

**الإجابة: B**

</details>
"""


def test_hidden_answers_are_found_by_their_letter() -> None:
    found = drafts(HIDDEN)

    assert [draft.stem for draft in found] == [
        "What's the output?\n\n```js\nconsole.log(1)\n```",
        "What's the output?\n\n```js\nconsole.log(2)\n```",
    ]
    assert [choices(draft) for draft in found] == [["*`1`", "`2`"], ["`1`", "*`2`"]]
    assert found[0].explanation == "It prints **one**."


def test_a_hidden_answer_without_a_letter_is_skipped() -> None:
    found = skipped(HIDDEN.replace("#### 答え: A", "#### 答え"))

    assert [(each.place, each.reason) for each in found] == [("line 1", "its hidden answer names no letter")]


LABELLED = """\
## Biology

### Q1: Which divide?
- ID: bio-1
- Domain: Cells
- Difficulty: hard

- A. Rocks
- B. Bacteria
- C. Yeasts
- Answer: B, C
- Explanation: They live.
- Why A is wrong: Rocks lie.
- Trap: Rocks look alive.

### Question 2
Which is one?

A) one
B) two

**Answer:** A
**Why others wrong:** Two is two.
"""


def test_labels_tell_key_whys_and_trap() -> None:
    first, second = drafts(LABELLED)

    assert choices(first) == ["Rocks", "*Bacteria", "*Yeasts"]
    assert whys(first) == ["Rocks lie.", "", ""]
    assert (first.explanation, first.trap, first.external_id) == ("They live.", "Rocks look alive.", "bio-1")
    assert (first.topics, first.difficulty) == (("Cells", "Biology"), 4)
    assert (second.stem, choices(second), second.explanation) == ("Which is one?", ["*one", "two"], "Two is two.")


def test_a_labelled_question_without_a_key_is_skipped() -> None:
    text = LABELLED.replace("**Answer:** A\n", "")

    assert [(each.reason, each.words) for each in skipped(text)] == [("no line names its key", "Question 2")]


def test_bullets_with_an_exclamation_mark() -> None:
    text = "# Biology/Cells\n\n* Which divide?\n- rocks\n- !bacteria\n* 2. And which\n  of these?\n- !yeasts\n- sand\n"

    found = drafts(text)

    assert [draft.stem for draft in found] == ["Which divide?", "And which\nof these?"]
    assert [choices(draft) for draft in found] == [["rocks", "*bacteria"], ["*yeasts", "sand"]]
    assert found[0].topics == ("Cells", "Biology")


def test_a_box_that_is_not_closed_loses_its_question_alone() -> None:
    text = "### One?\n- [x a\n- [ ] b\n- [x] c\n\n### Two?\n- [x] a\n- [ ] [b](c)\n"

    assert [draft.stem for draft in drafts(text)] == ["Two?"]
    assert [(each.place, each.reason) for each in skipped(text)] == [("line 1", "a box in it is not closed")]


def test_more_letters_than_ten_are_choices_of_their_own() -> None:
    lines = "".join(f"- {letter}. month {letter}\n" for letter in "ABCDEFGHIJKL")

    assert choices(the_draft(f"### Which?\n{lines}- Answer: L\n"))[9:] == ["month J", "month K", "*month L"]
