"""The kinds of block a card is made of; a card is a tuple of them.

Fields named `text` or `label` are plain text. Fields named `markdown` are Markdown, to be read by
`bot.cards.markdown` alone. Nothing that is shown before an answer tells which choice is correct.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.core.posting import PostingId
from bot.core.question import Picture as PictureFile


class Tone(StrEnum):
    """How a line feels: platforms may colour it, words carry the meaning."""

    NEUTRAL = "neutral"
    GOOD = "good"
    BAD = "bad"


class Mark(StrEnum):
    """What a private breakdown says of one choice."""

    NONE = "none"
    CORRECT = "correct"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The card's first words or the title of a part of it."""

    text: str
    tone: Tone = Tone.NEUTRAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Running text; `label` stands before it as its name."""

    markdown: str
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lettered:
    """One choice under its letter; `share` (0 to 1) and `picks` are set once the split may be seen."""

    letter: str
    markdown: str
    mark: Mark = Mark.NONE
    picked: bool = False
    picks: int | None = None
    share: float = 0.0
    why: str = ""
    tempting: str = ""
    trap_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The choices of a question in the order shown. `why` and `tempting` of each are Markdown."""

    items: tuple[Lettered, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerButtons:
    """The way to answer: one press of a bare letter, or exactly `pick` letters and a submit button."""

    posting: PostingId
    letters: tuple[str, ...]
    pick: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandButton:
    """A button that does what typing the command does; `danger` marks what cannot be undone at once."""

    label: str
    command: str
    danger: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Buttons:
    """A row of command buttons."""

    items: tuple[CommandButton, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """An image and its words."""

    file: PictureFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A name and its value: a text, then a moment in the reader's own zone, a person, a channel or a group if any.

    Persons, channels and groups are the platform's own ids, which only the platform can show as people know them,
    and never mentions that call anybody.
    """

    label: str
    text: str = ""
    at: datetime | None = None
    person: str = ""
    channel: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Names and values, one pair a line."""

    items: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a ranking; `you` marks the reader's own, `person` is the platform's own id of whose it is."""

    rank: str
    name: str
    value: str
    you: bool = False
    person: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Ranked lines in order."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A line of small print; `at` is a moment shown after the text in the reader's own zone."""

    text: str
    at: datetime | None = None
    tone: Tone = Tone.NEUTRAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """The one role or group that an opening message may mention, by the platform's own name or id."""

    who: str


Block = Heading | Prose | Choices | AnswerButtons | Buttons | Picture | Facts | Ranking | Note | Mention
Card = tuple[Block, ...]


class FieldKind(StrEnum):
    """What a form's field takes, so that a platform can offer the right picker."""

    TEXT = "text"
    PACK = "pack"
    TOPIC = "topic"
    TIME = "time"
    ZONE = "zone"
    DAYS = "days"
    DATE = "date"
    NUMBER = "number"
    CHANNEL = "channel"
    PERSON = "person"
    GROUP = "group"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One value on offer and what it is called."""

    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a form, named as the command's parameter; `options` empty means free text."""

    name: str
    label: str
    kind: FieldKind
    help: str = ""
    value: str = ""
    example: str = ""
    required: bool = False
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A command asked for its parameters; sending it runs the command with what was filled in.

    `about` is the number of the classroom that the form changes, empty where it makes something new.
    """

    title: str
    command: str
    fields: tuple[Field, ...]
    submit: str
    about: str = ""
