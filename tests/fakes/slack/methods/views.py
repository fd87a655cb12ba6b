"""Modals and Home tabs."""

import secrets

from tests.fakes.slack.methods.asked import Asked, Method, invalid
from tests.fakes.slack.methods.files import missing_pictures
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.blocks import settled
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.shapes.views import too_large, view_flaws
from tests.fakes.slack.shown import View
from tests.fakes.slack.slack import Slack
from tests.fakes.slack.workspace import User, Workspace, new_id

DEEPEST = 3


def open_modal(asked: Asked) -> Body:
    body = given_view(asked, "modal")
    user = _pulled(asked)
    close(asked.workspace, user, user.modals)
    made = new_view(asked.slack, asked.workspace, user, body)
    user.modals.append(made)
    return _told(asked, made)


def push(asked: Asked) -> Body:
    body = given_view(asked, "modal")
    user = _pulled(asked)
    if not user.modals:
        raise Refused("not_found")
    return _told(asked, stack(asked.slack, asked.workspace, user, body))


def update(asked: Asked) -> Body:
    view = _known(asked)
    body = given_view(asked, view.body["type"], instead_of=view)
    _same_hash(asked, view)
    replace(asked.slack, view, body)
    return _told(asked, view)


def publish(asked: Asked) -> Body:
    user = asked.user("user_id")
    body = given_view(asked, "home", instead_of=user.home)
    if user.home is None:
        user.home = new_view(asked.slack, asked.workspace, user, body)
    else:
        _same_hash(asked, user.home)
        replace(asked.slack, user.home, body)
    return _told(asked, user.home)


def given_view(asked: Asked, kind: str, *, instead_of: View | None = None) -> Body:
    """The view a call carries, judged."""
    asked.args.needed("view")
    return judged(asked.args.data("view", "invalid_arguments"), kind, asked.workspace, instead_of)


def judged(view: object, kind: str, workspace: Workspace, instead_of: View | None) -> Body:
    """A view that Slack takes."""
    found = view_flaws(view)
    if found or not isinstance(view, dict):
        raise invalid(*map(str, found))
    if view["type"] != kind:
        raise invalid(f"must be a {kind} [json-pointer:/view/type]")
    lost = missing_pictures(view["blocks"], workspace)
    if lost:
        raise invalid(*map(str, lost))
    if too_large(view):
        raise Refused("view_too_large")
    others = [each for each in workspace.views.values() if each is not instead_of]
    if view.get("external_id") in {each.body["external_id"] for each in others if each.body.get("external_id")}:
        raise Refused("duplicate_external_id")
    return view


def _pulled(asked: Asked) -> User:
    trigger = asked.slack.triggers.pull(asked.args.needed("trigger_id"))
    if trigger.workspace is not asked.workspace:
        raise Refused("invalid_trigger_id")
    return asked.workspace.users[trigger.user]


def _known(asked: Asked) -> View:
    wanted, external = asked.args.text("view_id"), asked.args.text("external_id")
    for view in asked.workspace.views.values():
        if view.id == wanted or (external and view.body.get("external_id") == external):
            return view
    raise Refused("not_found")


def _same_hash(asked: Asked, view: View) -> None:
    if asked.args.has("hash") and asked.args.text("hash") != view.hash:
        raise Refused("hash_conflict")


def new_view(slack: Slack, workspace: Workspace, user: User, body: Body) -> View:
    made = new_id("V")
    view = View(id=made, owner=user.id, team=workspace.id, body=_kept(body), hash=new_hash(slack), root=made)
    workspace.views[made] = view
    return view


def stack(slack: Slack, workspace: Workspace, user: User, body: Body) -> View:
    """One more modal on top, three at most."""
    if len(user.modals) >= DEEPEST:
        raise Refused("push_limit_reached")
    view = new_view(slack, workspace, user, body)
    view.root, view.previous = user.modals[0].id, user.modals[-1].id
    user.modals.append(view)
    return view


def close(workspace: Workspace, user: User, views: list[View]) -> None:
    """Modals that are gone can be found no more."""
    for view in list(views):
        del workspace.views[view.id]
        user.modals.remove(view)


def replace(slack: Slack, view: View, body: Body) -> None:
    """Other content in the same place; what was filled in stays with the fields that stay."""
    view.body, view.hash, view.errors = _kept(body), new_hash(slack), {}


def _kept(body: Body) -> Body:
    return {**body, "blocks": settled(body["blocks"])}


def new_hash(slack: Slack) -> str:
    return f"{int(slack.clock.now())}.{secrets.token_hex(4)}"


def _told(asked: Asked, view: View) -> Body:
    return {"view": view.as_dict(asked.slack.app.id, asked.workspace.bot_id)}


METHODS = {
    "views.open": Method(run=open_modal),
    "views.push": Method(run=push),
    "views.update": Method(run=update),
    "views.publish": Method(run=publish),
}
