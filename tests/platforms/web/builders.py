"""Builds what the page shows, and reads its HTML back."""

from datetime import UTC, datetime
from html.parser import HTMLParser

from markupsafe import Markup

from bot.cards.blocks import AnswerButtons, Card, Choices, Heading, Lettered, Note, Prose
from bot.core.posting import PostingId
from bot.platforms.web.people import Channel, Person
from bot.platforms.web.render import Message, Renderer

NINE = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
HOSTILE = "<script>x</script> &amp;lt; <!here> @everyone __init__ if a < b && c > d: <img src=x onerror=x> [x](y)"
ADA, DANA = Person(id="ada", name="Ada"), Person(id="dana", name="Dana", admin=True)
DAILY, OTHER = Channel(id="daily", name="daily", topic="Weekdays at 09:00"), Channel(id="prompting", name="prompting")


class Tags(HTMLParser):
    """Every element of a piece of HTML with its attributes, and its text as a reader sees it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(str(html))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, tag: str, **attributes: str) -> list[dict[str, str | None]]:
        return [found for name, found in self.found if name == tag and attributes.items() <= found.items()]


def an_open_card(*, pick: int = 1, choices: tuple[str, ...] = ("cache it", "recompute it")) -> Card:
    letters = tuple("ABCDEFGHIJ"[: len(choices)])
    items = tuple(Lettered(letter=letter, markdown=text) for letter, text in zip(letters, choices, strict=True))
    return (
        Heading(text="Fine-tuning · Question 12"),
        Prose(markdown="What saves memory?"),
        Choices(items=items),
        AnswerButtons(posting=PostingId(12), letters=letters, pick=pick),
        Note(text="2 answered"),
    )


def a_message(**changes: object) -> Message:
    fields: dict[str, object] = {"id": "m1", "channel": "daily", "at": NINE, "html": Markup("<p>Hello</p>")}
    return Message(**(fields | changes))  # type: ignore[arg-type]


def a_page(*messages: Message, me: Person = ADA, older: bool = False) -> Tags:
    return Tags(
        Renderer().page(
            persons=(ADA, DANA),
            me=me,
            channels=(DAILY, OTHER),
            channel=DAILY,
            messages=messages,
            now=NINE,
            commands=("/tutor me",),
            older=older,
        )
    )
