"""What the fields of a record are called in the banks of this world, and what each is to us."""

import re
from collections.abc import Mapping
from typing import Any

_ROLES = {
    "stem": """question questiontext stem prompt questionstem questionbody q problem questiontitle questionname frage
        fragetext pregunta domanda pergunta вопрос 问题 題目 题目 質問 問題 سوال السؤال enunciado enonce text""",
    "options": "options choices answers alternatives responses possibleanswers answeroptions answerchoices opciones",
    "key": """correctanswer correctanswers correct answer correctoption correctoptions correctchoice correctchoices key
        answerkey cop answeridx answerindex correctindex correctanswerindex correctoptionindex
        label gold rightanswer rightanswers ans correctletter correctresponse antwort respuesta respuestacorrecta
        reponse solutionkey answerletter answerid""",
    "wrong": "incorrectanswers incorrectanswer wronganswers distractors incorrect wrong incorrectoptions",
    "explanation": """explanation explanations rationale support help generalfeedback exp detailedsolution
        answerexplanation feedback justification comment reason solution
        explanationtext erklarung explicacion explication comments""",
    "trap": "trap",
    "title": "title name shortname",
    "id": "id questionid qid guid idnumber externalid extid uuid ident",
    "topic": """topic topics topicname subtopic category categories subject subjectname tags tag domain section chapter
        unit area""",
    "difficulty": "difficulty level difficultylevel",
    "type": "type questiontype qtype kind itemtype",
    "image": "image imagelink imageurl picture figure img imagefile",
    "sources": "sources source reference references url link documentation",
    "doubt": "errortype",
}
_ROLE_OF = {name: role for role, names in _ROLES.items() for name in names.split()}
_NUMBER = r"[1-9]|1\d|2[0-6]"
_COLUMN = re.compile(
    rf"(?:option|answer|choice|opt|alternative|response|op|opcion|antwort|respuesta|reponse)?({_NUMBER}|[a-j])(?:text)?"
)
_LATE_COLUMN = re.compile(r"(?:option|answer|choice|alternative|response)([k-z])")
_WHY_COLUMN = re.compile(
    rf"(?:feedback|explanation|rationale|why|comment)(?:for)?(?:option|answer|choice)?({_NUMBER}|[a-j])"
)
_WHY_COLUMN_AFTER = re.compile(rf"(?:option|answer|choice)?({_NUMBER}|[a-j])(?:feedback|explanation|rationale|why)")
_WRONG_COLUMN = re.compile(rf"(?:distractor|incorrectanswer|wronganswer|incorrect|wrong)(?:{_NUMBER})")
_MANY = 8
_LIMIT = re.compile(r"max\d+characters|required|optional|markdown|chooseatleastone|selectallthatapply")

Fields = dict[str, list[tuple[str, Any]]]
"""By role: the fields that play it, each with what it is called or, for a choice's column, its number or letter."""


def plain_name(name: object) -> str:
    """A field's name as it is compared: small letters and digits alone."""
    return _LIMIT.sub("", re.sub(r"[\W_]+", "", str(name).casefold()))


def fields(record: Mapping[str, Any]) -> Fields:
    """The record's fields by role; those that play none are left out."""
    found: Fields = {}
    for name, value in record.items():
        role, called = role_of(str(name))
        if not role and len(called) == 1 and called.isalpha() and len(found.get("column", ())) >= _MANY:
            role = "column"  # A letter after J means a choice beside the others alone.
        if role and value not in (None, "", [], {}):
            found.setdefault(role, []).append((called, value))
    return _answers_as_key(found)


def _answers_as_key(found: Fields) -> Fields:
    """Beside a list of options, “answers” are the right ones."""
    options = found.get("options", [])
    answers = [each for each in options if each[0] == "answers"]
    if "key" not in found and answers and (len(options) > len(answers) or len(found.get("column", ())) > 1):
        found["options"] = [each for each in options if each[0] != "answers"]
        found["key"] = answers
    return found


def role_of(name: str) -> tuple[str, str]:
    """The role of a field of this name, and what to call it within the role; no role is an empty text."""
    plain = plain_name(name)
    if plain in _ROLE_OF:
        return _ROLE_OF[plain], plain
    for role, pattern in (
        ("why", _WHY_COLUMN),
        ("why", _WHY_COLUMN_AFTER),
        ("column", _COLUMN),
        ("column", _LATE_COLUMN),
        ("wrong", _WRONG_COLUMN),
    ):
        if column := pattern.fullmatch(plain):
            return role, column[1] if column.groups() else plain
    return "", plain
