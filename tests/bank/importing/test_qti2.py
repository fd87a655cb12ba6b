"""QTI 2.1, 2.2 and 3.0 items, alone and in packages."""

import pytest

from bot.bank.importing.draft import NotABank
from tests.bank.importing.reading import PNG, a_zip, choices, drafts, kinds, skipped, the_draft, whys
from tests.bank.importing.test_qti12 import a_quiz, a_rule, an_item, picked

RIGHT = "<correctResponse><value>B</value></correctResponse>"
CHOICES = """
<simpleChoice identifier="A">True
<feedbackInline outcomeIdentifier="F" identifier="A">It is not.</feedbackInline></simpleChoice>
<simpleChoice identifier="B" fixed="true">False</simpleChoice>
"""


def an_assessment(
    declared: str = RIGHT, inner: str = CHOICES, *, many: str = "single", before: str = "<p>Look.</p>", after: str = ""
) -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="q7" title="t" adaptive="false">
<responseDeclaration identifier="R" cardinality="{many}" baseType="identifier">{declared}</responseDeclaration>
<itemBody>{before}<choiceInteraction responseIdentifier="R" shuffle="true" maxChoices="0">
<prompt>Is <strong>it</strong>?</prompt>{inner}</choiceInteraction></itemBody>{after}
</assessmentItem>"""


IN_3 = """<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="q8" title="t">
<qti-response-declaration identifier="R" cardinality="multiple" base-type="identifier">
<qti-correct-response><qti-value>A</qti-value><qti-value>C</qti-value></qti-correct-response></qti-response-declaration>
<qti-item-body><qti-choice-interaction response-identifier="R" max-choices="2"><qti-prompt>Which?</qti-prompt>
<qti-simple-choice identifier="A">one<qti-feedback-inline identifier="A">Yes.</qti-feedback-inline></qti-simple-choice>
<qti-simple-choice identifier="B">two</qti-simple-choice><qti-simple-choice identifier="C">three</qti-simple-choice>
</qti-choice-interaction></qti-item-body></qti-assessment-item>"""


def test_feedback_within_a_choice_is_its_why() -> None:
    draft = the_draft(an_assessment())

    assert draft.stem == "Look.\n\nIs **it**?"
    assert choices(draft) == ["True", "*False"]
    assert whys(draft) == ["It is not.", ""]
    assert draft.external_id == "q7"
    assert [choice.pin_last for choice in draft.choices] == [False, True]


def test_version_3_and_several_right_ones() -> None:
    draft = the_draft(IN_3)

    assert choices(draft) == ["*one", "two", "*three"]
    assert whys(draft) == ["Yes.", "", ""]


def test_feedback_after_the_answer_is_a_why_or_the_explanation() -> None:
    modal = '<modalFeedback identifier="{}" outcomeIdentifier="F" showHide="show">{}</modalFeedback>'
    long = "The whole of it goes back to one thing that all of them share."

    draft = the_draft(an_assessment(after=modal.format("B", "Well seen.") + modal.format("ALL", long)))

    assert whys(draft) == ["It is not.", "Well seen."]
    assert draft.explanation == long


def test_a_mapping_is_a_key_too() -> None:
    mapping = '<mapping><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="B" mappedValue="-1"/></mapping>'

    assert choices(the_draft(an_assessment(mapping, many="multiple"))) == ["*True", "False"]


def test_no_key_and_templates_are_skipped() -> None:
    template = an_assessment().replace("<itemBody>", "<templateDeclaration identifier='T'/><itemBody>")

    assert [each.reason for each in skipped(an_assessment(""))] == ["it names no correct response"]
    assert [each.reason for each in skipped(template)] == ["it is adaptive or made from a template"]


@pytest.mark.parametrize(
    ("before", "kind"),
    [("<p><textEntryInteraction responseIdentifier='S'/></p>", "several interactions"), ("", "inlinechoice")],
)
def test_other_interactions_are_counted(before: str, kind: str) -> None:
    text = an_assessment(before=before)
    other = text if before else text.replace("choiceInteraction", "inlineChoiceInteraction")

    assert kinds(other) == [kind]


def test_right_to_left_text_and_code_stay_whole() -> None:
    body = '<div dir="rtl"><p>איזה?</p></div><pre>if a &lt; b:\n    c</pre>'

    assert the_draft(an_assessment(before=body)).stem == "איזה?\n\n```\nif a < b:\n    c\n```\n\nIs **it**?"


def test_a_package_brings_its_pictures() -> None:
    picture = '<p><object data="../img/a%20cell.png" type="image/png">A cell</object></p>'
    package = a_zip(
        {"imsmanifest.xml": "<manifest/>", "items/q.xml": an_assessment(before=picture), "img/a cell.png": PNG}
    )

    draft = the_draft(package)

    assert draft.place == "items/q.xml"
    assert draft.picture is not None
    assert (draft.picture.data, draft.picture.alt) == (PNG, "A cell")


def test_of_canvas_two_copies_one_is_read() -> None:
    quiz = a_quiz(an_item(rule=a_rule(picked("2"))))
    package = a_zip(
        {
            "imsmanifest.xml": "<manifest/>",
            "g1/assessment_qti.xml": quiz,
            "g1/assessment_meta.xml": "<quiz_meta/>",
            "non_cc_assessments/g1.xml.qti": quiz,
            "__MACOSX/g1/._assessment_qti.xml": b"\x00",
        }
    )

    assert [draft.place for draft in drafts(package)] == ["non_cc_assessments/g1.xml.qti item 1"]


def test_canvas_pictures_are_found_below_the_courses_files() -> None:
    item = an_item(rule=a_rule(picked("2"))).replace(
        "&lt;p&gt;Which", '&lt;img src="%24IMS-CC-FILEBASE%24/Uploads/cell.png?canvas=1"&gt;&lt;p&gt;Which'
    )
    package = a_zip({"imsmanifest.xml": "<manifest/>", "g1/q.xml": a_quiz(item), "web_resources/Uploads/cell.png": PNG})

    draft = the_draft(package)

    assert draft.picture is not None
    assert draft.picture.data == PNG


def test_a_broken_document_loses_only_itself() -> None:
    package = a_zip({"imsmanifest.xml": "<manifest/>", "a.xml": an_assessment(), "b.xml": "<assessmentItem><oops"})

    assert len(drafts(package)) == 1
    assert [each.place for each in skipped(package)] == ["b.xml line 1"]


def test_a_package_without_items_and_a_test_without_its_items_are_refused() -> None:
    with pytest.raises(NotABank, match="nothing is a QTI document"):
        drafts(a_zip({"imsmanifest.xml": "<manifest/>"}))
    with pytest.raises(NotABank, match="import the whole package"):
        drafts("<assessmentTest identifier='t'/>")
