"""Cards and forms as plain text: for a terminal, and for whoever cannot see the native message."""

import functools
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import assert_never

from markdown_it.tree import SyntaxTreeNode

from bot.cards.blocks import (
    AnswerButtons,
    Block,
    Buttons,
    Card,
    Choices,
    Fact,
    Facts,
    Field,
    Form,
    Heading,
    Lettered,
    Mark,
    Mention,
    Note,
    Picture,
    Prose,
    Ranking,
    Row,
)
from bot.cards.markdown import tree

_CODE_INDENT = "    "
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""No name and no text may move a terminal's cursor or colour it."""


def plain(card: Card) -> str:
    """The card as plain text, its blocks parted by blank lines."""
    return _clean("\n\n".join(text for block in card if (text := _block(block))))


def plain_form(form: Form) -> str:
    """A form as plain text: its title, a line a field, and what sends it."""
    return _clean("\n".join([_line(form.title), *map(_field, form.fields), f"[{_line(form.submit)}]"]))


def _clean(text: str) -> str:
    return _CONTROL.sub("", text)


def _line(text: str) -> str:
    """Text that has one line, so that it cannot pass for more."""
    return " ".join(text.split())


def _moment(at: datetime | None) -> str:
    return "" if at is None else at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def _joined(*words: str, by: str = " ") -> str:
    return by.join(word for word in words if word)


def _block(block: Block) -> str:
    match block:
        case Heading():
            text = _line(block.text)
        case Prose():
            text = _prose(block)
        case Choices():
            text = "\n".join(map(_choice, block.items))
        case AnswerButtons():
            letters = " ".join(f"[{letter}]" for letter in block.letters)
            text = letters if block.pick == 1 else f"Choose {block.pick}: {letters} [Submit]"
        case Buttons():
            text = " ".join(f"[{_line(button.label)}]" for button in block.items)
        case Picture():
            text = f"[Picture: {_line(block.file.alt)}]"
        case Facts():
            text = "\n".join(map(_fact, block.items))
        case Ranking():
            text = "\n".join(map(_row, block.rows))
        case Note():
            text = _joined(_line(block.text), _moment(block.at))
        case Mention():
            text = f"For {_line(block.who)}"
        case _:
            assert_never(block)
    return text


def _prose(block: Prose) -> str:
    text = _markdown(block.markdown)
    if not block.label:
        return text
    joint = "\n" if text.startswith(_CODE_INDENT) else " "
    return f"{_line(block.label)}:{joint}{text}"


def _choice(item: Lettered) -> str:
    text, said = _markdown(item.markdown), _said_of(item)
    lines = [f"{text} - {said}" if said and "\n" not in text else text]
    if said and "\n" in text:
        lines.append(f"- {said}")
    lines += [f"Why: {_markdown(item.why)}"] if item.why else []
    lines += [f"Why people pick it: {_markdown(item.tempting)}"] if item.tempting else []
    lines += [f"Trap: {_line(item.trap_name)}"] if item.trap_name else []
    start = f"{item.letter}. "
    return start + _indented("\n".join(lines), " " * len(start)).removeprefix(" " * len(start))


def _said_of(item: Lettered) -> str:
    """What is known of a choice, in words."""
    mark = {Mark.NONE: "", Mark.CORRECT: "correct", Mark.WRONG: "not correct"}[item.mark]
    picks = "" if item.picks is None else f"picked by {item.picks} ({item.share:.0%})"
    return _joined(_joined(mark, "your pick" if item.picked else "", by=", "), picks, by="; ")


@functools.lru_cache(maxsize=2048)
def _fact(fact: Fact) -> str:
    named = (_line(fact.text), _moment(fact.at), *map(_line, (fact.person, fact.channel, fact.group)))
    return f"{_line(fact.label)}: {_joined(*named)}".rstrip()


def _row(row: Row) -> str:
    value = f"{_line(row.name)}: {_line(row.value)}" if row.value else _line(row.name)
    return _joined(_line(row.rank), value, "(you)" if row.you else "")


def _field(field: Field) -> str:
    hints = [
        _line(field.help),
        f"one of: {', '.join(_line(option.label) for option in field.options)}" if field.options else "",
        f"for example {_line(field.example)}" if field.example else "",
    ]
    name = _line(field.label) + (" (required)" if field.required else "")
    return _joined(f"{name}: {_line(field.value)}".rstrip(), *(f"  {hint}" for hint in hints if hint), by="\n")


def _markdown(markdown: str) -> str:
    return _all(tree(markdown))


def _all(node: SyntaxTreeNode, joint: str = "\n\n") -> str:
    return joint.join(_node(child) for child in node.children)


def _node(node: SyntaxTreeNode) -> str:
    """A block of Markdown as the text that a reader sees; code blocks are indented."""
    match node.type:
        case "fence" | "code_block":
            text = _indented(node.content.rstrip("\n"), _CODE_INDENT)
        case "paragraph" | "heading" | "inline" | "em" | "strong" | "th" | "td":
            text = _all(node, "")
        case "text" | "code_inline":
            text = node.content
        case "softbreak" | "hardbreak":
            text = "\n"
        case "bullet_list" | "ordered_list":
            text = "\n".join(_items(node))
        case "blockquote":
            text = _indented(_all(node), "> ")
        case "table" | "thead" | "tbody":
            text = _all(node, "\n")
        case "tr":
            text = _all(node, " | ")
        case "hr":
            text = "---"
        case _:
            text = _all(node)
    return text


def _items(node: SyntaxTreeNode) -> Iterator[str]:
    first = int(node.attrs.get("start", 1))
    for place, item in enumerate(node.children):
        start = "- " if node.type == "bullet_list" else f"{first + place}. "
        yield start + _indented(_all(item, "\n"), " " * len(start)).removeprefix(" " * len(start))


def _indented(text: str, indent: str) -> str:
    return "\n".join(indent + line if line else line for line in text.split("\n"))
