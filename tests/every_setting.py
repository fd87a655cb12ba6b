"""Every setting with the name it has in the environment, groups opened."""

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bot.settings import PREFIX, Settings


def every_setting() -> list[tuple[str, FieldInfo]]:
    return _in(Settings, PREFIX)


def _in(model: type[BaseModel], prefix: str) -> list[tuple[str, FieldInfo]]:
    found: list[tuple[str, FieldInfo]] = []
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            found += _in(field.annotation, f"{prefix}{name.upper()}__")
        else:
            found.append((f"{prefix}{name.upper()}", field))
    return found
