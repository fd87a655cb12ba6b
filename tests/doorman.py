"""A PostgreSQL server's door on a port of this machine, which lets nobody in and says why, or which is not there."""

import socket
import struct
import threading
from collections.abc import Callable
from itertools import count
from types import TracebackType


class Doorman:
    """Answers every connection with one refusal, its code first; with nothing to say, the port is closed.

    Who comes a second time has waited: `then` something happens.
    """

    def __init__(self, said: str, then: Callable[[], None] = lambda: None) -> None:
        self._said = said
        self._then = then
        self._door = socket.create_server(("127.0.0.1", 0))
        port = self._door.getsockname()[1]
        self.url = f"postgresql://me:hunter2@127.0.0.1:{port}/x?sslmode=disable&gssencmode=disable"

    def __enter__(self) -> "Doorman":
        if self._said:
            threading.Thread(target=self._refuse, daemon=True).start()
        else:
            self._door.close()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._said:
            self._door.shutdown(socket.SHUT_RDWR)
            self._door.close()

    def _refuse(self) -> None:
        code, _, words = self._said.partition(" ")
        fields = "".join(
            f"{sign}{told}\0" for sign, told in {"S": "FATAL", "V": "FATAL", "C": code, "M": words}.items()
        )
        body = fields.encode() + b"\0"
        for visit in count():
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            if visit == 1:
                self._then()
            with near:
                near.recv(4096)
                near.sendall(b"E" + struct.pack("!I", len(body) + 4) + body)
