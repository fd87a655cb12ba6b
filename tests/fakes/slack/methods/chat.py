"""Saying things and changing what was said."""

from tests.fakes.slack.methods.asked import Asked, Method
from tests.fakes.slack.methods.content import MOST_TEXT_POSTED, MOST_TEXT_UPDATED, NO_TEXT, Content, content
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.shown import Message
from tests.fakes.slack.workspace import Channel


def post(asked: Asked) -> Body:
    channel = writable(asked)
    given = content(asked.args, asked.workspace, longest=MOST_TEXT_POSTED)
    said = said_by_bot(asked, channel, given)
    said.thread_ts = thread_of(asked, channel)
    channel.log.append(said)
    return {"channel": channel.id, "ts": said.ts, "message": said.as_dict(metadata=True)}


def writable(asked: Asked) -> Channel:
    channel = asked.channel(member=False)
    if channel.archived:
        raise Refused("is_archived")
    if not channel.bot and "chat:write.public" not in asked.workspace.scopes:
        raise Refused("not_in_channel")
    return channel


def said_by_bot(asked: Asked, channel: Channel, given: Content) -> Message:
    return Message(
        channel=channel.id,
        ts=asked.ts(),
        author=asked.bot(),
        text=given.text or NO_TEXT,
        blocks=given.blocks or [],
        metadata=given.metadata,
    )


def thread_of(asked: Asked, channel: Channel) -> str | None:
    """The thread a message goes into; its parent must stand there and be no reply itself."""
    ts = asked.args.text("thread_ts")
    if not ts:
        return None
    parent = channel.find(ts)
    if parent is None:
        raise Refused("thread_not_found")
    if parent.thread_ts not in {None, ts}:
        raise Refused("cannot_reply_to_message")
    return ts


def update(asked: Asked) -> Body:
    channel = asked.channel(member=False)
    if channel.archived:
        raise Refused("is_archived")
    given = content(asked.args, asked.workspace, longest=MOST_TEXT_UPDATED)
    said = own_message(asked, channel)
    rewrite(said, given)
    said.edited = {"user": asked.workspace.bot.id, "ts": asked.ts()}
    told = said.as_dict(metadata=True)
    return {"channel": channel.id, "ts": said.ts, "text": said.text, "message": told}


def own_message(asked: Asked, channel: Channel) -> Message:
    said = channel.find(asked.args.needed("ts"))
    if said is None:
        raise Refused("message_not_found")
    if said.author.get("bot_id") != asked.workspace.bot_id:
        raise Refused("cant_update_message")
    return said


def rewrite(said: Message, given: Content) -> None:
    """Put new content in place: text alone takes the blocks away, metadata not given stays."""
    said.text = given.text or NO_TEXT
    said.blocks = given.blocks or []
    said.metadata = said.metadata if given.metadata is None else given.metadata or None
    said.edits += 1


def post_ephemeral(asked: Asked) -> Body:
    channel = writable(asked)
    reader = asked.user()
    if not channel.has(reader.id):
        raise Refused("user_not_in_channel")
    said = said_by_bot(asked, channel, content(asked.args, asked.workspace, longest=MOST_TEXT_POSTED))
    said.only_for = reader.id
    said.thread_ts = asked.args.text("thread_ts") or None
    reader.ephemerals.append(said)
    return {"message_ts": said.ts}


def get_permalink(asked: Asked) -> Body:
    channel, ts = asked.channel(member=False), asked.args.needed("message_ts")
    if channel.find(ts) is None:
        raise Refused("message_not_found")
    name = ts.replace(".", "")
    return {
        "channel": channel.id,
        "permalink": f"https://{asked.workspace.name}.slack.com/archives/{channel.id}/p{name}",
    }


METHODS = {
    "chat.postMessage": Method(run=post, scopes=("chat:write",)),
    "chat.postEphemeral": Method(run=post_ephemeral, scopes=("chat:write",)),
    "chat.update": Method(run=update, scopes=("chat:write",)),
    "chat.getPermalink": Method(run=get_permalink),
}
