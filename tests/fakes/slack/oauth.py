"""Installing the app: the person's yes, and the code that becomes a token."""

import secrets
from base64 import b64decode
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.fakes.slack.methods.asked import Args
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.slack import Slack
from tests.fakes.slack.workspace import User, Workspace

CODE_LIVES = 600.0


@dataclass(kw_only=True)
class Code:
    """What a person agreed to; good for one token in ten minutes."""

    workspace: Workspace
    by: User
    scopes: list[str]
    redirect_uri: str
    at: float
    used: bool = False


@dataclass(kw_only=True)
class OAuth:
    """Slack's side of the installation."""

    slack: Slack
    codes: dict[str, Code] = field(default_factory=dict)

    def approve(self, authorize_url: str, by: User) -> str:
        """The person follows the link and says yes; where the browser is sent then."""
        asked = self._asked(authorize_url)
        code = secrets.token_hex(12)
        self.codes[code] = Code(
            workspace=self.slack.workspaces[by.team],
            by=by,
            scopes=asked["scope"].split(","),
            redirect_uri=asked.get("redirect_uri", ""),
            at=self.slack.clock.now(),
        )
        return self._back(asked, code=code)

    def deny(self, authorize_url: str) -> str:
        """The person says no."""
        return self._back(self._asked(authorize_url), error="access_denied")

    def access(self, args: Args, authorization: str) -> Body:
        """oauth.v2.access: a code for a token."""
        self._client(args, authorization)
        code = self.codes.get(args.text("code"))
        if code is None or self.slack.clock.now() - code.at > CODE_LIVES:
            raise Refused("invalid_code")
        if code.used:
            raise Refused("code_already_used")
        if args.text("redirect_uri") != code.redirect_uri:
            raise Refused("bad_redirect_uri")
        code.used = True
        return self._installed(code)

    def _installed(self, code: Code) -> Body:
        team = code.workspace
        team.scopes = set(code.scopes)
        enterprise = {"id": team.enterprise_id, "name": team.enterprise_id} if team.enterprise_id else None
        return {
            "access_token": team.token or team.install(),
            "token_type": "bot",
            "scope": ",".join(code.scopes),
            "bot_user_id": team.bot.id,
            "app_id": self.slack.app.id,
            "team": {"id": team.id, "name": team.name},
            "enterprise": enterprise,
            "is_enterprise_install": False,
            "authed_user": {"id": code.by.id},
        }

    def _client(self, args: Args, authorization: str) -> None:
        given = (args.text("client_id"), args.text("client_secret"))
        if authorization.startswith("Basic "):
            name, _, secret = b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
            given = (name, secret)
        if given[0] != self.slack.app.client_id:
            raise Refused("invalid_client_id")
        if given[1] != self.slack.app.client_secret:
            raise Refused("bad_client_secret")

    def _asked(self, authorize_url: str) -> dict[str, str]:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(authorize_url).query).items()}
        if asked.get("client_id") != self.slack.app.client_id:
            raise Refused("invalid_client_id")
        return asked

    def _back(self, asked: dict[str, str], **told: str) -> str:
        back = asked.get("redirect_uri") or self.slack.app.redirect_url
        return f"{back}?{urlencode({**told, 'state': asked.get('state', '')})}"
