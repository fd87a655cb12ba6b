"""The log: one line an event, ours and the libraries', for a terminal or as JSON, with nothing secret in it."""

import json
import logging
import re
import sys
import threading
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TextIO
from urllib.parse import quote

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

BLOT = "[secret]"
_SHORTEST = 6
"""A shorter secret would blot out common words; in an address its place gives it away."""
_SHAPES = (
    r"xox[a-z](?:\.xox[a-z])?-[\w-]{5,}",  # Slack's tokens
    r"xapp-[\w-]{5,}",
    r"\b[MNO][\w-]{17,}\.[\w-]{4,}\.[\w-]{20,}",  # Discord's: a number in base 64 comes first
    r"gAAAA[\w-]{30,}={0,2}",  # what a Fernet key has encrypted
    r"(?<![\w-])[\w-]{43}=(?!=)",  # a Fernet key
)
_AFTER = (
    r"Bearer\s+",
    r"(?i:password)=",
    r"[?&](?:token|ticket|code|state|client_secret)=",
    r"/(?:webhooks|interactions)/\d+/",  # Discord's right to answer
    r"hooks\.slack\.com/\w+/",  # Slack's
)
_IN_ADDRESS = re.compile(r"(?<!\S)((?>\S*?(?:://?|//))(?:[^\s:/@]*:)?)\S+@")
"""All after the slashes, or the user's name, to the last @, of which a mistyped address may have several."""
_QUOTED = re.compile(r"((?i:password)=)('[^']*'|\"[^\"]*\")")
_BEFORE_SECRETS = re.compile(rf"({'|'.join(_AFTER)})[^\s\"'&@\\]+")

Count = Callable[[str, str], None]

log = structlog.get_logger(__name__)


class Blotter:
    """Takes out of a text what looks like a secret, and what is one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = {word for word in secrets if len(word) >= _SHORTEST}
        written = {form for word in known for form in (word, json.dumps(word)[1:-1], repr(word)[1:-1], quote(word, ""))}
        exact = [re.escape(word) for word in sorted(written, key=len, reverse=True)]
        self._secrets = re.compile("|".join((*exact, *_SHAPES)))

    def blotted(self, text: str) -> str:
        """The text as it may be kept."""
        text = _QUOTED.sub(rf"\1{BLOT}", _IN_ADDRESS.sub(rf"\1{BLOT}@", text))
        return self._secrets.sub(BLOT, _BEFORE_SECRETS.sub(rf"\1{BLOT}", text))


def begin(
    stream: TextIO,
    *,
    level: str = "warning",
    as_json: bool = False,
    secrets: Iterable[str] = (),
    count: Count | None = None,
) -> None:
    """Write the log to a stream; `count` hears the name and the level of every event from warning on.

    The libraries' own debugging stays out: it would show what people write.
    """
    lowest = logging.getLevelNamesMapping()[level.upper()]
    steps = _steps(count)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Lines(Blotter(secrets), steps, _renderer(stream, as_json=as_json)))
    logging.basicConfig(handlers=[handler], level=lowest, force=True)
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # It tells of every second that finds one at work.
    structlog.configure(
        processors=[*steps, ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(lowest),
        logger_factory=structlog.stdlib.LoggerFactory(),
    )


def take_all() -> None:
    """Let what nobody catches and what Python warns of go the same way as the log, not past it."""
    logging.captureWarnings(True)
    sys.excepthook = _crashed
    threading.excepthook = lambda told: _broke("thread", told.exc_type, told.exc_value)
    sys.unraisablehook = lambda told: _broke("object", told.exc_type, told.exc_value)


def _crashed(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        _broke("program", kind, error)


def _broke(what: str, kind: type[BaseException], error: BaseException | None) -> None:
    log.error("broke", what=what, exc_info=error or kind())


class _Lines(ProcessorFormatter):
    """The one way out for every line."""

    def __init__(self, blotter: Blotter, steps: Iterable[Processor], renderer: Processor) -> None:
        super().__init__(foreign_pre_chain=[*steps], processors=[self.remove_processors_meta, renderer])
        self._blotter = blotter

    def format(self, record: logging.LogRecord) -> str:
        """The line, as it may be kept."""
        return self._blotter.blotted(super().format(record))


def _steps(count: Count | None) -> tuple[Processor, ...]:
    """What an event is given, whoever tells it; a traceback shows no variables."""

    def counted(_logger: WrappedLogger, level: str, event: EventDict) -> EventDict:
        record = event.get("_record")
        level = event.get("level", level)
        if count is not None and level in {"warning", "error", "critical"}:
            # What libraries say is no name of an event, so their own is taken.
            name = str(event.get("event")) if record is None else f"library:{record.name.partition('.')[0]}"
            count(name, level)
        return event

    return (
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        counted,
    )


def _renderer(stream: TextIO, *, as_json: bool) -> Processor:
    if as_json:
        return structlog.processors.JSONRenderer(default=str)
    return structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback)
