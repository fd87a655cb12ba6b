"""Who the token is, and who the members are."""

from tests.fakes.slack.methods.asked import Asked, Method
from tests.fakes.slack.shapes.checks import Body


def auth_test(asked: Asked) -> Body:
    team = asked.workspace
    return {
        "url": f"https://{team.name}.slack.com/",
        "team": team.name,
        "team_id": team.id,
        "user": team.bot.name.lower(),
        "user_id": team.bot.id,
        "bot_id": team.bot_id,
        "enterprise_id": team.enterprise_id,
        "is_enterprise_install": False,
    }


def users_info(asked: Asked) -> Body:
    return {"user": asked.user().as_dict()}


METHODS = {
    "auth.test": Method(run=auth_test),
    "users.info": Method(run=users_info, scopes=("users:read",)),
}
