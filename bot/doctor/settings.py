"""The settings: whether a platform is set up, and what in the environment is nearly one of them and none."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from pydantic import BaseModel

from bot.doctor.finding import Finding, ok, warning
from bot.settings import PREFIX, Settings

_ABOUT = "settings"
_ALIKE = 0.9


def settings_findings(settings: Settings, environment: Iterable[str]) -> Iterator[Finding]:
    """What is to be said of the settings, which are well-formed, and of the names that the environment has."""
    if not settings.platforms:
        yield warning(_ABOUT, "no platform is set up.", "deploy/env.example has every setting.")
    else:
        yield ok(_ABOUT, "all are well-formed")
    known = set(_names(Settings, PREFIX))
    for name in sorted(set(environment) - known):
        for meant in get_close_matches(name, known, n=1, cutoff=_ALIKE):
            yield warning(_ABOUT, f"{name} is no setting and changes nothing.", f"Is {meant} meant?")


def _names(group: type[BaseModel], prefix: str) -> Iterator[str]:
    for name, field in group.model_fields.items():
        named = f"{prefix}{name.upper()}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _names(field.annotation, f"{named}__")
        else:
            yield named
