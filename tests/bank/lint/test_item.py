"""Lint of one question: each flaw is seen, and the question without it is not blamed."""

from dataclasses import replace

import pytest

from bot.bank.lint.item import item_remarks
from bot.bank.lint.remark import Level
from bot.core.question import Choice, PackId, Picture, Question
from tests.builders import a_question

GOOD_STEM = "A training run stops after an hour. Which log tells why?"


def a_good_question(*texts: str, stem: str = GOOD_STEM, fixed_order: bool = False) -> Question:
    """A question without a flaw, the first of its choices correct."""
    made = texts or (
        "The driver's event log",
        "The scheduler's job log",
        "The compiler's build log",
        "The shell's own history",
    )
    choices = tuple(
        Choice(text=text, correct=place == 0, why=f"This is what {text} is really for, told at some length.")
        for place, text in enumerate(made)
    )
    return replace(a_question(), stem=stem, choices=choices, fixed_order=fixed_order)


def checks(question: Question) -> list[tuple[str, Level]]:
    return [(remark.check, remark.level) for remark in item_remarks(PackId("ncp-genl"), question)]


def with_why(place: int, why: str) -> Question:
    good = a_good_question()
    changed = tuple(replace(c, why=why) if n == place else c for n, c in enumerate(good.choices))
    return replace(good, choices=changed)


def test_a_good_question_gets_no_remark() -> None:
    assert checks(a_good_question()) == []


FLAWS = {
    "key says wrong": (
        with_why(0, "Wrong: this log is empty after a crash of the machine."),
        "contradiction",
        Level.ERROR,
    ),
    "distractor says correct": (
        with_why(1, "Correct, since the scheduler sees every exit code of a job."),
        "contradiction",
        Level.ERROR,
    ),
    "short why": (with_why(2, "Because of that."), "short why", Level.WARNING),
    "picture missing": (
        a_good_question(stem="Look at the run. See the figure. Which log tells why?"),
        "missing picture",
        Level.WARNING,
    ),
    "long key": (
        a_good_question("The event log of the driver, read with care", "Job log", "Build log", "Shell log"),
        "key is longest",
        Level.ADVICE,
    ),
    "absolutes": (
        a_good_question("Read the event log", "Always read the job log", "Never read a log file", "Read the shell log"),
        "absolutes",
        Level.ADVICE,
    ),
    "hedged key": (
        a_good_question("Often the event log", "Just the job log now", "Just the build logs", "Just the shell log"),
        "qualified key",
        Level.ADVICE,
    ),
    "article": (
        a_good_question(
            "event log", "job log", "build log", "shell log", stem="What tells why a run stopped? It is an"
        ),
        "grammatical cue",
        Level.ADVICE,
    ),
    "full stop": (a_good_question("Event log.", "Job logs", "Build log", "Shell log"), "grammatical cue", Level.ADVICE),
    "clang": (
        a_good_question("The training log", "The scheduler log", "The compiler log", "The shell's log"),
        "clang",
        Level.ADVICE,
    ),
    "convergence": (
        a_good_question("red big old", "red big new", "red odd old", "sad big old"),
        "convergence",
        Level.ADVICE,
    ),
    "negative": (
        a_good_question(stem="A training run stops. Which log does not tell why?"),
        "negative stem",
        Level.ADVICE,
    ),
    "short stem": (a_good_question(stem="Which log?"), "stem", Level.ADVICE),
    "no question": (a_good_question(stem="A training run stops after an hour."), "stem", Level.ADVICE),
    "unfocused": (a_good_question(stem="Which of the following is true?"), "stem", Level.ADVICE),
    "two choices": (a_good_question("The event log", "The kernel log"), "choices", Level.ADVICE),
    "uneven": (
        a_good_question("Log", "The log that the scheduler of the cluster writes", "Box", "Key"),
        "choices",
        Level.ADVICE,
    ),
    "capital": (
        a_good_question("Driver log", "job log kept", "build logs", "shell log"),
        "grammatical cue",
        Level.ADVICE,
    ),
    "double negative": (
        a_good_question(
            "The job log", "Not the build log", "The shell log", "The old log", stem="Which log is **not** of use?"
        ),
        "negative stem",
        Level.ADVICE,
    ),
    "overlapping ranges": (
        a_good_question("1 to 10 GB", "8 to 20 GB", "20 to 30 GB", "30 to 40 GB"),
        "ranges",
        Level.ADVICE,
    ),
    "unsorted": (a_good_question("8 GB", "2 GB", "4 GB", "1 GB", fixed_order=True), "choices", Level.ADVICE),
}


@pytest.mark.parametrize(("question", "check", "level"), FLAWS.values(), ids=FLAWS.keys())
def test_a_flaw_is_seen(question: Question, check: str, level: Level) -> None:
    assert (check, level) in checks(question)


@pytest.mark.parametrize(
    "question",
    [
        a_good_question(stem="A training run stops. Which log does **not** tell why?"),
        a_good_question("1 GB", "2 GB", "4 GB", "8 GB", fixed_order=True),
        a_good_question("1 to 10 GB", "10 to 20 GB", "20 to 30 GB", "30 to 40 GB"),
        a_good_question(stem="The profile figures agree with the log. Which log tells why?"),
        a_good_question("Only the event log", "Only the job logs", "Just the build log", "Just the shell log"),
        replace(
            a_good_question(stem="See the figure. Which log tells why the run stopped?"),
            picture=Picture(pack=PackId("ncp-genl"), file="a.png", alt="A plot"),
        ),
    ],
    ids=[
        "emphasised negative",
        "sorted numbers",
        "ranges that meet",
        "figures that are numbers",
        "shared qualifiers",
        "a picture that is there",
    ],
)
def test_what_is_well_is_not_blamed(question: Question) -> None:
    assert checks(question) == []


def test_a_remark_names_file_flaw_and_remedy() -> None:
    (remark,) = item_remarks(PackId("ncp-genl"), with_why(2, "Because of that."))

    assert str(remark) == (
        "warning: ncp-genl/fine-tuning/q1.yaml: the why of “The compiler's build log” has under 40 characters "
        "(short why). Say what the choice is for, and when it would be right"
    )
