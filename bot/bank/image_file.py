"""A question's picture: the file beside it, of a kind that chat platforms show."""

from pathlib import Path

from bot.bank.disk import data_of, is_there
from bot.bank.problem import Finding

_KINDS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WebP", ".gif": "GIF"}


def image_finding(file: Path, pack_folder: Path) -> Finding | None:
    """What is wrong with the picture, if anything."""
    where = ("image", "file")
    if not is_there(file):
        return Finding(
            where=where, problem="is not beside the question", remedy=f"Put {file.name} into {file.parent.name}/"
        )
    data = data_of(file, pack_folder)
    if isinstance(data, Finding):
        return Finding(where=where, problem=data.problem, remedy=data.remedy)
    kind, wanted = kind_of(data), _KINDS[file.suffix]
    if kind is None:
        return Finding(where=where, problem="is not a picture", remedy="Save it as PNG, JPEG, WebP or GIF")
    if kind != wanted:
        remedy = f"Save it as {wanted}, or end its name with .{kind.lower()}"
        return Finding(where=where, problem=f"is a {kind} picture under another name", remedy=remedy)
    return None


def kind_of(data: bytes) -> str | None:
    """The format by its first bytes."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data[:6] in {b"GIF87a", b"GIF89a"}:
        return "GIF"
    return "WebP" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else None
