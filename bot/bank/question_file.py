"""Reads one question file: its form, its rules and its picture, and the question it holds if all is well."""

from collections.abc import Iterator
from pathlib import Path

from bot.bank import question_rules
from bot.bank.disk import text_of
from bot.bank.form import filled, no_fields
from bot.bank.image_file import image_finding
from bot.bank.model import ChoiceForm, QuestionForm
from bot.bank.problem import Finding, Problem
from bot.bank.question_rules import Setting, fixed_order
from bot.bank.yaml_text import YamlText, read
from bot.core.question import Choice, PackId, Picture, Question, QuestionId, TopicId, TrapId


def read_question(path: Path, *, content: Path, setting: Setting) -> tuple[Question | None, list[Problem]]:
    """The question of a file, or all that keeps it from being one; its folder is its topic, the pack is above that."""
    file = path.relative_to(content)
    text = text_of(path, content)
    if isinstance(text, Finding):
        return None, YamlText().problems(file, [text])
    yaml = read(text)
    if not isinstance(yaml.data, dict):
        return None, yaml.problems(file, yaml.findings or [no_fields(yaml, QuestionForm)])
    form, faults = filled(QuestionForm, yaml.data)
    unsure = frozenset({fault.where for fault in faults} | yaml.unread)
    rules = [*question_rules.findings(form, setting, unsure), *_image(form, path)]
    found = [
        *yaml.findings,
        *(fault for fault in faults if fault.where not in yaml.unread),
        *(rule for rule in rules if rule.where not in unsure and rule.where[:2] not in unsure),
    ]
    return (None if found else _question(form, path)), yaml.problems(file, found)


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
        difficulty=form.difficulty,
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
