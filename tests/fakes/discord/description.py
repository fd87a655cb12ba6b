"""Discord's own description of its API, if the environment names it: every body is held against it, both ways."""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

from tests.fakes.discord.routes import Call, Route

VARIABLE = "TRAPWISE_DISCORD_SPEC"


class Description:
    """The validators of one description, each made when first needed."""

    def __init__(self, file: Path) -> None:
        self._whole = json.loads(file.read_text(encoding="utf-8"))
        self._validators: dict[tuple[Route, str], Draft202012Validator | None] = {}
        self._known: dict[tuple[Route, str], str] = {}
        self._whole["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]

    def said_of_request(self, call: Call) -> str:
        """What the description has against a body; a body that was held against it once is not again."""
        key = (call.route, json.dumps(call.body))
        if call.body is not None and key not in self._known:
            self._known[key] = self._said(call.route, "request", call.body)
        return self._known.get(key, "")

    def said_of_answer(self, call: Call) -> str:
        """What it has against what the fake itself says."""
        return "" if call.answer is None else self._said(call.route, str(call.status), call.answer)

    def _said(self, route: Route, part: str, body: Any) -> str:
        if (route, part) not in self._validators:
            self._validators[route, part] = self._validator(route, part)
        validator = self._validators[route, part]
        if validator is None or validator.is_valid(body):
            return ""
        found = next(validator.iter_errors(body))
        return f"{route} {part}: {'.'.join(('$', *map(str, found.instance_path)))}: {found.message[:500]}"

    def _validator(self, route: Route, part: str) -> Draft202012Validator | None:
        described = self._operation(route)
        body = described.get("requestBody") if part == "request" else described.get("responses", {}).get(part)
        schema = ((body or {}).get("content") or {}).get("application/json", {}).get("schema")
        if schema is None:
            return None
        return Draft202012Validator({**schema, "components": self._whole["components"]})

    def _operation(self, route: Route) -> dict[str, Any]:
        wanted = shape(route.path)
        for path, methods in self._whole["paths"].items():
            if shape(path) == wanted and route.method.lower() in methods:
                described: dict[str, Any] = methods[route.method.lower()]
                return described
        return {}


def shape(path: str) -> tuple[str, ...]:
    """A path without the names of its parameters."""
    return tuple(plain(path.split("/")))


def plain(parts: list[str]) -> Iterator[str]:
    for part in parts:
        yield "{}" if part.startswith("{") else part


@cache
def described(file: str) -> Description:
    """A description is read once a process."""
    return Description(Path(file))


def description() -> Description | None:
    """The one that the environment names, or none."""
    file = os.environ.get(VARIABLE)
    return described(file) if file else None
