"""The words of a category's path, the nearest first."""

import re

_SAYS_NOTHING = re.compile(r"\$.*\$|top|default(?: for .*)?|", re.IGNORECASE)


def category_words(path: str) -> tuple[str, ...]:
    """What a path such as `$course$/top/Biology/Cells` calls its questions: Cells, then Biology; `//` is a slash."""
    parts = [part.replace("\0", "/").strip() for part in path.replace("//", "\0").split("/")]
    return tuple(part for part in reversed(parts) if not _SAYS_NOTHING.fullmatch(part))
