"""Who installed the Slack app where; tokens are kept as they are given, encrypted."""

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, select, update

from bot.store.database import insert, upsert
from bot.store.slack_tables import slack_installation, slack_oauth_state


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """The app in one workspace; `token` is encrypted, `ended_at` is set once it was uninstalled or revoked."""

    workspace: str
    token: str
    bot_id: str
    bot_user: str
    installed_by: str
    installed_at: datetime
    ended_at: datetime | None = None


def save_installation(tx: Connection, value: Installation) -> None:
    """Keep an installation in place of the workspace's earlier one."""
    upsert(tx, slack_installation, [asdict(value)])


def installation_in(tx: Connection, workspace: str) -> Installation | None:
    """The installation in a workspace, living or ended; None if there never was one."""
    row = tx.execute(select(slack_installation).where(slack_installation.c.workspace == workspace)).first()
    return None if row is None else Installation(**row._mapping)


def all_installations(tx: Connection) -> tuple[Installation, ...]:
    """Every installation, by workspace."""
    rows = tx.execute(select(slack_installation).order_by(slack_installation.c.workspace))
    return tuple(Installation(**row._mapping) for row in rows)


def end_installation(tx: Connection, workspace: str, *, token: str, at: datetime) -> bool:
    """The token is dead since that moment; False if it is not the workspace's any more, or was known to be dead."""
    living = (
        slack_installation.c.workspace == workspace,
        slack_installation.c.ended_at.is_(None),
        slack_installation.c.token == token,
    )
    return tx.execute(update(slack_installation).where(*living).values(ended_at=at)).rowcount > 0


def set_token(tx: Connection, workspace: str, token: str) -> None:
    """Replace the encrypted token, as when the key changes."""
    tx.execute(update(slack_installation).where(slack_installation.c.workspace == workspace).values(token=token))


def add_state(tx: Connection, state: str, *, expires_at: datetime) -> None:
    """Keep the state of an install that has begun."""
    tx.execute(insert(tx, slack_oauth_state).values(state=state, expires_at=expires_at))


def take_state(tx: Connection, state: str, now: datetime) -> bool:
    """Whether the state was given out and is still good; it can be taken once, and old ones are cleared away."""
    gone = tx.execute(
        delete(slack_oauth_state).where(slack_oauth_state.c.state == state).returning(slack_oauth_state.c.expires_at)
    ).scalar_one_or_none()
    tx.execute(delete(slack_oauth_state).where(slack_oauth_state.c.expires_at <= now))
    return gone is not None and gone > now
