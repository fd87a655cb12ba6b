"""The form of the files that people write: `pack.yaml` and one file a question.

The descriptions are shown by editors through content/schema.json, and by the check as remedies.
"""

import re
import unicodedata
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from bot.cards.markdown import tokens, visible

LONGEST = 20_000
"""Far more than a message takes, and little enough to read at once."""
_WORD = re.compile(r"\w")
_DEEPEST = 12
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def refused(problem: str, remedy: str = "") -> PydanticCustomError:
    """An error in our own words; without a remedy the field's description is one."""
    return PydanticCustomError("bank", "{problem}", {"problem": problem, "remedy": remedy})


def _shown(text: str) -> str:
    if any(unicodedata.category(sign) in {"Cc", "Cs"} and sign not in "\n\t" for sign in text):
        raise refused("holds a control character", "Take out the escape that makes it, such as \\0 or \\x1b")
    if _depth(text) > _DEEPEST:
        raise refused("nests its marks too deeply", "Use fewer lists, quotes and emphases within one another")
    if not _WORD.search(text) and not visible(text).strip("\u200b\u200c\u200d\u2060\ufeff "):
        raise refused("shows no text")
    return text


def _depth(markdown: str) -> int:
    """How deep the Markdown nests; beyond some depth readers drop text or give up."""
    return max(
        (block.level + max((mark.level for mark in block.children or ()), default=0) for block in tokens(markdown)),
        default=0,
    )


def _one_line(text: str) -> str:
    if "\n" in text:
        raise refused("has more than one line", "Write it in one line")
    return text


def _truth(value: object) -> object:
    """Only the words that every editor takes for a truth value."""
    if isinstance(value, str) and value.strip().lower() not in {"true", "false"}:
        raise refused("is neither true nor false", "Write true, or leave the line out")
    return value


def _iso_date(value: object) -> object:
    if isinstance(value, str) and not _ISO_DATE.fullmatch(value.strip()):
        raise refused("is not a date")
    return value


_AnyText = StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST)
_ShortText = StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)
_Label = StringConstraints(strip_whitespace=True, min_length=1, max_length=100)
Text = Annotated[str, _AnyText, AfterValidator(_shown)]
ShortText = Annotated[str, _ShortText, AfterValidator(_shown)]
Line = Annotated[str, _Label, AfterValidator(_shown), AfterValidator(_one_line)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
ChoiceText = Annotated[Text, WithJsonSchema({"type": ["string", "number", "boolean"], "minLength": 1})]
"""Editors take `text: 4096` for a number; here it is text."""
Truth = Annotated[bool, BeforeValidator(_truth)]
Day = Annotated[date, BeforeValidator(_iso_date)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", validate_assignment=True, allow_inf_nan=False)


class ChoiceForm(_Form):
    """One answer on offer."""

    text: ChoiceText = Field(description="The answer as people read it, in Markdown; it names no letter or position.")
    why: Text = Field(description="Why this choice is right or wrong, in words that teach; no two choices share one.")
    correct: Truth = Field(False, description="Write true at each right choice; leave it out at the wrong ones.")
    tempting: Text = Field(
        "", description="Why people pick this wrong choice. Every wrong choice has one, no right choice does."
    )
    falls_for: Slug | None = Field(
        None, description="The id of the trap of pack.yaml that catches whoever picks this wrong choice."
    )
    pin: Literal["last"] | None = Field(
        None, description="Write last to keep this choice at the end when the others are shuffled (“All of the above”)."
    )


class ImageForm(_Form):
    """A picture that belongs to the question."""

    file: str = Field(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.(png|jpg|jpeg|webp|gif)$",
        description="The name of a png, jpg, jpeg, webp or gif file beside this one, in letters, digits, - _ and .",
    )
    alt: ShortText = Field(
        description="What the picture shows, for those who cannot see it, in at most 1,000 characters."
    )


class QuestionForm(_Form):
    """One question. Its id is the file's name and its topic the folder's."""

    title: Line = Field(description="A short name in plain text, at most 100 characters, that does not give it away.")
    difficulty: int = Field(ge=1, le=5, description="A whole number from 1 (recall) to 5 (hard for an expert).")
    draft: Truth = Field(
        False, description="Write true while something is missing: only a pack that says complete: false asks it."
    )
    stem: Text = Field(
        description="What is asked, in Markdown. With several right choices it says how many: “Choose two.”"
    )
    choices: list[ChoiceForm] = Field(
        min_length=2, max_length=10, description="From 2 to 10 choices, at least one right and one wrong."
    )
    order: Literal["fixed"] | None = Field(
        None, description="Write fixed to show the choices in this order; leave it out to have them shuffled."
    )
    trap: Text = Field(description="The mistake that the question is built on, told to the learner, in Markdown.")
    explanation: Text = Field(description="How to reach the right answer, in Markdown.")
    by: Line = Field("", description="Who wrote the question.")
    reviewed: Day | None = Field(None, description="The date of the last review, such as 2026-11-30.")
    sources: list[Text] = Field(
        default=[], max_length=50, description="Where the facts can be looked up, one entry each, at most 50."
    )
    image: ImageForm | None = Field(None, description="A picture shown with the stem.")


class TopicForm(_Form):
    """A domain of the exam."""

    id: Slug = Field(description="The topic's folder name, in small letters, digits and hyphens.")
    title: Line = Field(description="The topic's name as people read it, at most 100 characters.")
    weight: float = Field(gt=0, description="Its share of the exam in points above 0; they need not sum to 100.")


class TrapForm(_Form):
    """A named misconception."""

    id: Slug = Field(description="The name that choices give in `falls_for`, in small letters, digits and hyphens.")
    name: Line = Field(description="The trap's name as people read it, at most 100 characters.")
    text: Text = Field(description="What people get wrong and what is true, in Markdown.")


class PackForm(_Form):
    """The file pack.yaml."""

    id: Slug = Field(description="The name of the pack's folder, in small letters, digits and hyphens.")
    title: Line = Field(description="The pack's name as people read it, at most 100 characters.")
    exam: Text = Field(description="The facts of the exam: how many questions, how long, what it takes to pass.")
    licence: Text = Field(description="The terms under which the questions may be used.")
    source: Text = Field("", description="Whose text the questions are and where they came from.")
    complete: Truth = Field(
        True, description="Write false to let drafts be asked: questions without why, trap and so on."
    )
    topics: list[TopicForm] = Field(
        min_length=1, max_length=100, description="The domains of the exam, each with id, title, weight."
    )
    traps: list[TrapForm] = Field(
        default=[], max_length=500, description="The named traps, each with id, name and text."
    )
