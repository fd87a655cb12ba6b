"""What people read, and whom a message calls."""

import pytest

from tests.fakes.slack.reading import pings, read
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.text import escaped, linked, readable
from tests.fakes.slack_blocks import (
    actions,
    asks,
    boxes,
    button,
    context,
    header,
    line,
    marked,
    plain,
    rich,
    section,
    select,
    word,
)


def rich_list(style: str, **more: object) -> Body:
    return {"type": "rich_text_list", "style": style, "elements": [line(word("one")), line(word("two"))], **more}


READ: dict[str, tuple[Body, str]] = {
    "header": (header("Hi"), "Hi"),
    "section": (section("*Hi* <https://x.example|there> &amp; all"), "*Hi* there & all"),
    "fields": ({"type": "section", "fields": [plain("a"), marked("b")]}, "a b"),
    "plain text is no markup": (context(plain("<!here>")), "<!here>"),
    "buttons": (actions(button("A"), button("B")), "[A] [B]"),
    "boxes": (actions(boxes()), "[ ] one [ ] one"),
    "select": (actions(select(placeholder=plain("Topic"), options=[])), ""),
    "input": (asks(), "Name: [plain_text_input]"),
    "picture": ({"type": "image", "alt_text": "a chart"}, "[picture: a chart]"),
    "rich words": (rich(line(word("a"), {"type": "link", "url": "https://x.example", "text": "b"})), "ab"),
    "rich list": (rich(rich_list("bullet", indent=1)), "  • one\n  • two"),
    "rich numbers": (rich(rich_list("ordered", offset=2)), "3. one\n4. two"),
    "rich quote": (rich({"type": "rich_text_quote", "elements": [word("a\nb")]}), "> a\n> b"),
    "rich code": (rich({"type": "rich_text_preformatted", "elements": [word("x = 1")]}), "```\nx = 1\n```"),
    "rich date": (rich(line({"type": "date", "timestamp": 0, "format": "{date}"})), "1970-01-01 00:00 UTC"),
}


@pytest.mark.parametrize(("block", "shown"), READ.values(), ids=READ)
def test_a_block_reads(block: Body, shown: str) -> None:
    assert read([block]) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<@U1|ada> in <#C1|daily>", "@ada in #daily"),
        ("<!date^0^{date}|then>", "1970-01-01 00:00 UTC"),
        ("<https://x.example>", "https://x.example"),
        ("&lt;!here&gt;", "<!here>"),
    ],
    ids=["names", "date", "bare link", "escaped"],
)
def test_marked_up_text_reads(text: str, shown: str) -> None:
    assert readable(text) == shown


CALLS: dict[str, tuple[str, list[Body], list[str]]] = {
    "text": ("<!here> <@U1>", [], ["<!here>", "<@U1>"]),
    "group": ("<!subteam^S1|@all>", [], ["<!subteam^S1>"]),
    "marked block": ("", [section("<!channel>")], ["<!channel>"]),
    "rich block": ("", [rich(line({"type": "broadcast", "range": "everyone"}))], ["<!everyone>"]),
    "rich user": ("", [rich(line({"type": "user", "user_id": "U1"}))], ["<@U1>"]),
    "typed at-sign": ("@here @ada", [], []),
    "escaped": ("&lt;!here&gt;", [], []),
    "plain block": ("", [header("<!here>")], []),
    "rich word": ("", [rich(line(word("<!here>")))], []),
}


@pytest.mark.parametrize(("text", "blocks", "called"), CALLS.values(), ids=CALLS)
def test_a_message_calls(text: str, blocks: list[Body], called: list[str]) -> None:
    assert pings(text, blocks) == called


def test_link_names_turns_typed_names_into_calls() -> None:
    assert linked("@ada, @here and @nobody", {"ada": "U1"}) == "<@U1>, <!here> and @nobody"


def test_a_command_is_escaped_as_slack_escapes_it() -> None:
    told = escaped("@ada <b> #daily @all @here a@b", {"ada": "U1"}, {"daily": "C1"}, {"all": "S1"})

    assert told == "<@U1|ada> &lt;b&gt; <#C1|daily> <!subteam^S1|@all> <!here> a@b"
