"""The Web API's door: who calls, may they, does it go wrong, and what is the answer."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from tests.fakes.slack.faults import Delay, Fault, LoseAnswer, ResetBefore, ServerError, TooMany, Word, wait
from tests.fakes.slack.methods import chat, conversations, files, team, views
from tests.fakes.slack.methods.asked import Args, Asked, Method
from tests.fakes.slack.oauth import OAuth
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.slack import Call, Slack
from tests.fakes.slack.socket_mode import Sockets
from tests.fakes.slack.workspace import Workspace

METHODS = {**chat.METHODS, **conversations.METHODS, **files.METHODS, **team.METHODS, **views.METHODS}
FORM_ONLY = {"users.info", "conversations.info", "conversations.replies", "files.info", "files.getUploadURLExternal"}


@dataclass(kw_only=True)
class WebApi:
    """All methods behind one address."""

    slack: Slack
    oauth: OAuth
    sockets: Sockets

    async def handle(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["method"]
        try:
            args = await read_args(request, json_too=name not in FORM_ONLY)
        except json.JSONDecodeError:
            return web.json_response({"ok": False, "error": "invalid_json"})
        authorization = request.headers.get("Authorization", "")
        token = authorization.removeprefix("Bearer ") if "Bearer" in authorization else args.text("token")
        self._log(name, token, args)
        fault = self.slack.faults.take(name, args.text("channel") or None)
        return await under(fault, request, lambda: self._answer(name, token, authorization, args))

    def _log(self, name: str, token: str, args: Args) -> None:
        owner = next((each.id for each in self.slack.workspaces.values() if token and each.token == token), None)
        self.slack.calls.append(Call(method=name, workspace=owner, args=args.given, at=self.slack.clock.now()))

    def _answer(self, name: str, token: str, authorization: str, args: Args) -> web.Response:
        try:
            match name:
                case "oauth.v2.access":
                    told = self.oauth.access(args, authorization)
                case "apps.connections.open":
                    told = self.sockets.open(token)
                case _:
                    told = self._of_workspace(name, token, args)
        except Refused as refused:
            if refused.error == "ratelimited":
                return too_many(refused.more["retry_after"])
            return web.json_response({"ok": False, "error": refused.error, **refused.more})
        finally:
            self.slack.stirred.set()
        return web.json_response({"ok": True, **told}, headers=self._scopes(token))

    def _scopes(self, token: str) -> dict[str, str]:
        """What Slack tells beside every answer to a token."""
        owner = next((each for each in self.slack.workspaces.values() if token and each.token == token), None)
        return {} if owner is None else {"x-oauth-scopes": ",".join(sorted(owner.scopes))}

    def _of_workspace(self, name: str, token: str, args: Args) -> Body:
        method = METHODS.get(name)
        if method is None:
            raise Refused("unknown_method", req_method=name)
        owner = self.slack.owner_of(token)
        allow(method, owner, args)
        wait_for = self.slack.rates.admit(name, owner.id, args.text("channel"), self.slack.clock.now())
        if wait_for is not None:
            raise Refused("ratelimited", retry_after=wait_for)
        return method.run(Asked(slack=self.slack, workspace=owner, args=args))


def allow(method: Method, workspace: Workspace, args: Args) -> None:
    """Refuse what the token's scopes do not cover."""
    for scope in method.scopes:
        wanted = scope.format(kind=_kind(workspace, args.text("channel")))
        if wanted not in workspace.scopes:
            raise Refused("missing_scope", needed=wanted, provided=",".join(sorted(workspace.scopes)))


def _kind(workspace: Workspace, channel: str) -> str:
    found = workspace.channels.get(channel)
    if found is not None and found.direct_with:
        return "im"
    return "groups" if found is not None and found.private else "channels"


async def read_args(request: web.Request, *, json_too: bool = True) -> Args:
    """Arguments of the query, and of a form or a JSON body."""
    given: Body = dict(request.query)
    if request.content_type == "application/json":
        body = json.loads(await request.text() or "{}") if json_too else {}
        given |= {name: value for name, value in body.items() if value is not None}
    elif request.content_type in {"application/x-www-form-urlencoded", "multipart/form-data"}:
        given |= dict(await request.post())
    return Args(given=given)


async def under(fault: Fault | None, request: web.Request, work: Callable[[], web.Response]) -> web.StreamResponse:
    """Answer, or fail in the way that was ordered."""
    match fault:
        case ResetBefore():
            answer = cut(request)
        case TooMany(retry_after=seconds):
            answer = too_many(seconds)
        case LoseAnswer():
            work()
            answer = cut(request)
        case ServerError(status=status, after_work=after):
            _ = work() if after else None
            page = "<!DOCTYPE html><html><body>Something went wrong.</body></html>"
            answer = web.Response(status=status, text=page, content_type="text/html")
        case Word(error=error, after_work=after):
            _ = work() if after else None
            answer = web.json_response({"ok": False, "error": error})
        case Delay(until=until, after_work=after):
            done = work() if after else None
            await wait(until)
            answer = done or work()
        case _:
            answer = work()
    return answer


def cut(request: web.Request) -> web.Response:
    """Break the connection; what is returned reaches nobody."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def too_many(seconds: object) -> web.Response:
    return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers={"Retry-After": str(seconds)})
