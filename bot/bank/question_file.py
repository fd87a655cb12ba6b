"""Reads one question file: its form, its rules and its picture, and the question it holds if all is well."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.bank import question_rules
from bot.bank.disk import text_of
from bot.bank.drafts import MIDDLING, may_wait, needs
from bot.bank.form import filled, no_fields
from bot.bank.image_file import image_finding
from bot.bank.model import ChoiceForm, QuestionForm
from bot.bank.problem import Draft, Finding, Problem, printable
from bot.bank.question_rules import Setting, fixed_order
from bot.bank.yaml_text import YamlText, read
from bot.core.question import Choice, PackId, Picture, Question, QuestionId, TopicId, TrapId


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionReading:
    """What a file gave: its question if it may be asked, all problems, and what it needs if it is a draft."""

    question: Question | None
    problems: tuple[Problem, ...]
    draft: Draft | None = None


def read_question(path: Path, *, content: Path, setting: Setting) -> QuestionReading:
    """The question of a file, or all that keeps it from being one; its folder is its topic, the pack is above that."""
    file = path.relative_to(content)
    text = text_of(path, content)
    if isinstance(text, Finding):
        return QuestionReading(question=None, problems=tuple(YamlText().problems(file, [text])))
    yaml = read(text)
    if not isinstance(yaml.data, dict):
        problems = yaml.problems(file, yaml.findings or [no_fields(yaml, QuestionForm)])
        return QuestionReading(question=None, problems=tuple(problems))
    form, found = findings(yaml, setting)
    found += _image(form, path)
    is_draft = form.draft or not setting.complete
    lacking = [each for each in found if is_draft and may_wait(each)]
    problems = yaml.problems(file, [each for each in found if each not in lacking])
    asked = not problems and not (form.draft and setting.complete)
    return QuestionReading(
        question=_question(form, path) if asked else None,
        problems=tuple(problems),
        draft=Draft(file=printable(file), needs=needs(form, lacking)) if form.draft or lacking else None,
    )


def findings(yaml: YamlText, setting: Setting) -> tuple[QuestionForm, list[Finding]]:
    """The question's form as far as it can be filled, and all that is wrong with what the file says."""
    form, faults = filled(QuestionForm, yaml.data)
    unsure = frozenset({fault.where for fault in faults} | yaml.unread)
    found = [
        *yaml.findings,
        *(fault for fault in faults if fault.where not in yaml.unread),
        *(
            rule
            for rule in question_rules.findings(form, setting, unsure)
            if rule.where not in unsure and rule.where[:2] not in unsure
        ),
    ]
    return form, found


def _image(form: QuestionForm, path: Path) -> Iterator[Finding]:
    if form.image is not None and (found := image_finding(path.parent / form.image.file, path.parent.parent)):
        yield found


def _question(form: QuestionForm, path: Path) -> Question:
    topic = path.parent.name
    pack = PackId(path.parent.parent.name)
    image = form.image
    return Question(
        id=QuestionId(path.stem),
        topic=TopicId(topic),
        title=form.title,
        difficulty=form.difficulty or MIDDLING,
        stem=form.stem,
        choices=tuple(map(_choice, form.choices)),
        trap=form.trap,
        explanation=form.explanation,
        fixed_order=fixed_order(form),
        by=form.by,
        reviewed=form.reviewed,
        sources=tuple(form.sources),
        picture=None if image is None else Picture(pack=pack, file=f"{topic}/{image.file}", alt=image.alt),
    )


def _choice(form: ChoiceForm) -> Choice:
    return Choice(
        text=form.text,
        why=form.why,
        correct=form.correct,
        tempting=form.tempting,
        falls_for=None if form.falls_for is None else TrapId(form.falls_for),
        pin_last=form.pin == "last",
    )
