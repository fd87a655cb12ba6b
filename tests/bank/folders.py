"""Builds small content folders as people write them."""

from collections.abc import Mapping
from pathlib import Path

PACK = """\
id: facts
title: Plain facts
exam: Ten questions in ten minutes
licence: CC-BY-4.0
topics:
  - id: sums
    title: Sums
    weight: 60
  - id: words
    title: Words
    weight: 40.5
traps:
  - id: off-by-one
    name: Off by one
    text: Counting the posts instead of the gaps.
"""

QUESTION = """\
title: Fence
difficulty: 2
stem: |
  How many gaps are between four posts?
choices:
  - text: Three gaps
    why: One fewer than the posts.
    correct: true
  - text: Four gaps
    why: That counts the posts.
    tempting: The four is in the question.
    falls_for: off-by-one
trap: Posts are not gaps.
explanation: Draw it and count.
by: Ann
reviewed: 2026-11-30
sources:
  - A carpenter
"""

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)

IMAGE = ("trap: Posts", "image:\n  file: fence.png\n  alt: Four posts\ntrap: Posts")


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with each part replaced; every part must be there."""
    for old, new in changes:
        if old not in text:
            raise ValueError(old)
        text = text.replace(old, new, 1)
    return text


def a_folder(content: Path, files: Mapping[str, str | bytes] | None = None) -> Path:
    """A content folder with the pack `facts`, its question sums/fence, and these files written over it."""
    given = {"facts/pack.yaml": PACK, "facts/sums/fence.yaml": QUESTION, **(files or {})}
    for name, text in given.items():
        path = content / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return content


def a_question_file(content: Path, text: str | bytes) -> Path:
    """A content folder whose only question has this text."""
    return a_folder(content, {"facts/sums/fence.yaml": text})
