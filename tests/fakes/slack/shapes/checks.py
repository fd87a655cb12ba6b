"""The words in which blocks are described: small checks that yield what is wrong and where.

A check takes a value and its JSON pointer; larger checks are made of smaller ones.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Json = object
Body = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """One thing Slack would refuse."""

    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.what} [json-pointer:{self.where}]"


Check = Callable[[Json, str], Iterator[Flaw]]


def words(most: int, least: int = 1) -> Check:
    """A string of so many characters."""

    def check(value: Json, where: str) -> Iterator[Flaw]:
        if not isinstance(value, str):
            yield Flaw(what="must be a string", where=where)
        elif len(value) < least:
            yield Flaw(what=f"must be more than {least - 1} characters", where=where)
        elif len(value) > most:
            yield Flaw(what=f"must be less than {most + 1} characters", where=where)

    return check


def matching(pattern: str, called: str) -> Check:
    """A string of one form."""

    def check(value: Json, where: str) -> Iterator[Flaw]:
        if not isinstance(value, str) or re.fullmatch(pattern, value) is None:
            yield Flaw(what=f"must be {called}", where=where)

    return check


def whole(least: int, most: int) -> Check:
    """An integer, and no boolean."""

    def check(value: Json, where: str) -> Iterator[Flaw]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield Flaw(what="must be an integer", where=where)
        elif not least <= value <= most:
            yield Flaw(what=f"must be between {least} and {most}", where=where)

    return check


def flag(value: Json, where: str) -> Iterator[Flaw]:
    """True or false."""
    if not isinstance(value, bool):
        yield Flaw(what="must be a boolean", where=where)


def one_of(*allowed: Json) -> Check:
    """One of a closed set."""

    def check(value: Json, where: str) -> Iterator[Flaw]:
        if value not in allowed:
            yield Flaw(what=f"must be a valid enum value: {', '.join(map(str, allowed))}", where=where)

    return check


def many(each: Check, most: int, least: int = 1) -> Check:
    """A list of so many, each of one kind."""

    def check(value: Json, where: str) -> Iterator[Flaw]:
        if not isinstance(value, list):
            yield Flaw(what="must be an array", where=where)
            return
        if len(value) < least:
            yield Flaw(what=f"no less than {least} items allowed", where=where)
        if len(value) > most:
            yield Flaw(what=f"no more than {most} items allowed", where=where)
        for number, item in enumerate(value):
            yield from each(item, f"{where}/{number}")

    return check


def form(needed: Mapping[str, Check] | None = None, may: Mapping[str, Check] | None = None) -> Check:
    """An object with these fields and no other; `type` was looked at by whoever chose this form."""
    required = needed or {}
    known = {**required, **(may or {})}

    def check(value: Json, where: str) -> Iterator[Flaw]:
        if not isinstance(value, dict):
            yield Flaw(what="must be an object", where=where)
            return
        for name in required.keys() - value.keys():
            yield Flaw(what=f"missing required field: {name}", where=where)
        for name, inner in value.items():
            if name in known:
                yield from known[name](inner, f"{where}/{name}")
            elif name != "type":
                yield Flaw(what=f"invalid additional property: {name}", where=where)

    return check


def kinds(table: Mapping[str, Check]) -> Check:
    """An object whose `type` says which form it has."""

    def check(value: Json, where: str) -> Iterator[Flaw]:
        kind = value.get("type") if isinstance(value, dict) else None
        if kind is None:
            yield Flaw(what="missing required field: type", where=where)
        elif kind not in table:
            yield Flaw(what=f"unsupported type: {kind}", where=f"{where}/type")
        else:
            yield from table[kind](value, where)

    return check


def both(*checks: Check) -> Check:
    """All of them, the later ones only where the earlier ones found nothing."""

    def check(value: Json, where: str) -> Iterator[Flaw]:
        for each in checks:
            found = list(each(value, where))
            yield from found
            if found:
                return

    return check


def exactly_one(*names: str) -> Check:
    """An object that has one of these fields."""

    def check(value: Json, where: str) -> Iterator[Flaw]:
        if isinstance(value, dict) and sum(name in value for name in names) != 1:
            yield Flaw(what=f"must define exactly one of: {', '.join(names)}", where=where)

    return check


def at_least_one(*names: str) -> Check:
    """An object that has any of these fields."""

    def check(value: Json, where: str) -> Iterator[Flaw]:
        if isinstance(value, dict) and not any(name in value for name in names):
            yield Flaw(what=f"must define either {' or '.join(names)}", where=where)

    return check


def picked(bag: Mapping[str, Check], *names: str) -> dict[str, Check]:
    """A part of a table."""
    return {name: bag[name] for name in names}
