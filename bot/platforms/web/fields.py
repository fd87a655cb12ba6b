"""Fields of a sent form, read with suspicion."""

from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request


def require_utf8(request: Request) -> None:
    """Refuse a form in any other character set, as browsers never send one.

    Raises:
        HTTPException: 400, it names another one.
    """
    _, options = parse_options_header(request.headers.get("content-type", ""))
    if options.get(b"charset", b"utf-8").lower() not in {b"utf-8", b"utf8"}:
        raise HTTPException(400, "Forms are read as UTF-8 alone.")


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
