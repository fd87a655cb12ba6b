"""Real payloads with something wrong in them: the same seed makes the same ones."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

Path = tuple[str | int, ...]

_LARGE = (2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**64, 10**30, -(10**30), 1e308)
_NUMBERS = (0, -1, 1, 0.5, *_LARGE, float("nan"), float("inf"))
_WORDS = (
    "", " ", "0", "-1", "01", "1.5", "9" * 18, "9" * 25, "1e9", "inf", "nan", "\0", "A\0", "\ud800", "A\udfff", "é",
    "١", "\u202eA\u202c", "ש" * 50, "x" * 100_000, "A", "J", "K", "ZZ", "a", "answer.Z", "answer.submit", "pick",
    "form", "modal", "home", "value", "c1:/classroom void number=1", "a1:1:A", "s1:1", "f2::/classroom remove",
    "/classroom show", "/classroom remove confirm=yes", "/tutor me", "{", "[]", "null", '{"channel": 1}',
    '{"command": "/classroom remove"}', "DAILY", "<@U1>", "<!channel>", "<#C1|x>", "%00", "2026-02-30", "25:99",
)  # fmt: skip


def _deep(inside: Any, many: int = 100) -> Any:
    for _ in range(many):
        inside = [inside]
    return inside


def _deep_object(many: int = 100) -> Any:
    inside: Any = {}
    for _ in range(many):
        inside = {"id": inside, "type": "x"}
    return inside


class Mutator:
    """Spoils payloads; `foreign` are ids that are good elsewhere, `kept` are names that are left alone."""

    def __init__(self, seed: int, foreign: Sequence[Any], kept: Sequence[str] = ()) -> None:
        self.random = Random(seed)  # noqa: S311
        self._foreign = foreign
        self._kept = frozenset(kept)

    def spoiled(self, payload: Any, others: Sequence[Any] = ()) -> Any:
        """A copy with one to three things wrong; some of them may be taken from other payloads."""
        made = deepcopy(payload)
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            path = self._somewhere(made)
            if path and not self._kept.intersection(map(str, path)):
                self._spoil(made, path, others)
        return made

    def _somewhere(self, value: Any) -> Path:
        """A place in it; a large part of a payload does not draw all the attention."""
        path: Path = ()
        while isinstance(value, dict | list) and value and (not path or self.random.random() < 0.75):
            step = self.random.choice(list(value) if isinstance(value, dict) else range(len(value)))
            path, value = (*path, step), value[step]
        return path

    def _spoil(self, payload: Any, path: Path, others: Sequence[Any]) -> None:
        *above, last = path
        place = payload
        for step in above:
            place = place[step]
        kind = self.random.randrange(8)
        if kind == 0:
            del place[last]
        elif kind == 1 and others and (found := _named(self.random.choice(others), last)):
            place[last] = deepcopy(self.random.choice(found))
        elif kind == 2:
            place[last] = self.random.choice(self._foreign)
        else:
            place[last] = self._instead_of(place[last], kind)

    def _instead_of(self, value: Any, kind: int) -> Any:
        if isinstance(value, list) and kind in {3, 4}:
            return [] if kind == 3 else value * self.random.choice((2, 30))
        if isinstance(value, str) and kind in {3, 4}:
            at = self.random.randrange(len(value) + 1)
            put = self.random.choice(("\0", "\ud800", "\u202e", "\u200b", "9", " ", ":", "A" * 1000))
            return value[:at] + put + value[at + (kind == 4) :]
        shapes: tuple[Any, ...] = (
            None,
            True,
            [],
            {},
            [value],
            {"id": value},
            _deep(value),
            _deep_object(),
            [None],
            {"": None},
            [[]],
        )
        return deepcopy(self.random.choice((*_NUMBERS, *_WORDS, *_WORDS, *shapes)))


def _paths(value: Any, above: Path = ()) -> Iterator[Path]:
    """All places, down to a depth that no real payload has."""
    steps: Sequence[str | int] = ()
    if isinstance(value, dict):
        steps = list(value)
    elif isinstance(value, list):
        steps = range(len(value))
    for step in steps:
        yield (*above, step)
        if len(above) < 12:
            yield from _paths(value[step], (*above, step))


def _named(value: Any, name: str | int) -> list[Any]:
    """What stands under that name anywhere in a payload."""
    return [_at(value, path) for path in _paths(value) if path[-1] == name]


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value
