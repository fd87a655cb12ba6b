"""QTI 1.2 in the dialects of those who write it."""

import pytest

from tests.bank.importing.reading import choices, everything, kinds, skipped, the_draft, whys

HTML = '<material><mattext texttype="text/html">{}</mattext></material>'
PLAIN = "<material><mattext>{}</mattext></material>"


def a_quiz(*items: str, title: str = "Cells") -> str:
    inner = f'<assessment title="{title}"><section>{"".join(items)}</section></assessment>'
    return f"<questestinterop>{inner}</questestinterop>"


def a_label(ident: str, text: str) -> str:
    return f'<response_label ident="{ident}">{PLAIN.format(text)}</response_label>'


def an_item(*, kind: str = "multiple_choice_question", rule: str, rest: str = "", many: str = "Single") -> str:
    field = (
        f"<qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>{kind}</fieldentry></qtimetadatafield>"
    )
    labels = a_label("1", "one") + a_label("2", "two") + a_label("3", "three")
    stem = HTML.format("&lt;p&gt;Which is &lt;b&gt;5 &amp;lt; 6&lt;/b&gt;?&lt;/p&gt;")
    asked = f'<response_lid ident="r" rcardinality="{many}"><render_choice>{labels}</render_choice></response_lid>'
    return (
        f'<item ident="i1"><itemmetadata><qtimetadata>{field}</qtimetadata></itemmetadata>'
        f"<presentation>{stem}{asked}</presentation><resprocessing>{rule}</resprocessing>{rest}</item>"
    )


def a_rule(condition: str, score: str = "100", attributes: str = "", shows: str = "") -> str:
    shown = f'<displayfeedback feedbacktype="Response" linkrefid="{shows}"/>' if shows else ""
    return (
        f"<respcondition {attributes}><conditionvar>{condition}</conditionvar>"
        f'<setvar action="Set" varname="SCORE">{score}</setvar>{shown}</respcondition>'
    )


def picked(ident: str) -> str:
    return f'<varequal respident="r">{ident}</varequal>'


def told(ident: str, text: str) -> str:
    return f'<itemfeedback ident="{ident}"><flow_mat>{PLAIN.format(text)}</flow_mat></itemfeedback>'


def test_a_question_as_canvas_writes_it() -> None:
    feedback = told("2_fb", "Just so.") + told("1_fb", "Too few.") + told("general_fb", "Count.")

    draft = the_draft(a_quiz(an_item(rule=a_rule(picked("2")), rest=feedback)))

    assert draft.stem == "Which is **5 < 6**?"
    assert choices(draft) == ["one", "*two", "three"]
    assert whys(draft) == ["Too few.", "Just so.", ""]
    assert (draft.explanation, draft.external_id, draft.topics) == ("Count.", "i1", ("Cells",))


def test_several_right_ones_and_those_that_may_not_be_picked() -> None:
    condition = f"<and>{picked('1')}<not>{picked('2')}</not>{picked('3')}</and>"

    draft = the_draft(a_quiz(an_item(kind="multiple_answers_question", rule=a_rule(condition), many="Multiple")))

    assert choices(draft) == ["*one", "two", "*three"]


def test_part_of_the_credit_is_wrong_and_told() -> None:
    rules = a_rule(picked("1"), "50") + a_rule(picked("2"), "100")

    draft = the_draft(a_quiz(an_item(rule=rules)))

    assert choices(draft) == ["one", "*two", "three"]
    assert draft.notes == ("some answers have part of the credit: they count as wrong here",)


def test_a_question_as_blackboard_writes_it() -> None:
    rule = (
        f'<respcondition title="correct"><conditionvar>{picked(" 2  ")}</conditionvar>'
        '<setvar variablename="SCORE" action="Set">SCORE.max</setvar></respcondition>'
        '<respcondition title="incorrect"><conditionvar><other/></conditionvar></respcondition>'
    )
    formatted = (
        "<mat_extension><mat_formattedtext type='HTML'>&lt;p&gt;Which?&lt;/p&gt;</mat_formattedtext></mat_extension>"
    )
    item = an_item(kind="Multiple Choice", rule=rule, rest=told("2", "Yes.")).replace(
        HTML.format("&lt;p&gt;Which is &lt;b&gt;5 &amp;lt; 6&lt;/b&gt;?&lt;/p&gt;"), f"<material>{formatted}</material>"
    )

    draft = the_draft(a_quiz(item))

    assert draft.stem == "Which?"
    assert choices(draft) == ["one", "*two", "three"]
    assert whys(draft) == ["", "Yes.", ""]


def test_a_question_that_scores_nothing_and_praises_as_respondus_does() -> None:
    rules = a_rule(picked("1"), "0", shows="i1_IC") + a_rule(picked("3"), "0", shows="i1_C")

    assert choices(the_draft(a_quiz(an_item(rule=rules)))) == ["one", "two", "*three"]


def test_feedback_that_a_condition_shows() -> None:
    rules = a_rule(picked("1"), shows="fb7") + a_rule(picked("2"), "0", shows="fb8")

    draft = the_draft(a_quiz(an_item(rule=rules, rest=told("fb7", "Yes.") + told("fb8", "No."))))

    assert whys(draft) == ["Yes.", "No.", ""]


@pytest.mark.parametrize(
    "kind",
    [
        "essay_question",
        "matching_question",
        "text_only_question",
        "multiple_dropdowns_question",
        "short_answer_question",
    ],
)
def test_what_is_no_multiple_choice_is_counted(kind: str) -> None:
    assert len(kinds(a_quiz(an_item(kind=kind, rule="")))) == 1


def test_no_rule_is_no_key() -> None:
    found = skipped(a_quiz(an_item(rule="")))

    assert [(each.place, each.reason, each.words) for each in found] == [
        ("item 1", "nothing in it tells which choice is right", "Which is 5 < 6?")
    ]


def test_document_types_bad_declarations_and_namespaces_are_read_over() -> None:
    quiz = a_quiz(an_item(rule=a_rule(picked("2"))))
    head = '<?xml version="1.0"encoding="UTF-8"?>\n<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2.dtd">\n'

    found = everything(head + quiz.replace("<questestinterop>", '<questestinterop xmlns="http://www.imsglobal.org/x">'))

    assert len(found) == 1
