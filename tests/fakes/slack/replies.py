"""Answers to an interaction: through its response_url, or in the acknowledgement of a command."""

from aiohttp import web

from tests.fakes.slack.methods.asked import Args
from tests.fakes.slack.methods.chat import rewrite
from tests.fakes.slack.methods.content import MOST_TEXT_POSTED, NO_TEXT, content
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.short_lived import ReplyUrl
from tests.fakes.slack.shown import Message
from tests.fakes.slack.slack import Call, Slack
from tests.fakes.slack.web_api import read_args, under

GONE = {"used_url", "expired_url", "invalid_url"}


async def handle(slack: Slack, request: web.Request) -> web.StreamResponse:
    """One post to a response_url; logged and failed under that name."""
    name = request.match_info["name"]
    args = await read_args(request)
    known = slack.reply_urls.known.get(name)
    team = known.workspace.id if known else None
    slack.calls.append(Call(method="response_url", workspace=team, args=args.given, at=slack.clock.now()))
    fault = slack.faults.take("response_url", known.channel if known else None)
    return await under(fault, request, lambda: _answer(slack, name, args))


def _answer(slack: Slack, name: str, args: Args) -> web.Response:
    try:
        say_back(slack, slack.reply_urls.spend(name), args)
    except Refused as refused:
        status = 404 if refused.error in GONE else 400
        return web.json_response({"ok": False, "error": refused.error, **refused.more}, status=status)
    finally:
        slack.stirred.set()
    return web.Response(text="ok")


def say_back(slack: Slack, url: ReplyUrl, args: Args) -> None:
    """Say something new, or put it in place of what was clicked, or take that away."""
    source = url.source
    if args.yes("delete_original"):
        if source is not None:
            _take_away(url, source)
        return
    given = content(args, url.workspace, longest=MOST_TEXT_POSTED, budget=False)
    if args.yes("replace_original") and source is not None:
        rewrite(source, given)
        return
    said = Message(
        channel=url.channel,
        ts=slack.clock.ts(),
        author=_bot(slack, url),
        text=given.text or NO_TEXT,
        blocks=given.blocks or [],
        metadata=given.metadata,
        thread_ts=args.text("thread_ts") or None,
    )
    if args.text("response_type") == "in_channel":
        url.workspace.channels[url.channel].log.append(said)
    else:
        said.only_for = url.user
        url.workspace.users[url.user].ephemerals.append(said)


def _take_away(url: ReplyUrl, source: Message) -> None:
    source.deleted = True
    if source.only_for is not None:
        url.workspace.users[source.only_for].ephemerals.remove(source)


def _bot(slack: Slack, url: ReplyUrl) -> Body:
    team = url.workspace
    return {"user": team.bot.id, "bot_id": team.bot_id, "app_id": slack.app.id, "team": team.id}
