"""What the bot logs as broken, whoever logs it."""

import logging
import sys
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from traceback import format_exception
from typing import Any

import structlog
from discord.app_commands import CommandSignatureMismatch

# An option that a command does not have (any more), while it is typed, is logged with a traceback by discord.py too.
_REFUSALS = {"slack_bolt.AsyncMultiTeamsAuthorization"}
"""Who calls the refusal of another workspace's request an error."""


@contextmanager
def troubles() -> Iterator[list[str]]:
    """Everything that is logged as an error or with a traceback meanwhile, by us, by the libraries or by the loop."""
    found: list[str] = []

    def note(_logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        error = event.get("exc_info")
        if method in {"error", "exception", "critical"} or error:
            found.append(f"{event.get('event')} {_told(error)}")
        raise structlog.DropEvent

    handler = _Handler(found)
    before = structlog.get_config()
    structlog.configure(processors=[note], wrapper_class=structlog.BoundLogger)
    logging.getLogger().addHandler(handler)
    try:
        yield found
    finally:
        logging.getLogger().removeHandler(handler)
        structlog.configure(**before)


class _Handler(logging.Handler):
    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        if record.name in _REFUSALS or (record.exc_info and isinstance(record.exc_info[1], CommandSignatureMismatch)):
            return
        if record.levelno >= logging.ERROR or record.exc_info:
            self._found.append(f"{record.name}: {record.getMessage()} {_told(record.exc_info)}")


def _told(error: Any) -> str:
    if error is True:
        error = sys.exc_info()
    thrown = error[1] if isinstance(error, tuple) else error
    return "".join(format_exception(thrown))[-1500:] if isinstance(thrown, BaseException) else ""
