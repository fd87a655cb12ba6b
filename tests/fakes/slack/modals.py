"""What a modal does when the app has answered."""

from tests.fakes.slack.methods.views import close, judged, replace, stack
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.shapes.elements import SUGGESTED
from tests.fakes.slack.shown import View
from tests.fakes.slack.slack import Slack
from tests.fakes.slack.workspace import User, Workspace

TROUBLE = "We had some trouble connecting. Try again?"


def after_submit(slack: Slack, workspace: Workspace, user: User, view: View, answer: Body) -> str:
    """Close, clear, update, push or show errors; what the person is told if the app answered nonsense."""
    view.errors = {}
    try:
        match answer:
            case {"response_action": "errors", "errors": dict(errors)} if errors and _fields(view).issuperset(errors):
                view.errors = {name: str(text) for name, text in errors.items()}
            case {"response_action": "update", "view": body}:
                replace(slack, view, judged(body, "modal", workspace, view))
            case {"response_action": "push", "view": body}:
                stack(slack, workspace, user, judged(body, "modal", workspace, None))
            case {"response_action": "clear"}:
                close(workspace, user, user.modals)
            case _ if not answer:
                close(workspace, user, [view])
            case _:
                return TROUBLE
    except Refused:
        return TROUBLE
    return ""


def _fields(view: View) -> set[str]:
    return {block["block_id"] for block in view.blocks if block["type"] == "input"}


def keep_suggestions(user: User, element: Body, answer: Body) -> str:
    """Offer what the app suggested; "No results" when it cannot be shown."""
    if list(SUGGESTED(answer, "")):
        return "No results"
    groups = [each for group in answer.get("option_groups", []) for each in group["options"]]
    user.suggested[element["action_id"]] = [*answer.get("options", []), *groups]
    return ""
