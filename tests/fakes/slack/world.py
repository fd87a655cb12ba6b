"""START HERE: a Slack on a loopback port, in the test's own event loop."""

from functools import partial
from typing import Self

from aiohttp import web

from tests.fakes.slack import file_bytes, replies
from tests.fakes.slack.admin import Admin
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.delivery import Ack, Carrier, chooser
from tests.fakes.slack.http_events import HttpEvents
from tests.fakes.slack.oauth import OAuth
from tests.fakes.slack.people import Person
from tests.fakes.slack.slack import App, Slack
from tests.fakes.slack.socket_mode import Sockets
from tests.fakes.slack.web_api import WebApi
from tests.fakes.slack.workspace import Workspace, new_id


class SlackWorld(Slack):
    """Serves while its `async with` block lasts.

    Payloads go to the sockets that are open, or to `request_url` once it is set. An app that does not acknowledge
    within `ack_within` seconds is shown to the person as an error.
    """

    def __init__(
        self, *, ack_within: float = 3.0, seed: int = 0, clock: Clock | None = None, app: App | None = None
    ) -> None:
        super().__init__(clock or Clock(), app or App())
        self.sockets = Sockets(slack=self, random=chooser(seed))
        self.carrier = Carrier(faults=self.faults, within=ack_within, way=self.sockets)
        self.oauth = OAuth(slack=self)
        self.admin = Admin(slack=self, carrier=self.carrier)

    @property
    def request_url(self) -> str:
        """The app's address for everything; setting it turns Socket Mode off."""
        return self._http.url

    @request_url.setter
    def request_url(self, url: str) -> None:
        self._http.url, self.carrier.way = url, self._http

    @property
    def authorize_url(self) -> str:
        """Where an app sends people who install it; `oauth.approve` plays the person."""
        return f"{self.origin}/oauth/v2/authorize"

    @property
    def acks(self) -> list[Ack]:
        """How the app took each payload, the oldest first."""
        return self.carrier.acks

    def person(
        self, name: str, workspace: Workspace, *, tz: str = "Etc/UTC", admin: bool = False, owner: bool = False
    ) -> Person:
        """A new member with hands."""
        made = Person(
            id=new_id("U"),
            name=name,
            team=workspace.id,
            tz=tz,
            is_admin=admin or owner,
            is_owner=owner,
            slack=self,
            carrier=self.carrier,
            workspace=workspace,
        )
        workspace.users[made.id] = made
        return made

    async def __aenter__(self) -> Self:
        self._runner = web.AppRunner(self._routes(), access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.origin = f"http://{host}:{port}"
        self._http = HttpEvents(app=self.app)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.sockets.close()
        await self._http.session.close()
        await self._runner.cleanup()

    def _routes(self) -> web.Application:
        api = WebApi(slack=self, oauth=self.oauth, sockets=self.sockets)
        served = web.Application(client_max_size=20 * 1024 * 1024)
        served.router.add_route("*", "/api/{method}", api.handle)
        served.router.add_get("/link/", self.sockets.handle)
        served.router.add_post("/actions/{name:.+}", partial(replies.handle, self))
        served.router.add_post("/upload/v1/{team}/{file}", partial(file_bytes.receive, self))
        served.router.add_get("/files/{team}/{file}/{name:.+}", partial(file_bytes.send, self))
        return served
