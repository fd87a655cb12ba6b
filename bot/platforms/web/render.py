"""The demo page as HTML: cards, forms, messages and the page that holds them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import assert_never

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from bot.cards.blocks import (
    AnswerButtons,
    Block,
    Buttons,
    Card,
    Choices,
    Facts,
    Form,
    Heading,
    Mention,
    Note,
    Picture,
    Prose,
    Ranking,
)
from bot.cards.markdown import parser
from bot.platforms.web.people import Channel, Person, find_channel, find_person

BOT = "Trapwise"
_COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of the log. `thread_of` is the message it answers, `only_for` the one person who sees it."""

    id: str
    channel: str
    at: datetime
    html: Markup
    sender: str = BOT
    thread_of: str | None = None
    only_for: str | None = None
    direct: bool = False

    @property
    def by_bot(self) -> bool:
        """Whether the bot says it; a person's own message is the echo of a typed command."""
        return self.sender == BOT


class Renderer:
    """Turns what the tutor says into HTML; every text is escaped, Markdown is rendered without raw HTML."""

    def __init__(self) -> None:
        self._markdown = parser()
        self._templates = Environment(
            loader=FileSystemLoader(Path(__file__).parent / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters |= {
            "markdown": self._prose,
            "utc": _utc,
            "spelled": _COUNTS.__getitem__,
            "person": _person,
            "channel": _channel,
        }
        self._blocks = self._templates.get_template("blocks.html").module

    def card(self, card: Card) -> Markup:
        """The card's blocks one below the other."""
        asked = next((block.posting for block in card if isinstance(block, AnswerButtons)), None)
        return Markup("").join(getattr(self._blocks, _macro(block))(block, asked) for block in card)

    def echo(self, command: str) -> Markup:
        """The line by which people see what they typed."""
        return Markup('<p class="echo">You typed <code>{}</code></p>').format(command)

    def form(self, form: Form) -> Markup:
        """The form as a dialog, to be opened by the page."""
        return self._template("form.html", form=form)

    def message(self, message: Message) -> Markup:
        """The message as the page holds it, without the replies in its thread."""
        return self._template("message.html", message=message)

    def page(
        self,
        *,
        persons: Sequence[Person],
        me: Person,
        channels: Sequence[Channel],
        channel: Channel,
        messages: Sequence[Message],
        now: datetime,
        commands: Sequence[str] = (),
        older: bool = False,
    ) -> str:
        """The whole page as one person sees one channel; a reply whose thread is not there stands in the log.

        `older` tells that the log has more than these messages.
        """
        ids = {message.id for message in messages if message.thread_of is None}
        replies: dict[str, list[Message]] = {}
        for message in messages:
            if message.thread_of in ids:
                replies.setdefault(message.thread_of, []).append(message)
        return self._template(
            "page.html",
            persons=persons,
            me=me,
            channels=channels,
            channel=channel,
            messages=[message for message in messages if message.thread_of not in ids],
            replies=replies,
            now=now.astimezone(UTC),
            commands=commands,
            older=older,
        )

    def _template(self, name: str, **values: object) -> Markup:
        return Markup(self._templates.get_template(name).render(values))  # noqa: S704 - the template escapes

    def _prose(self, markdown: str) -> Markup:
        return Markup(self._markdown.render(markdown))  # noqa: S704 - the parser lets no raw HTML through


def _macro(block: Block) -> str:
    """The name of the macro in blocks.html that draws the block."""
    match block:
        case Heading():
            name = "heading"
        case Prose():
            name = "prose"
        case Choices():
            name = "choices"
        case AnswerButtons():
            name = "answer_buttons"
        case Buttons():
            name = "buttons"
        case Picture():
            name = "picture"
        case Facts():
            name = "facts"
        case Ranking():
            name = "ranking"
        case Note():
            name = "note"
        case Mention():
            name = "mention"
        case _:
            assert_never(block)
    return name


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _person(which: str) -> str:
    """The name of the person of that id, the id where nobody has it."""
    person = find_person(which)
    return f"@{person.name}" if person else which


def _channel(which: str) -> str:
    """The name of the channel of that id, the id where there is none."""
    channel = find_channel(which)
    return f"#{channel.name}" if channel else which
