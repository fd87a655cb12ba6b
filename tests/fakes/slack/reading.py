"""Blocks as plain text, the way a person reads them; and whom they call."""

from collections.abc import Iterator

from tests.fakes.slack.shapes.checks import Body, Json
from tests.fakes.slack.text import calls, moment, readable, strings


def read(blocks: list[Body]) -> str:
    """Blocks as lines of text; what can be pressed stands in brackets."""
    return "\n".join(line for block in blocks if (line := _block(block)))


def pings(text: str, blocks: list[Body]) -> list[str]:
    """Whom a message calls, in its text or anywhere in its blocks."""
    found = calls(text) + [call for each in strings(blocks) for call in calls(each)] + list(_rich_calls(blocks))
    return list(dict.fromkeys(found))


def _block(block: Body) -> str:
    match block:
        case {"type": "divider"}:
            return "———"
        case {"type": "rich_text", "elements": list(elements)}:
            return "\n".join(_rich(each) for each in elements)
        case {"type": "actions" | "context", "elements": list(elements)}:
            return " ".join(_element(each) for each in elements)
        case {"type": "image"}:
            return f"[picture: {block['alt_text']}]"
        case {"type": "input"}:
            return f"{_words(block['label'])}: {_element(block['element'])}"
    fields = block.get("fields")
    parts = [block.get("text"), *(fields if isinstance(fields, list) else []), block.get("accessory")]
    return " ".join(_element(each) for each in parts if each is not None)


def _words(text: Json) -> str:
    if not isinstance(text, dict):
        return ""
    return readable(str(text["text"])) if text["type"] == "mrkdwn" else str(text["text"])


def _element(element: Json) -> str:
    match element:
        case {"type": "plain_text" | "mrkdwn"}:
            shown = _words(element)
        case {"type": "button", "text": text}:
            shown = f"[{_words(text)}]"
        case {"type": "image", "alt_text": alt}:
            shown = f"[picture: {alt}]"
        case {"options": list(options)}:
            shown = " ".join(f"[ ] {_words(each['text'])}" for each in options)
        case {"type": kind, "placeholder": text}:
            shown = f"[{kind}: {_words(text)}]"
        case {"type": kind}:
            shown = f"[{kind}]"
        case _:
            shown = ""
    return shown


def _rich(part: Body) -> str:
    inside: list[Body] = part["elements"]
    match part:
        case {"type": "rich_text_list"}:
            return "\n".join(_item(part, number, each) for number, each in enumerate(inside))
        case {"type": "rich_text_quote"}:
            return "\n".join(f"> {line}" for line in _inline(inside).split("\n"))
        case {"type": "rich_text_preformatted"}:
            return f"```\n{_inline(inside)}\n```"
    return _inline(inside)


def _item(part: Body, number: int, item: Body) -> str:
    mark = f"{number + 1 + part.get('offset', 0)}." if part["style"] == "ordered" else "•"
    return f"{'  ' * part.get('indent', 0)}{mark} {_inline(item['elements'])}"


def _inline(elements: list[Body]) -> str:
    return "".join(_word(each) for each in elements)


def _word(element: Body) -> str:
    match element:
        case {"type": "emoji", "name": name}:
            shown = f":{name}:"
        case {"type": "user", "user_id": who} | {"type": "usergroup", "usergroup_id": who}:
            shown = f"@{who}"
        case {"type": "channel", "channel_id": where}:
            shown = f"#{where}"
        case {"type": "broadcast", "range": who}:
            shown = f"@{who}"
        case {"type": "date", "timestamp": int(seconds)}:
            shown = moment(seconds)
        case _:
            shown = str(element.get("text") or element.get("url") or element.get("value"))
    return shown


def _rich_calls(value: Json) -> Iterator[str]:
    match value:
        case list():
            for each in value:
                yield from _rich_calls(each)
        case {"type": "user", "user_id": who}:
            yield f"<@{who}>"
        case {"type": "usergroup", "usergroup_id": who}:
            yield f"<!subteam^{who}>"
        case {"type": "broadcast", "range": who}:
            yield f"<!{who}>"
        case dict():
            for each in value.values():
                yield from _rich_calls(each)
