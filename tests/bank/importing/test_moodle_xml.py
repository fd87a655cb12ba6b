"""Moodle XML: what its exports hold, and what others write in its name."""

import pytest

from bot.bank.importing.draft import NotABank
from tests.bank.importing.reading import PNG, PNG_BASE64, choices, drafts, everything, kinds, skipped, the_draft, whys

STEM = '<questiontext format="html"><text><![CDATA[<p>Which <b>one</b>?</p>]]></text></questiontext>'


def a_quiz(*questions: str, head: str = '<?xml version="1.0" encoding="UTF-8"?>') -> str:
    return f"{head}\n<quiz>\n{''.join(questions)}\n</quiz>"


def a_question(inner: str, *, kind: str = "multichoice", stem: str = STEM) -> str:
    return f'<question type="{kind}"><name><text>n</text></name>{stem}{inner}</question>'


def an_answer(fraction: str, text: str, feedback: str = "") -> str:
    told = f'<feedback format="html"><text>{feedback}</text></feedback>'
    return f'<answer fraction="{fraction}" format="html"><text>{text}</text>{told}</answer>'


TWO = an_answer("100", "yes", "It is.") + an_answer("0", "no", "It is not.")


def test_a_question_with_feedback() -> None:
    general = "<generalfeedback format='html'><text>&lt;p&gt;So 5 &amp;lt; 6.&lt;/p&gt;</text></generalfeedback>"

    draft = the_draft(a_quiz(a_question(general + TWO)))

    assert draft.stem == "Which **one**?"
    assert choices(draft) == ["*yes", "no"]
    assert whys(draft) == ["It is.", "It is not."]
    assert draft.explanation == "So 5 < 6."


def test_one_answer_may_be_chosen_so_only_full_credit_counts() -> None:
    answers = an_answer("50", "half") + an_answer("100", "full") + an_answer("-50", "none")

    assert choices(the_draft(a_quiz(a_question("<single>1</single>" + answers)))) == ["half", "*full", "none"]


@pytest.mark.parametrize("single", ["true", "1", "True"])
def test_no_full_credit_where_one_may_be_chosen_is_skipped(single: str) -> None:
    text = a_quiz(a_question(f"<single>{single}</single>" + an_answer("75", "a") + an_answer("25", "b")))

    assert [each.reason for each in skipped(text)] == ["one answer may be chosen, and none has full credit"]


def test_several_may_be_chosen_so_every_credit_counts() -> None:
    answers = an_answer("33.33333", "a") + an_answer("66,66667", "b") + an_answer("-100", "c")

    assert choices(the_draft(a_quiz(a_question("<single>false</single>" + answers)))) == ["*a", "*b", "c"]


def test_truth_has_its_usual_order_and_capitals() -> None:
    answers = an_answer("100", "false", "Right.") + an_answer("0", "true", "Wrong.")

    draft = the_draft(a_quiz(a_question(answers, kind="truefalse")))

    assert choices(draft) == ["True", "*False"]
    assert whys(draft) == ["Wrong.", "Right."]


def test_a_category_goes_for_all_that_follow() -> None:
    category = '<question type="category"><category><text>$course$/top/Biology/Cells</text></category></question>'
    tags = "<tags><tag><text>mitosis</text></tag></tags><idnumber>c1</idnumber>"

    found = drafts(a_quiz(category, a_question(tags + TWO), a_question(TWO)))

    assert [draft.topics for draft in found] == [("Cells", "Biology", "mitosis"), ("Cells", "Biology")]
    assert [draft.external_id for draft in found] == ["c1", ""]


def test_the_picture_of_the_stem_comes_along_and_others_are_named() -> None:
    file = f'<file name="cell 1.png" path="/" encoding="base64">{PNG_BASE64}</file>'
    text = '<text><![CDATA[<p>Look</p><img src="@@PLUGINFILE@@/cell%201.png" alt="A cell">]]></text>'
    stem = f'<questiontext format="html">{text}{file}</questiontext>'
    answer = an_answer("0", '<![CDATA[<img src="@@PLUGINFILE@@/cell%201.png" alt="Again"> this]]>')

    draft = the_draft(a_quiz(a_question(an_answer("100", "yes") + answer, stem=stem)))

    assert draft.stem == "Look"
    assert draft.picture is not None
    assert (draft.picture.data, draft.picture.alt) == (PNG, "A cell")
    assert choices(draft) == ["*yes", "[picture: Again] this"]
    assert draft.notes == ("a picture stays behind, its name stands in the text: a question shows one, with its stem",)


def test_the_picture_of_old_versions() -> None:
    old = f"<image>cell.png</image><image_base64>{PNG_BASE64}</image_base64>"

    draft = the_draft(a_quiz(a_question(old + TWO)))

    assert draft.picture is not None
    assert draft.picture.data == PNG


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ("html", "2 \\* 3"),
        ("markdown", "2 * 3 **x**"),
        ("plain_text", "2 * 3 \\*\\*x\\*\\*\\\n&lt;b&gt;"),
        ("moodle_auto_format", "2 * 3 \\*\\*x\\*\\*\\\n<b>"),
    ],
)
def test_a_field_is_read_in_its_own_format(form: str, shown: str) -> None:
    texts = {"html": "2 &amp;#42; 3", "markdown": "2 * 3 **x**"}
    text = texts.get(form, "2 * 3 **x**\n&amp;lt;b&amp;gt;")
    stem = f'<questiontext format="{form}"><text>{text}</text></questiontext>'

    draft = the_draft(a_quiz(a_question(TWO, stem=stem)))

    assert draft.stem == shown.replace("\\* 3", "* 3")


def test_signs_of_html_that_xml_does_not_know() -> None:
    stem = '<questiontext format="html"><text>Up &uarr; &amp;uarr; <![CDATA[&uarr;]]></text></questiontext>'

    assert the_draft("\n\n" + a_quiz(a_question(TWO, stem=stem))).stem == "Up ↑ ↑ ↑"


def test_other_encodings_that_are_declared() -> None:
    stem = '<questiontext format="html"><text>Какой?</text></questiontext>'
    text = a_quiz(a_question(TWO, stem=stem), head='<?xml version="1.0" encoding="windows-1251"?>')

    assert the_draft(text.encode("windows-1251")).stem == "Какой?"


def test_what_is_no_multiple_choice_is_counted() -> None:
    text = a_quiz(a_question("", kind="essay"), a_question("", kind="cloze"), a_question(TWO))

    assert kinds(text) == ["essay", "cloze"]
    assert len(drafts(text)) == 1


def test_a_file_that_breaks_off_gives_what_came_before() -> None:
    text = a_quiz(a_question(TWO), a_question(TWO)).replace("</quiz>", "<question type=")

    found = everything(text)

    assert len(drafts(text)) == 2
    assert [each.place for each in skipped(text)] == ["line 4"]
    assert len(found) == 3


def test_another_root_is_refused_by_its_name() -> None:
    with pytest.raises(NotABank, match="XML with the root <test>"):
        drafts('<?xml version="1.0"?><test><q/></test>')
    with pytest.raises(NotABank, match="Moodle course backup"):
        drafts("<MOODLE_BACKUP></MOODLE_BACKUP>")


@pytest.mark.parametrize(
    "declared",
    ['<!DOCTYPE quiz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>', '<!DOCTYPE q [<!ENTITY x SYSTEM "file:///x">]>'],
    ids=["bomb", "file"],
)
def test_entities_of_its_own_are_not_opened(declared: str) -> None:
    with pytest.raises(NotABank, match="is not opened"):
        drafts(a_quiz(a_question(TWO), head=declared))
