"""The bytes of files: where they are sent to, and where they are fetched."""

from aiohttp import web

from tests.fakes.slack.methods.files import new_file, told
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.slack import Slack
from tests.fakes.slack.workspace import Workspace


def put_file(workspace: Workspace, origin: str, file: object) -> Body:
    """A file a person adds to a form, as its name and bytes."""
    match file:
        case (str(name), bytes(content)):
            made = new_file(workspace, origin, name)
            made |= {"bytes": content, "size": len(content)}
            return told(made)
    raise TypeError("a file is its name and its bytes")


async def receive(slack: Slack, request: web.Request) -> web.StreamResponse:
    """The middle step of an upload: the bytes, raw or in a form."""
    file = _found(slack, request)
    if file is None or file["state"] != "waiting":
        return web.Response(status=404, text="no such upload")
    content = await _content(request)
    if len(content) != file["size"]:
        return web.Response(status=400, text="length differs")
    file |= {"bytes": content, "state": "sent"}
    return web.Response(text=f"OK - {len(content)}")


async def _content(request: web.Request) -> bytes:
    if request.content_type != "multipart/form-data":
        return await request.read()
    parts = [each for each in (await request.post()).values() if isinstance(each, web.FileField)]
    return parts[0].file.read() if parts else b""


async def send(slack: Slack, request: web.Request) -> web.StreamResponse:
    """A private file for whoever shows a token that may read it; everybody else gets a page to sign in."""
    file, team = _found(slack, request), slack.workspaces.get(request.match_info["team"])
    if file is None or team is None:
        return web.Response(status=404)
    if request.headers.get("Authorization") != f"Bearer {team.token}" or "files:read" not in team.scopes:
        return web.Response(text="<!DOCTYPE html><title>Sign in</title>", content_type="text/html")
    return web.Response(body=file["bytes"], content_type=file["mimetype"])


def _found(slack: Slack, request: web.Request) -> Body | None:
    team = slack.workspaces.get(request.match_info["team"])
    return team.files.get(request.match_info["file"]) if team else None
