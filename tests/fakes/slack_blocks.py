"""Small blocks for the tests of the fake Slack."""

from tests.fakes.slack.shapes.checks import Body


def plain(text: str = "words") -> Body:
    return {"type": "plain_text", "text": text}


def marked(text: str = "words") -> Body:
    return {"type": "mrkdwn", "text": text}


def section(text: str = "words", **more: object) -> Body:
    return {"type": "section", "text": marked(text), **more}


def header(text: str = "words") -> Body:
    return {"type": "header", "text": plain(text)}


def context(*elements: Body) -> Body:
    return {"type": "context", "elements": list(elements)}


def actions(*elements: Body, **more: object) -> Body:
    return {"type": "actions", "elements": list(elements), **more}


def button(label: str = "A", **more: object) -> Body:
    return {"type": "button", "text": plain(label), **more}


def options(number: int = 2, text: str = "one") -> list[Body]:
    return [{"text": plain(text), "value": str(each)} for each in range(number)]


def boxes(number: int = 2, **more: object) -> Body:
    return {"type": "checkboxes", "options": options(number), **more}


def select(number: int = 2, **more: object) -> Body:
    return {"type": "static_select", "options": options(number), **more}


def typed(**more: object) -> Body:
    return {"type": "plain_text_input", "action_id": "typed", **more}


def asks(element: Body | None = None, label: str = "Name", **more: object) -> Body:
    return {"type": "input", "block_id": "name", "label": plain(label), "element": element or typed(), **more}


def rich(*elements: Body) -> Body:
    return {"type": "rich_text", "elements": list(elements)}


def line(*elements: Body) -> Body:
    return {"type": "rich_text_section", "elements": list(elements)}


def word(text: str = "words", **style: bool) -> Body:
    return {"type": "text", "text": text} | ({"style": style} if style else {})


def modal(*blocks: Body, **more: object) -> Body:
    return {"type": "modal", "title": plain("Title"), "submit": plain("Go"), "blocks": list(blocks), **more}


def home(*blocks: Body, **more: object) -> Body:
    return {"type": "home", "blocks": list(blocks), **more}
