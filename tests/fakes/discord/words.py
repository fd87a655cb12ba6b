"""A message as people read it."""

import re
from collections.abc import Iterator

from tests.fakes.discord.controls import LINK_STYLE, SELECTS, Kind
from tests.fakes.discord.state import COMPONENTS_V2, Json, Message

ESCAPE = re.compile(r"(`+[^`]*`+)|\\([^\w\s])")


def words(message: Message) -> str:
    """Content, embeds, components and files from top to bottom; Components V2 show no file that they do not name."""
    if message.loading:
        return "…"
    lines = [unescaped(message.content)] if message.content else []
    for embed in message.embeds:
        lines += embed_words(embed)
    for component in message.components:
        lines += component_words(component)
    if not message.flags & COMPONENTS_V2:
        lines += [f"[file {each['filename']}]" for each in message.attachments]
    return "\n".join(lines)


def unescaped(text: str) -> str:
    """Backslashes before punctuation are not seen, but for those in code."""
    return ESCAPE.sub(lambda found: found[1] or found[2], text)


def embed_words(embed: Json) -> list[str]:
    """An embed's texts in their order."""
    told = [embed.get("title"), embed.get("description")]
    told += [f"{part['name']}: {part['value']}" for part in embed.get("fields") or ()]
    told.append((embed.get("footer") or {}).get("text"))
    return [unescaped(each) for each in told if each]


def component_words(component: Json) -> list[str]:
    """One component and what it holds."""
    kind = Kind(component["type"])
    if kind in (Kind.CONTAINER, Kind.SECTION):
        accessory = [component["accessory"]] if kind is Kind.SECTION else []
        return list(inside([*component["components"], *accessory]))
    if kind is Kind.ROW:
        return [" ".join(inside(component["components"]))]
    return control_words(component) if kind in (Kind.BUTTON, *SELECTS) else shown_words(component)


def shown_words(component: Json) -> list[str]:
    """What can only be looked at."""
    match Kind(component["type"]):
        case Kind.TEXT:
            return [unescaped(component["content"])]
        case Kind.SEPARATOR:
            return ["———"] if component["divider"] else [""]
        case Kind.FILE:
            return [f"[file {component['name'] or component['file']['url']}]"]
        case Kind.GALLERY:
            return [picture_words(each) for each in component["items"]]
        case _:
            return [picture_words(component)]


def picture_words(picture: Json) -> str:
    """A picture by its description, or its address without one."""
    return f"[image {picture['description'] or picture['media']['url']}]"


def inside(components: list[Json]) -> Iterator[str]:
    """The lines of several components."""
    for component in components:
        yield from component_words(component)


def control_words(control: Json) -> list[str]:
    """A button or a select."""
    return [button_words(control) if control["type"] == Kind.BUTTON else select_words(control)]


def button_words(button: Json) -> str:
    """[A], or (A) for one that cannot be pressed."""
    label = " ".join(filter(None, [(button.get("emoji") or {}).get("name"), button.get("label")]))
    if button["style"] == LINK_STYLE:
        return f"[{label}]({button['url']})"
    return f"({label})" if button.get("disabled") else f"[{label}]"


def select_words(select: Json) -> str:
    """<placeholder: the options>"""
    options = " | ".join(each["label"] for each in select.get("options") or ())
    return f"<{': '.join(filter(None, [select.get('placeholder'), options]))}>"


def form_words(form: Json) -> str:
    """A form's title, its labels with what stands in them, and its texts."""
    lines = [form["title"]]
    for row in form["components"]:
        field = row.get("component") or next(iter(row.get("components") or ()), None)
        if field is None:
            lines.append(unescaped(row["content"]))
            continue
        lines.append(f"{row.get('label') or field.get('label')}: {field.get('value') or ''}".rstrip())
        if row.get("description"):
            lines.append(f"  {row['description']}")
        lines += [f"  {'x' if each.get('default') else '-'} {each['label']}" for each in field.get("options") or ()]
    return "\n".join(lines)
