"""What a pack remembers of its imports: where each question came from and what it said then, as short digests.

With it a later import can tell what changed in the source from what somebody wrote by hand.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.bank.importing.identity import digest

RECORD_FILE = ".imported.json"
_FIRST = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """One question's external id, and the digests of its fields as they were imported last."""

    external_id: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)


Record = dict[str, Remembered]
"""By question id."""


def read_record(folder: Path) -> Record:
    """The pack's record; an unreadable one is none, and then everything counts as written by hand."""
    try:
        data = json.loads((folder / RECORD_FILE).read_text(encoding="utf-8"))
        return {
            str(name): Remembered(external_id=str(each["id"]), fields=dict(each["fields"]))
            for name, each in data["questions"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def record_text(record: Record) -> str:
    """The record as its file holds it."""
    questions = {name: {"id": each.external_id, "fields": dict(each.fields)} for name, each in sorted(record.items())}
    return json.dumps({"version": _FIRST, "questions": questions}, ensure_ascii=False, indent=1) + "\n"


def remembered(values: Mapping[str, Any], external_id: str, picture: bytes | None) -> Remembered:
    """What to remember of a question that was imported with these values."""
    fields = {name: digest(str(values[name])) for name in ("stem", "explanation", "trap") if values.get(name)}
    fields |= {"choices": digest(key_of(values)), "order": digest("\n".join(texts_of(values)))}
    fields |= {why_field(choice): digest(choice["why"]) for choice in values["choices"] if choice.get("why")}
    if picture is not None:
        fields["image"] = digest(picture.hex())
    return Remembered(external_id=external_id, fields=fields)


def key_of(values: Mapping[str, Any]) -> str:
    """The choices and which of them are right, in whatever order they stand."""
    return "\n".join(
        sorted(f"{is_right(choice)} {choice.get('text', '').strip()}" for choice in values.get("choices", []))
    )


def texts_of(values: Mapping[str, Any]) -> list[str]:
    """The texts of the choices in their order."""
    return [str(choice.get("text", "")).strip() for choice in values.get("choices", []) if isinstance(choice, Mapping)]


def is_right(choice: Mapping[str, Any]) -> bool:
    """Whether a choice's values say that it is right."""
    return str(choice.get("correct", "")).strip().lower() == "true"


def why_field(choice: Mapping[str, Any]) -> str:
    """The name under which a choice's why is remembered."""
    return f"why {digest(str(choice.get('text', '')))}"
