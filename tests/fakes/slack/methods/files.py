"""Files: the three steps of an upload, and the pictures blocks show."""

from collections.abc import Iterator
from mimetypes import guess_type

from tests.fakes.slack.methods.asked import Asked, Method, invalid
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.checks import Body, Flaw, Json
from tests.fakes.slack.shown import Message
from tests.fakes.slack.workspace import Workspace, new_id


def get_upload_url(asked: Asked) -> Body:
    name, length = asked.args.needed("filename"), asked.args.number("length", 0)
    if length <= 0:
        raise invalid("must be a positive integer: length")
    file = new_file(asked.workspace, asked.slack.origin, name)
    file |= {"size": length, "state": "waiting"}
    return {"upload_url": f"{asked.slack.origin}/upload/v1/{asked.workspace.id}/{file['id']}", "file_id": file["id"]}


def complete(asked: Asked) -> Body:
    wanted = asked.args.data("files", "invalid_arguments") if asked.args.has("files") else None
    if not isinstance(wanted, list) or not wanted:
        raise invalid("missing required field: files")
    files = [_finished(asked, each) for each in wanted]
    if asked.args.has("channel_id"):
        _share(asked, files)
    return {"files": [told(each) for each in files]}


def _finished(asked: Asked, wanted: Body) -> Body:
    file = asked.workspace.files.get(str(wanted.get("id")))
    if file is None or file["state"] != "sent":
        raise Refused("file_not_found")
    file |= {"title": wanted.get("title", file["name"]), "state": "ready"}
    return file


def _share(asked: Asked, files: list[Body]) -> None:
    channel = asked.workspace.channels.get(asked.args.text("channel_id"))
    if channel is None or channel.deleted or (channel.private and not channel.bot):
        raise Refused("channel_not_found")
    if not channel.bot:
        raise Refused("not_in_channel")
    said = Message(channel=channel.id, ts=asked.ts(), author=asked.bot(), text=asked.args.text("initial_comment"))
    said.files = [told(each) for each in files]
    said.thread_ts = asked.args.text("thread_ts") or None
    channel.log.append(said)


def info(asked: Asked) -> Body:
    file = asked.workspace.files.get(asked.args.needed("file"))
    if file is None or file["state"] == "waiting":
        raise Refused("file_not_found")
    return {"file": told(file)}


def new_file(workspace: Workspace, origin: str, name: str) -> Body:
    """A file without bytes yet."""
    made = new_id("F")
    file: Body = {
        "id": made,
        "name": name,
        "title": name,
        "mimetype": guess_type(name)[0] or "application/octet-stream",
        "filetype": name.rpartition(".")[2],
        "url_private": f"{origin}/files/{workspace.id}/{made}/{name}",
        "url_private_download": f"{origin}/files/{workspace.id}/{made}/download/{name}",
        "state": "ready",
        "bytes": b"",
    }
    workspace.files[made] = file
    return file


def told(file: Body) -> Body:
    """A file as answers carry it."""
    return {name: value for name, value in file.items() if name not in {"bytes", "state"}}


def missing_pictures(blocks: Json, workspace: Workspace) -> list[Flaw]:
    """Pictures that point at no file the workspace has ready."""
    ready = {file["id"]: file["url_private"] for file in workspace.files.values() if file["state"] == "ready"}
    return [
        Flaw(what="invalid slack file", where=where)
        for picture, where in _slack_files(blocks, "/blocks")
        if picture.get("id") not in ready and picture.get("url") not in ready.values()
    ]


def _slack_files(value: Json, where: str) -> Iterator[tuple[Body, str]]:
    inside = dict(enumerate(value)) if isinstance(value, list) else value
    if isinstance(inside, dict):
        for name, inner in inside.items():
            if name == "slack_file":
                yield inner, f"{where}/{name}"
            else:
                yield from _slack_files(inner, f"{where}/{name}")


METHODS = {
    "files.getUploadURLExternal": Method(run=get_upload_url, scopes=("files:write",)),
    "files.completeUploadExternal": Method(run=complete, scopes=("files:write",)),
    "files.info": Method(run=info, scopes=("files:read",)),
}
