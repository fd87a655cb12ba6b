"""How a body becomes a message, and how an edit changes one."""

from dataclasses import dataclass

from tests.fakes.discord.completion import completed
from tests.fakes.discord.message_form import Before, check_message
from tests.fakes.discord.pings import notify
from tests.fakes.discord.state import EPHEMERAL, LOADING, Channel, Json, Message, State, Upload, User


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A body with its files, and the flags that may be set where it goes."""

    body: Json
    uploads: dict[int, Upload]
    may: int
    path: tuple[str, ...] = ()


def write(
    state: State, channel: Channel, draft: Draft, *, only_for: User | None = None, metadata: Json | None = None
) -> Message:
    """A new message of the bot; refused if the body is wrong."""
    check_message(draft.body, draft.uploads, may=draft.may, path=draft.path)
    message = blank(state, channel, flags=draft.body.get("flags") or 0, only_for=only_for, metadata=metadata)
    message.nonce = draft.body.get("nonce")
    if message.nonce is not None:
        state.nonces[message.nonce] = message
    message.reference = reference(channel, draft.body)
    fill(state, message, draft)
    notify(message, draft.body.get("allowed_mentions"), state)
    return message


def blank(
    state: State, channel: Channel, *, flags: int = 0, only_for: User | None = None, metadata: Json | None = None
) -> Message:
    """A message without anything in it yet."""
    number = state.ids.new()
    message = Message(id=number, channel=channel, author=state.bot, sent_at=state.now)
    message.flags, message.only_for, message.metadata = flags, only_for, metadata
    channel.messages[number] = message
    return message


def rewrite(state: State, message: Message, draft: Draft) -> None:
    """Change a message; what the body leaves out stays, and a thinking one is thinking no more."""
    was = Before(
        flags=message.flags,
        content=message.content,
        embeds=len(message.embeds),
        attachments=message.attachments,
        components=len(message.components),
    )
    check_message(draft.body, draft.uploads, may=draft.may, before=was, path=draft.path)
    filled = message.loading
    flags = draft.body.get("flags")
    message.flags = (message.flags if flags is None else flags | message.flags & EPHEMERAL) & ~LOADING
    fill(state, message, draft)
    if filled:
        notify(message, draft.body.get("allowed_mentions"), state)
    else:
        message.edited_at = state.now
        message.edits += 1


def fill(state: State, message: Message, draft: Draft) -> None:
    """Take over what the body says."""
    body = draft.body
    if "content" in body:
        message.content = (body["content"] or "").strip()
    if "embeds" in body:
        message.embeds = [{"type": "rich"} | embed for embed in body["embeds"] or ()]
    listed = body.get("attachments")
    kept = message.attachments
    if listed is not None:
        numbers = {str(each["id"]) for each in listed}
        kept = [each for each in kept if each["id"] in numbers]
    descriptions = {str(each["id"]): each.get("description") for each in listed or ()}
    new = [attach(state, message, upload, descriptions.get(str(n))) for n, upload in draft.uploads.items()]
    message.attachments = kept + new
    if "components" in body:
        message.components = completed(body["components"] or [], message.attachments)


def attach(state: State, message: Message, upload: Upload, description: str | None) -> Json:
    """Keep a file where its address says."""
    number = state.ids.new()
    path = f"/attachments/{message.channel.id}/{number}/{upload.filename}"
    state.files[path] = upload
    written = {
        "id": str(number),
        "filename": upload.filename,
        "size": len(upload.data),
        "url": state.cdn + path,
        "proxy_url": state.cdn + path,
        "content_type": upload.content_type,
    }
    return written | ({"description": description} if description else {})


def reference(channel: Channel, body: Json) -> Json | None:
    """What the message replies to, if that is there."""
    asked = body.get("message_reference")
    if not asked or int(asked["message_id"]) not in channel.messages:
        return None
    told = {"type": 0, "channel_id": str(channel.id), "message_id": str(asked["message_id"])}
    return told | ({"guild_id": str(channel.guild.id)} if channel.guild else {})
