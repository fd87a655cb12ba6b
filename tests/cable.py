"""A cable to a PostgreSQL server that can be cut at a COMMIT, before it arrives or before its answer does."""

import socket
import threading
from contextlib import suppress
from pathlib import Path

from sqlalchemy import make_url

_COMMIT = b"COMMIT\x00"


class Cable:
    """Listens on a port of this machine; `cut` says at which side of the next COMMIT all goes dead, once."""

    def __init__(self, url: str) -> None:
        self._to = make_url(url)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.cut = ""
        self.cuts = 0
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def url(self) -> str:
        """The server's address through the cable."""
        port = self._door.getsockname()[1]
        through = self._to.set(host="127.0.0.1", port=port, query={"sslmode": "disable", "gssencmode": "disable"})
        return through.render_as_string(hide_password=False)

    def close(self) -> None:
        """Let nobody in any more."""
        _hang_up(self._door)

    def _serve(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            far = self._connected()
            threading.Thread(target=self._carry_asked, args=(near, far), daemon=True).start()
            threading.Thread(target=self._carry_said, args=(far, near), daemon=True).start()

    def _connected(self) -> socket.socket:
        folder = self._to.query.get("host")
        if isinstance(folder, str):
            far = socket.socket(socket.AF_UNIX)
            far.connect(str(Path(folder) / f".s.PGSQL.{self._to.port or 5432}"))
            return far
        return socket.create_connection((self._to.host or "127.0.0.1", self._to.port or 5432))

    def _carry_asked(self, near: socket.socket, far: socket.socket) -> None:
        while data := _received(near):
            cut, self.cut = (self.cut, "") if _COMMIT in data else ("", self.cut)
            if cut:
                self.cuts += 1
                _hang_up(near)  # first, or the answer could be quicker
            if cut != "before":
                far.sendall(data)
        with suppress(OSError):
            far.shutdown(socket.SHUT_WR)  # the server still does what it was asked

    def _carry_said(self, far: socket.socket, near: socket.socket) -> None:
        while data := _received(far):
            try:
                near.sendall(data)
            except OSError:
                continue
        _hang_up(near)
        far.close()


def _received(side: socket.socket) -> bytes:
    try:
        return side.recv(65536)
    except OSError:
        return b""


def _hang_up(side: socket.socket) -> None:
    try:
        side.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
    finally:
        side.close()
