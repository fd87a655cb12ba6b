"""A card's blocks as Discord Markdown, in the words of `bot.cards.plain`."""

import re
from collections.abc import Iterator
from datetime import datetime

from bot.cards.blocks import (
    Block,
    Choices,
    Fact,
    Facts,
    Heading,
    Lettered,
    Mark,
    Mention,
    Note,
    Prose,
    Ranking,
    Row,
)
from bot.platforms.discord.escape import apart
from bot.platforms.discord.script import Script

_BAR = 10
_BLOCK = re.compile(r"```|- |> |\d+\. ")
_MARKS = {Mark.NONE: "", Mark.CORRECT: "✓ correct", Mark.WRONG: "✗ not correct"}
_EVERYBODY = ("here", "everyone")


def texts(block: Block, script: Script) -> Iterator[str]:
    """The block's texts, one each that stands by itself; none for what is no text."""
    match block:
        case Heading():
            yield f"### {script.line(block.text)}"
        case Prose():
            yield _labelled(block.label, script.prose(block.markdown), script)
        case Choices():
            yield from (_choice(item, script) for item in block.items)
        case Facts():
            yield "\n".join(_fact(fact, script) for fact in block.items)
        case Ranking():
            yield "\n".join(_row(row, script) for row in block.rows)
        case Note():
            yield f"-# {_words(script.line(block.text), _moment(block.at, 'R'))}"
        case Mention():
            yield _called(block.who, script)


def _words(*words: str, by: str = " ") -> str:
    return by.join(word for word in words if word)


def _labelled(label: str, text: str, script: Script, *, end: str = ":") -> str:
    """A text after its name, below it where the text begins with code, a list or a quote."""
    if not label:
        return text
    name = script.strong(f"{label}{end}")
    between = "\n" if _BLOCK.match(text) else " "
    return f"{name}{between}{apart(name, text)}{text}"


def _choice(item: Lettered, script: Script) -> str:
    lines = (
        _labelled(item.letter, script.prose(item.markdown), script, end="."),
        _said_of(item),
        _labelled("Why", script.prose(item.why), script) if item.why else "",
        _labelled("Why people pick it", script.prose(item.tempting), script) if item.tempting else "",
        _labelled("Trap", script.line(item.trap_name), script) if item.trap_name else "",
    )
    return _words(*lines, by="\n")


def _said_of(item: Lettered) -> str:
    """What is known of a choice, its share as a bar."""
    filled = round(item.share * _BAR)
    bar = "█" * filled + "░" * (_BAR - filled)
    split = "" if item.picks is None else f"{bar} {item.picks} ({item.share:.0%})"
    mark = _words(_MARKS[item.mark], "your pick" if item.picked else "", by=", ")
    return _words(split, f"**{mark}**" if mark else "", by=" · ")


def _fact(fact: Fact, script: Script) -> str:
    named = (
        script.line(fact.text),
        _moment(fact.at, "f"),
        _named("@", fact.person, script),
        _named("#", fact.channel, script),
        _named("@&", fact.group, script),
    )
    return _labelled(fact.label, _words(*named), script).rstrip()


def _row(row: Row, script: Script) -> str:
    name = script.line(row.name)
    value = f"{name}: {script.line(row.value)}" if row.value else name
    return _words(script.strong(row.rank), value, "**(you)**" if row.you else "")


def _moment(at: datetime | None, style: str) -> str:
    """A moment in the reader's own zone: `f` in full, `R` as the time left."""
    return "" if at is None else f"<t:{int(at.timestamp())}:{style}>"


def _named(sign: str, which: str, script: Script) -> str:
    """A person, channel or group by its id, shown as people know it; anything but an id is text."""
    if not which:
        return ""
    return f"<{sign}{which}>" if which.isascii() and which.isdigit() else script.line(which)


def _called(who: str, script: Script) -> str:
    """The one thing of a card that may call people: a role by its id, or everybody; a name stays text."""
    bare = who.removeprefix("@")
    if bare in _EVERYBODY:
        return f"@{bare}"
    if bare.isascii() and bare.isdigit():
        return f"<@&{bare}>"
    return script.line(f"@{bare}")
