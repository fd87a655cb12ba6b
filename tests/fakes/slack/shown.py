"""What stands in front of people: messages and views, and what each person has filled in there."""

from dataclasses import dataclass, field

from tests.fakes.slack.reading import pings, read
from tests.fakes.slack.shapes.blocks import elements_of
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.text import readable

Filled = dict[tuple[str, str], Body]  # by block_id and action_id


@dataclass(kw_only=True, eq=False)
class Message:
    """One message as it now stands; `filled` is kept for each person apart."""

    channel: str
    ts: str
    author: Body
    text: str = ""
    blocks: list[Body] = field(default_factory=list)
    metadata: Body | None = None
    thread_ts: str | None = None
    only_for: str | None = None
    files: list[Body] = field(default_factory=list)
    edits: int = 0
    edited: Body | None = None
    deleted: bool = False
    filled: dict[str, Filled] = field(default_factory=dict)

    def read(self) -> str:
        """The words people see: the blocks where there are any, else the text."""
        return read(self.blocks) if self.blocks else readable(self.text)

    def pings(self) -> list[str]:
        """Whom it calls; a message for one pair of eyes calls nobody."""
        return [] if self.only_for else pings(self.text, self.blocks)

    def as_dict(self, *, metadata: bool = False) -> Body:
        """The message as the Web API answers it."""
        told = {"type": "message", **self.author, "ts": self.ts, "text": self.text}
        optional = {
            "blocks": self.blocks,
            "thread_ts": self.thread_ts,
            "edited": self.edited,
            "files": self.files,
            "metadata": self.metadata if metadata else None,
        }
        return told | {name: value for name, value in optional.items() if value}


@dataclass(kw_only=True, eq=False)
class View:
    """A modal or a Home tab in front of one person."""

    id: str
    owner: str
    team: str
    body: Body
    hash: str
    root: str
    previous: str | None = None
    errors: dict[str, str] = field(default_factory=dict)
    filled: dict[str, Filled] = field(default_factory=dict)

    @property
    def blocks(self) -> list[Body]:
        blocks: list[Body] = self.body["blocks"]
        return blocks

    def read(self) -> str:
        """The words the person sees, an error under the field it is about."""
        title = [self.body["title"]["text"]] if "title" in self.body else []
        return "\n".join([*title, read(self.blocks), *(f"! {error}" for error in self.errors.values())])

    def as_dict(self, app_id: str, bot_id: str) -> Body:
        """The view as payloads and answers carry it."""
        empty = {
            "private_metadata": "",
            "callback_id": "",
            "external_id": "",
            "title": None,
            "submit": None,
            "close": None,
        }
        return {
            **empty,
            "clear_on_close": False,
            "notify_on_close": False,
            **self.body,
            "id": self.id,
            "team_id": self.team,
            "state": {"values": state(self, self.owner)},
            "hash": self.hash,
            "root_view_id": self.root,
            "previous_view_id": self.previous,
            "app_id": app_id,
            "app_installed_team_id": self.team,
            "bot_id": bot_id,
        }


Place = Message | View

EMPTY: dict[str, Body] = {
    "plain_text_input": {"value": None},
    "number_input": {"value": None},
    "email_text_input": {"value": None},
    "url_text_input": {"value": None},
    "static_select": {"selected_option": None},
    "external_select": {"selected_option": None},
    "radio_buttons": {"selected_option": None},
    "checkboxes": {"selected_options": []},
    "multi_static_select": {"selected_options": []},
    "multi_external_select": {"selected_options": []},
    "users_select": {"selected_user": None},
    "multi_users_select": {"selected_users": []},
    "conversations_select": {"selected_conversation": None},
    "multi_conversations_select": {"selected_conversations": []},
    "channels_select": {"selected_channel": None},
    "multi_channels_select": {"selected_channels": []},
    "datepicker": {"selected_date": None},
    "timepicker": {"selected_time": None},
    "datetimepicker": {"selected_date_time": None},
    "file_input": {"files": []},
}


def state(place: Place, person: str) -> Body:
    """`state.values`: what every field holds for this person, the untouched ones as they came."""
    filled = place.filled.get(person, {})
    values: Body = {}
    for block in place.blocks:
        for element in elements_of(block):
            if element["type"] in EMPTY:
                key = (block["block_id"], element["action_id"])
                values.setdefault(key[0], {})[key[1]] = filled.get(key, as_it_came(element))
    return values


def as_it_came(element: Body) -> Body:
    """A field's value before anybody touches it: its `initial_…` or nothing."""
    ((name, nothing),) = EMPTY[element["type"]].items()
    initial = "initial_value" if name == "value" else name.replace("selected_", "initial_")
    return {"type": element["type"], name: element.get(initial, nothing)}
