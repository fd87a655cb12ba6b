"""How blocks read to a person: a line a text, controls in brackets, what is no text in angles."""

from typing import Any

Piece = dict[str, Any]


def shown(blocks: list[Piece]) -> str:
    """What stands there, blocks on lines of their own."""
    return "\n".join(map(_block, blocks))


def _block(piece: Piece) -> str:
    match piece:
        case {"type": "header", "text": text}:
            return _inline(text)
        case {"type": "image", "slack_file": file, "alt_text": alt}:
            return f"<image {file['id']}: {alt}>"
        case {"type": "context" | "actions", "elements": elements}:
            return " ".join(map(_inline, elements))
        case {"type": "rich_text", "elements": elements}:
            return "\n".join(map(_rich, elements))
    return f"<{piece['type']}>"


def _rich(piece: Piece) -> str:
    kind = piece["type"].removeprefix("rich_text_")
    if kind == "list":
        first = piece.get("offset", 0) + 1
        marks = ["-" if piece["style"] == "bullet" else f"{first + place}." for place in range(len(piece["elements"]))]
        items = zip(marks, map(_rich, piece["elements"]), strict=True)
        return "\n".join(f"{'  ' * piece['indent']}{mark} {item}" for mark, item in items)
    text = "".join(map(_inline, piece["elements"]))
    return {"section": text, "preformatted": f"```\n{text}\n```", "quote": "> " + text.replace("\n", "\n> ")}[kind]


def _inline(piece: Piece) -> str:
    kind = piece["type"]
    if kind in {"user", "usergroup", "channel"}:
        return f"<{kind} {piece[f'{kind}_id']}>"
    if kind == "checkboxes":
        return " ".join(f"[ ]{_inline(option['text'])}" for option in piece["options"])
    text = piece.get("text") or piece.get("fallback") or f"<everybody {piece.get('range')}>"
    return f"[{_inline(piece['text'])}]" if kind == "button" else str(text)
