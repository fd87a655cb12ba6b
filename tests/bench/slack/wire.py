"""HTTP messages on a stream, read as cheaply as Python can: whoever measures a server must be faster than it."""

import re
from asyncio import StreamReader
from collections.abc import Mapping
from dataclasses import dataclass

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Message:
    """A request or an answer; `head` is its first line and its headers."""

    head: bytes
    body: bytes

    @property
    def succeeded(self) -> bool:
        """Whether an answer is the one that Slack wants."""
        return self.head.startswith(b"HTTP/1.1 200 ")

    @property
    def path(self) -> str:
        """What a request asks for."""
        return self.head.split(b" ", 2)[1].decode()


async def read_message(reader: StreamReader) -> Message:
    """The next message, whose length must be named; IncompleteReadError when the other side has hung up."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = _LENGTH.search(head)
    if length is None:
        raise ValueError(f"a message without a length: {head!r}")
    return Message(head, await reader.readexactly(int(length[1])))


def written(first_line: str, headers: Mapping[str, str], body: bytes) -> bytes:
    """A message as it goes over the wire."""
    lines = (first_line, *(f"{name}: {value}" for name, value in headers.items()), f"content-length: {len(body)}")
    return "\r\n".join((*lines, "\r\n")).encode() + body
