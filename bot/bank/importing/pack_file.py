"""Changes to pack.yaml as text, so that comments and spelling of whoever wrote it stay."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.bank.form import filled
from bot.bank.importing.pack_state import UNSORTED, PackState
from bot.bank.model import PackForm
from bot.bank.pack_folder import PACK_FILE
from bot.bank.question_yaml import dumped
from bot.bank.yaml_text import read
from bot.core.errors import Clash

UNKNOWN = "unknown"
_EXAM = "An imported bank; say here how long the exam is and what it takes to pass."


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Whose text a file is: its licence and its source, empty where nobody said."""

    licence: str = ""
    source: str = ""


def pack_text(state: PackState, topics: Mapping[str, str], origin: Origin, files: str) -> str:
    """What pack.yaml will say: with these topics, by id with title, and with where the files came from.

    Raises:
        Clash: the file is written in a way that cannot be added to.
    """
    if state.form is None:
        return _new(state.folder.name, topics, origin)
    text = state.text
    for id_, title in topics.items():
        if id_ not in state.topics:
            text = _with_topic(text, id_, title)
    for name, value in _told(state.form, origin, files).items():
        text = _with_field(text, name, value)
    if not _holds(text, topics):
        raise Clash(
            f"{PACK_FILE} cannot be added to by itself.", example=f"add the topics {', '.join(topics)} there first"
        )
    return text


def title_of(id_: str) -> str:
    """A topic's title by its id."""
    return id_.replace("-", " ").capitalize()


def _new(name: str, topics: Mapping[str, str], origin: Origin) -> str:
    shown = topics or {UNSORTED: title_of(UNSORTED)}
    return dumped(
        {
            "id": name,
            "title": title_of(name),
            "exam": _EXAM,
            "licence": origin.licence or UNKNOWN,
            "source": origin.source or UNKNOWN,
            "complete": False,
            "topics": [{"id": id_, "title": title, "weight": 1} for id_, title in shown.items()],
        }
    )


def _told(form: PackForm, origin: Origin, files: str) -> dict[str, str]:
    """The fields to change: a licence only where none is known, a source in a line of its own beside others."""
    told: dict[str, str] = {}
    unknown = form.licence.strip().casefold() == UNKNOWN
    if origin.licence and unknown:
        told["licence"] = origin.licence
    if not origin.source and not origin.licence:
        return told
    line = origin.source or UNKNOWN
    if origin.licence and not unknown and origin.licence != form.licence:
        line += f" ({origin.licence})"
    if form.source.strip().casefold() in {"", UNKNOWN}:
        told["source"] = line if unknown or not form.source else f"{files}: {line}"
    elif line not in form.source:
        told["source"] = f"{form.source}\n\n{files}: {line}"
    return told if told.get("source") != UNKNOWN or not form.source else {**told, "source": form.source}


def _with_topic(text: str, id_: str, title: str) -> str:
    """The topic at the head of the list, indented as the others are."""
    found = re.search(r"^topics:[ \t]*(?:#.*)?\n((?:[ \t]*(?:#.*)?\n)*)([ \t]*)- ", text, re.MULTILINE)
    if found is None:
        return text
    line = dumped([{"id": id_, "title": title, "weight": 1}]).rstrip("\n").replace("\n", "\n" + found[2])
    return f"{text[: found.start(2)]}{found[2]}{line}\n{text[found.start(2) :]}"


def _with_field(text: str, name: str, value: str) -> str:
    """The field with this value: in its old place, else before the topics."""
    line = dumped({name: value})
    old = re.search(rf"^{name}:.*\n(?:(?:[ \t]+.*)?\n)*", text, re.MULTILINE)
    if old is not None:
        gap = "\n" if old.group().endswith("\n\n") else ""
        return text[: old.start()] + line + gap + text[old.end() :]
    topics = re.search(r"^topics:", text, re.MULTILINE)
    place = topics.start() if topics else len(text)
    return text[:place] + line + text[place:]


def _holds(text: str, topics: Mapping[str, str]) -> bool:
    """Whether the text is a pack's without faults that has these topics."""
    yaml = read(text)
    form, faults = filled(PackForm, yaml.data)
    return not yaml.findings and not faults and set(topics) <= {topic.id for topic in form.topics}
