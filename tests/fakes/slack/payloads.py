"""What Slack sends to an app when somebody does something."""

import secrets
from dataclasses import dataclass

from tests.fakes.slack.clock import as_ts
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.shown import Message, Place, View, state
from tests.fakes.slack.slack import Slack
from tests.fakes.slack.workspace import Channel, User, Workspace

Field = tuple[Body, Body]  # a block and the element in it


@dataclass(frozen=True, kw_only=True)
class Payloads:
    """Payloads about one workspace."""

    slack: Slack
    workspace: Workspace

    def action(self, user: User, place: Place, field: Field, at: float | None, chosen: Body | None) -> Body:
        """block_actions: a press, or a value chosen."""
        block, element = field
        pressed: Body = {
            name: element[name] for name in ("type", "action_id", "text", "value", "style") if name in element
        }
        ts = as_ts(self.slack.clock.now() if at is None else at)
        told = self._shared(user, place) | self._place(user, place)
        if isinstance(place, Message):
            told["state"] = {"values": state(place, user.id)}
            told["response_url"] = self._reply_url(user.id, place.channel, place)
        action: Body = {**pressed, **(chosen or {}), "block_id": block["block_id"], "action_ts": ts}
        return {"type": "block_actions", **told, "actions": [action]}

    def suggestion(self, user: User, place: Place, field: Field, typed: str) -> Body:
        """block_suggestion: letters typed into an external_select."""
        block, element = field
        told = self._shared(user, place) | self._place(user, place)
        del told["trigger_id"]
        asked = {"action_id": element["action_id"], "block_id": block["block_id"], "value": typed}
        return {"type": "block_suggestion", **told, **asked}

    def submission(self, user: User, view: View) -> Body:
        return {"type": "view_submission", **self._shared(user), "view": self._view(view), "response_urls": []}

    def closing(self, user: User, view: View, *, cleared: bool) -> Body:
        told = self._shared(user)
        del told["trigger_id"]
        return {"type": "view_closed", **told, "view": self._view(view), "is_cleared": cleared}

    def command(self, user: User, channel: Channel, command: str, text: str) -> Body:
        """A slash command, all of it words."""
        enterprise = self.workspace.enterprise_id
        told = {"enterprise_id": enterprise, "enterprise_name": enterprise} if enterprise else {}
        return {
            "token": self.slack.app.verification_token,
            "team_id": self.workspace.id,
            "team_domain": self.workspace.name,
            **told,
            "channel_id": channel.id,
            "channel_name": _spoken(channel),
            "user_id": user.id,
            "user_name": user.name.lower(),
            "command": command,
            "text": text,
            "api_app_id": self.slack.app.id,
            "is_enterprise_install": "false",
            "response_url": self._reply_url(user.id, channel.id, None),
            "trigger_id": self.slack.triggers.issue(self.workspace, user.id),
        }

    def event(self, event: Body) -> Body:
        """An Events API envelope."""
        now = self.slack.clock.now()
        enterprise = self.workspace.enterprise_id
        told: Body = {
            "token": self.slack.app.verification_token,
            "team_id": self.workspace.id,
            "api_app_id": self.slack.app.id,
            "event": {**event, "event_ts": as_ts(now)},
            "type": "event_callback",
            "event_id": f"Ev0{secrets.token_hex(5).upper()}",
            "event_time": int(now),
            "authorizations": [
                {
                    "enterprise_id": enterprise,
                    "team_id": self.workspace.id,
                    "user_id": self.workspace.bot.id,
                    "is_bot": True,
                    "is_enterprise_install": False,
                }
            ],
            "is_ext_shared_channel": False,
        }
        return told | ({"enterprise_id": enterprise} if enterprise else {})

    def _reply_url(self, user: str, channel: str, source: Message | None) -> str:
        return self.slack.origin + self.slack.reply_urls.issue(self.workspace, user, channel, source)

    def _shared(self, user: User, place: Place | None = None) -> Body:
        enterprise = self.workspace.enterprise_id
        told: Body = {
            "team": self.workspace.team(),
            "user": {"id": user.id, "username": user.name.lower(), "name": user.name.lower(), "team_id": user.team},
            "api_app_id": self.slack.app.id,
            "token": self.slack.app.verification_token,
            "trigger_id": self.slack.triggers.issue(self.workspace, user.id),
            "enterprise": {"id": enterprise, "name": enterprise} if enterprise else None,
            "is_enterprise_install": False,
        }
        return told | ({"container": _container(place)} if place is not None else {})

    def _place(self, user: User, place: Place) -> Body:
        if isinstance(place, View):
            return {"view": self._view(place)}
        channel = {"id": place.channel, "name": _spoken(self.workspace.channels[place.channel])}
        seen = {} if place.only_for == user.id else {"message": place.as_dict()}
        return {"channel": channel, **seen}

    def _view(self, view: View) -> Body:
        return view.as_dict(self.slack.app.id, self.workspace.bot_id)


def _container(place: Place) -> Body:
    if isinstance(place, View):
        return {"type": "view", "view_id": place.id}
    told = {
        "type": "message",
        "message_ts": place.ts,
        "channel_id": place.channel,
        "is_ephemeral": place.only_for is not None,
    }
    return told | ({"thread_ts": place.thread_ts} if place.thread_ts else {})


def _spoken(channel: Channel) -> str:
    """What payloads call a channel: the name only of a public one."""
    return channel.name if channel.direct_with or not channel.private else "privategroup"
