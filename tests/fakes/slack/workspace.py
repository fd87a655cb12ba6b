"""A workspace and its channels, people, files and token."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.shown import Message, View

SCOPES = "commands,chat:write,channels:history,groups:history,users:read,im:write,files:write"


def new_id(letter: str) -> str:
    """An id of Slack's shape."""
    return f"{letter}0{secrets.token_hex(4).upper()}"


@dataclass(kw_only=True, eq=False)
class User:
    """A member as Slack knows them, and what they see that nobody else does."""

    id: str
    name: str
    team: str
    tz: str = "Etc/UTC"
    is_admin: bool = False
    is_owner: bool = False
    is_bot: bool = False
    deleted: bool = False
    ephemerals: list[Message] = field(default_factory=list)
    modals: list[View] = field(default_factory=list)
    home: View | None = None
    errors: list[str] = field(default_factory=list)
    suggested: dict[str, list[Body]] = field(default_factory=dict)  # by action_id, what external_select last offered

    def as_dict(self) -> Body:
        """The member as users.info answers it."""
        return {
            "id": self.id,
            "team_id": self.team,
            "name": self.name.lower(),
            "real_name": self.name,
            "tz": self.tz,
            "is_admin": self.is_admin,
            "is_owner": self.is_owner,
            "is_primary_owner": False,
            "is_bot": self.is_bot,
            "is_restricted": False,
            "is_ultra_restricted": False,
            "deleted": self.deleted,
            "profile": {"real_name": self.name, "display_name": self.name},
        }


@dataclass(kw_only=True, eq=False)
class Channel:
    """A conversation; `members` None means everybody of the workspace."""

    id: str
    name: str
    private: bool = False
    bot: bool = True
    archived: bool = False
    deleted: bool = False
    members: set[str] | None = None
    direct_with: str | None = None
    log: list[Message] = field(default_factory=list)

    @property
    def messages(self) -> list[Message]:
        """What stands in the channel itself, the oldest first."""
        return [said for said in self.log if not said.deleted and said.thread_ts in {None, said.ts}]

    def transcript(self) -> list[str]:
        """The channel as people read it."""
        return [said.read() for said in self.messages]

    def thread(self, parent: Message | str) -> list[Message]:
        """The replies under a message."""
        ts = parent if isinstance(parent, str) else parent.ts
        return [said for said in self.log if said.thread_ts == ts and said.ts != ts and not said.deleted]

    def has(self, user: str) -> bool:
        return self.members is None or user in self.members

    def find(self, ts: str) -> Message | None:
        """A message of the channel or of a thread in it."""
        return next((said for said in reversed(self.log) if said.ts == ts and not said.deleted), None)


@dataclass(kw_only=True, eq=False)
class Workspace:
    """One team; `token` is empty until the app is installed."""

    id: str
    name: str
    bot: User
    bot_id: str
    scopes: set[str]
    enterprise_id: str | None = None
    token: str = ""
    users: dict[str, User] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)  # user groups: id by name
    files: dict[str, Body] = field(default_factory=dict)
    views: dict[str, View] = field(default_factory=dict)

    def channel(
        self, name: str, *, private: bool = False, bot: bool = True, members: Iterable[User] | None = None
    ) -> Channel:
        """A new channel, with the bot in it unless said otherwise."""
        ids = None if members is None else {each.id for each in members}
        made = Channel(id=new_id("C"), name=name, private=private, bot=bot, members=ids)
        self.channels[made.id] = made
        return made

    def direct(self, user: User) -> Channel:
        """The conversation between a person and the bot."""
        known = next((each for each in self.channels.values() if each.direct_with == user.id), None)
        made = known or Channel(
            id=new_id("D"), name="directmessage", private=True, members={user.id}, direct_with=user.id
        )
        self.channels[made.id] = made
        return made

    def install(self) -> str:
        """Let the app in; it gets a token of its own."""
        self.token = f"xoxb-{self.id}-{secrets.token_hex(8)}"
        return self.token

    def message(self, channel: str, ts: str) -> Message | None:
        """A message that everybody can see."""
        return self.channels[channel].find(ts) if channel in self.channels else None

    def team(self) -> Body:
        """The team as interactive payloads carry it."""
        told: Body = {"id": self.id, "domain": self.name}
        if self.enterprise_id:
            told |= {"enterprise_id": self.enterprise_id, "enterprise_name": self.enterprise_id}
        return told


def new_workspace(name: str, *, enterprise_id: str | None, scopes: Iterable[str]) -> Workspace:
    team = new_id("T")
    bot = User(id=new_id("U"), name="Trapwise", team=team, is_bot=True)
    made = Workspace(
        id=team,
        name=name,
        bot=bot,
        bot_id=new_id("B"),
        scopes=set(scopes),
        enterprise_id=enterprise_id,
        users={bot.id: bot},
    )
    made.channel("general", bot=False)
    return made
