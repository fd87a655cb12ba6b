"""A body under check: a field knows its path, and what is wrong with it is told as Discord tells it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.discord.refusals import Refusal

Path = tuple[str | int, ...]


@dataclass
class Form:
    """Everything that is wrong with one body."""

    wrong: list[tuple[Path, str, str]] = field(default_factory=list)

    def refuse(self) -> None:
        """Refuse the body if anything is wrong with it."""
        if self.wrong:
            raise Refusal.INVALID_FORM_BODY.error(self.tree())

    def tree(self) -> dict[str, Any]:
        """The errors nested by path."""
        root: dict[str, Any] = {}
        for path, code, message in self.wrong:
            place = root
            for step in path:
                place = place.setdefault(str(step), {})
            place.setdefault("_errors", []).append({"code": code, "message": message})
        return root


@dataclass(frozen=True)
class Field:
    """One value of a body; what is absent has the value None."""

    form: Form
    value: Any
    path: Path = ()

    def __getitem__(self, key: str) -> "Field":
        inside = self.value.get(key) if isinstance(self.value, dict) else None
        return Field(self.form, inside, (*self.path, key))

    def wrong(self, code: str, message: str) -> None:
        """Note what is wrong here."""
        self.form.wrong.append((self.path, code, message))

    def missing(self, required: bool) -> bool:
        """Whether nothing is here, which is wrong if it is required."""
        if self.value is None and required:
            self.wrong("BASE_TYPE_REQUIRED", "This field is required")
        return self.value is None

    def text(self, least: int, most: int, *, required: bool = False) -> str:
        """A string of that many characters."""
        if self.missing(required):
            return ""
        if not isinstance(self.value, str):
            self.wrong("STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return ""
        if len(self.value) > most and not least:
            self.wrong("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif not least <= len(self.value) <= most:
            self.wrong("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return self.value

    def number(self, least: int, most: int, *, required: bool = False, default: int = 0) -> int:
        """A whole number in that range."""
        if self.missing(required):
            return default
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.wrong("NUMBER_TYPE_COERCE", f'Value "{self.value}" is not int.')
            return default
        if self.value < least:
            self.wrong("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        if self.value > most:
            self.wrong("NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return self.value

    def truth(self) -> bool:
        """True, false, or nothing."""
        if self.value is not None and not isinstance(self.value, bool):
            self.wrong("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return self.value is True

    def each(self, least: int, most: int, *, required: bool = False) -> Iterator["Field"]:
        """The things in a list of that length."""
        if self.missing(required):
            return
        if not isinstance(self.value, list):
            self.wrong("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        if not least <= len(self.value) <= most:
            self.wrong("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        for place, inside in enumerate(self.value):
            yield Field(self.form, inside, (*self.path, place))

    def choice(self, *allowed: Any, required: bool = False) -> Any:
        """One of the values; wrong are all others."""
        if not self.missing(required) and self.value not in allowed:
            told = ", ".join(repr(each) for each in allowed)
            self.wrong("BASE_TYPE_CHOICES", f"Value must be one of ({told}).")
        return self.value

    def link(self, *schemes: str, most: int = 2048, required: bool = False) -> str:
        """An address of one of the schemes."""
        text = self.text(1, most, required=required)
        if text and text.split(":", 1)[0] not in schemes:
            told = ", ".join(repr(each) for each in schemes)
            self.wrong("URL_TYPE_INVALID_SCHEME", f"Scheme must be one of ({told}).")
        return text

    def forbidden(self, message: str) -> None:
        """Nothing may be here."""
        if self.value not in (None, "", []):
            self.wrong("BASE_TYPE_FORBIDDEN", message)
