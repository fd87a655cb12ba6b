"""Slack's own markup: whom it calls, and what people read."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

SPECIAL = re.compile(r"<([^<>]+)>")
CALLS = re.compile(r"<(@[UW][A-Z0-9]+|!here|!channel|!everyone|!subteam\^S[A-Z0-9]+)(?:\|[^<>]*)?>")
TYPED_NAME = re.compile(r"(?<![\w<@])@([\w.-]*\w)")
TYPED_CHANNEL = re.compile(r"(?<![\w<#])#([\w-]+)")
EVERYBODY = ("here", "channel", "everyone")


def calls(text: str) -> list[str]:
    """The people and groups a marked-up text pings, as `<@U1>` or `<!here>`."""
    return [f"<{each.group(1)}>" for each in CALLS.finditer(text)]


def linked(text: str, names: Mapping[str, str]) -> str:
    """Text with `@name` made a mention, as link_names and parse=full make it."""

    def link(found: re.Match[str]) -> str:
        name = found.group(1).lower()
        if name in EVERYBODY:
            return f"<!{name}>"
        return f"<@{names[name]}>" if name in names else found.group(0)

    return TYPED_NAME.sub(link, text)


def escaped(text: str, people: Mapping[str, str], channels: Mapping[str, str], groups: Mapping[str, str]) -> str:
    """What a slash command is sent when its app asked for escaping: names known here become ids."""

    def person(found: re.Match[str]) -> str:
        name = found.group(1).lower()
        if name in EVERYBODY:
            return f"<!{name}>"
        if name in groups:
            return f"<!subteam^{groups[name]}|@{name}>"
        return f"<@{people[name]}|{name}>" if name in people else found.group(0)

    def channel(found: re.Match[str]) -> str:
        name = found.group(1)
        return f"<#{channels[name]}|{name}>" if name in channels else found.group(0)

    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return TYPED_CHANNEL.sub(channel, TYPED_NAME.sub(person, safe))


def readable(text: str) -> str:
    """Marked-up text as it looks: links by their label, dates by their words, escapes undone."""
    shown = SPECIAL.sub(lambda found: _shown(found.group(1)), text)
    return shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _shown(inside: str) -> str:
    target, _, label = inside.partition("|")
    if target.startswith("!date^"):
        return moment(int(target.split("^")[1]))
    if target.startswith(("@", "#")):
        return f"{target[0]}{label}" if label else target
    if target.startswith("!"):
        return label or target.replace("!subteam^", "@").replace("!", "@")
    return label or target


def moment(seconds: int) -> str:
    """A date of Slack's, told in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def strings(value: object) -> Iterator[str]:
    """Every marked-up text inside some blocks."""
    if isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif isinstance(value, dict):
        if value.get("type") == "mrkdwn":
            yield str(value["text"])
        for inner in value.values():
            yield from strings(inner)
