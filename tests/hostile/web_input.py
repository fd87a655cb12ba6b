"""The demo page's requests with something wrong in them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus, urlencode

import httpx
from sqlalchemy import Connection

from bot.app.demo import demo
from bot.core.address import PersonKey
from bot.platforms.web.people import WORKSPACE
from bot.store.database import Database
from bot.store.tables import web_message
from tests.hostile.evidence import SECRET, Evidence, answers_given, give_a_secret, what_is_staffs
from tests.hostile.mutator import Mutator
from tests.hostile.trouble import troubles
from tests.platforms.web.visitor import Visitor

AT_ONCE = 25
FRESH = httpx.Limits(keepalive_expiry=1)
"""On a slow machine a server would close what a client still holds for open."""
FORM, FILES = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
_LINES = ("/tutor me", "/tutor today", "/tutor top period=week", "/tutor streak", "/tutor help", "/classroom show",
          "/classroom setup at=9", "/classroom staff", "/classroom staff add=@ben", "/classroom ask minutes=5",
          "/classroom remove confirm=yes", "/classroom void number=1", "/classroom off from=2027-01-01",
          "/classroom move channel=#quiz-lounge", "/classroom preview days=3", "/classroom pause")  # fmt: skip
_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("/command", {"text": line}) for line in _LINES),
    *(("/press", {"command": line}) for line in _LINES),
    *(("/answer", {"posting": "1", "letter": [letter]}) for letter in "ABCD"),
    ("/answer", {"posting": "1", "letter": ["A", "B"]}),
    ("/form", {"command": "/classroom setup", "pack": "facts", "at": "09:00", "zone": "UTC", "days": "daily"}),
    ("/form", {"command": "/classroom week", "topic": "sums", "from": "2027-03-01", "weeks": "1"}),
    ("/form", {"command": "/classroom remove", "confirm": "yes"}),
    ("/clock", {"move": "hour"}),
    ("/clock", {"move": "next"}),
)


@asynccontextmanager
async def a_page(url: str, content: Path) -> AsyncIterator["WebInput"]:
    """The demo, in which Ben has answered."""
    async with (
        demo(database_url=url, content=content, port=0) as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False, limits=FRESH) as client,
    ):
        database = Database(url)
        ready = WebInput(client, database)
        await ready.gather()
        yield ready
        database.close()


class WebInput:
    """Sends spoilt requests, and looks what came of them."""

    def __init__(self, client: httpx.AsyncClient, database: Database) -> None:
        self._client = client
        self._database = database

    async def gather(self) -> None:
        """Ben answers, and has a secret."""
        ben = Visitor(self._client, "ben", "genl-daily")
        asked = await ben.asked()
        await ben.answer(asked.posting, asked.right[0])
        with self._database.writer.begin() as tx:
            give_a_secret(tx, PersonKey(workspace=WORKSPACE, person="ben"))

    async def attack(self, count: int, seed: int, *, staff: bool = False) -> Evidence:
        """So many spoilt requests of members, or of the admin."""
        found, mutator = Evidence(), Mutator(seed, ("ben", "quiz-lounge", "1", "2", "99", "@ben", ["ada", "ben"]))
        with troubles() as broken:
            for start in range(0, count, AT_ONCE):
                await self._batch(min(AT_ONCE, count - start), mutator, found, staff=staff)
                found.broken += broken
                broken.clear()
        return found

    async def _batch(self, count: int, mutator: Mutator, found: Evidence, *, staff: bool) -> None:
        with self._database.reader.begin() as tx:
            given, theirs = answers_given(tx), what_is_staffs(tx)
        moved, persons, claims = False, set[str](), set[tuple[str, str]]()
        requests = [self._one(mutator, staff=staff) for _ in range(count)]
        for sent, answer in zip(requests, await asyncio.gather(*map(self._send, requests)), strict=True):
            found.sent += 1
            persons |= {str(value) for name, value in sent["where"] if name == "as"} or {"ada"}
            claims.add((sent["posting"], sent["person"]))
            moved = moved or sent["path"].startswith("/clock")
            if answer.status_code >= 500:
                found.broken.append(f"{answer.status_code} for {str(sent)[:1500]}")
            if str(SECRET) in answer.text and "ben" not in sent["person"].casefold():
                found.leaked.append(f"to {sent['person']} by {str(sent)[:500]}")
        with self._database.reader.begin() as tx:
            now_given, now_theirs, leaked = answers_given(tx), what_is_staffs(tx), _read_by_others(tx)
        found.stray += [f"{each}" for each in now_given - given if not _claimed(each, claims)]
        found.leaked += leaked
        if not staff and not moved and now_theirs != theirs and not persons & {"dana", "@dana", "Dana"}:
            found.changed.append(f"staff's, by {persons}")
        if staff:
            await self._client.post(
                "/command", params={"as": "dana"}, data={"text": "/classroom setup at=9 days=daily"}
            )

    async def _send(self, sent: dict[str, Any]) -> httpx.Response:
        about = {"params": sent["where"], "content": sent["body"], "headers": sent["headers"]}
        return await self._client.request(sent["method"], sent["path"], **about)

    def _one(self, mutator: Mutator, *, staff: bool) -> dict[str, Any]:
        path, fields = mutator.random.choice(_REQUESTS)
        person = "dana" if staff else mutator.random.choice(("ada", "chloe"))
        whole = {"path": path, "where": {"as": person, "channel": "genl-daily", "zone": "UTC"}, "fields": fields}
        spoilt = mutator.spoiled(whole, [{"fields": others} for _, others in _REQUESTS])
        where, given = spoilt.get("where"), spoilt.get("fields")
        pairs = _pairs(where)
        body, kind = _written(given, mutator)
        who = [value for name, value in pairs if name == "as"] or ["ada"]
        posting = [value for name, value in _pairs(given) if name == "posting"] or [""]
        path = spoilt.get("path")
        return {
            "method": mutator.random.choice(("POST",) * 9 + ("GET",)),
            "path": f"/{quote_plus(path[1:].encode('utf-8', 'surrogatepass'))}"
            if isinstance(path, str) and len(path) < 999
            else "/",
            "where": [(name, value.encode(errors="replace").decode()) for name, value in pairs if len(value) < 5000],
            "body": body,
            "headers": {"content-type": kind},
            "person": who[-1],
            "posting": posting[-1],
        }


def _written(given: Any, mutator: Mutator) -> tuple[bytes, str]:
    """The body and its kind: mostly a form, sometimes in parts, or cut off, or called something else."""
    pairs = _pairs(given)
    body = urlencode([(_bytes(name), _bytes(value)) for name, value in pairs]).encode()
    chance = mutator.random.random()
    if chance < 0.1:
        parts = b"".join(
            b'--x\r\nContent-Disposition: form-data; name="' + _bytes(name) + b'"\r\n\r\n' + _bytes(value) + b"\r\n"
            for name, value in pairs
        )
        return (parts + b"--x--\r\n")[: mutator.random.choice((None, 10, -5))], FILES
    if chance < 0.15:
        return body[: len(body) // 2] + b"%", FORM
    if chance < 0.2:
        return body, mutator.random.choice(
            ("application/json", "", "text/plain", f"{FORM}; charset=utf-16", "multipart/form-data")
        )
    return body, FORM


def _pairs(given: Any) -> list[tuple[str, str]]:
    items = given.items() if isinstance(given, dict) else enumerate(given) if isinstance(given, list) else ()
    return [(str(name), str(each)) for name, value in items for each in (value if isinstance(value, list) else [value])]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _claimed(answer: tuple[str, str, str], claims: set[tuple[str, str]]) -> bool:
    _, posting, person = answer
    return any(
        told.lstrip("0") == posting and who.removeprefix("@").casefold() in {person, "chloé"} for told, who in claims
    )


def _read_by_others(tx: Connection) -> list[str]:
    """Where Ben's secret stands for others to read; taken away, to be found once."""
    theirs = web_message.c.html.contains(str(SECRET)) & (
        web_message.c.only_for.is_(None) | (web_message.c.only_for != "ben")
    )
    found = tx.execute(web_message.select().where(theirs)).all()
    return [f"{row.only_for} read {row.html[:300]}" for row in found]
