"""Fields of a sent form, read with suspicion."""

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException


def text_field(form: FormData, name: str) -> str:
    """The field's text.

    Raises:
        HTTPException: 400, it is missing or a file.
    """
    value = form.get(name)
    if not isinstance(value, str):
        raise HTTPException(400, f"The field {name} is missing.")
    return value


def text_fields(form: FormData) -> dict[str, str]:
    """All fields that are texts, by name."""
    return {name: value for name, value in form.items() if isinstance(value, str)}
