"""What Slack's elements look like: buttons, selects, pickers, inputs, and the objects they are made of."""

from collections.abc import Iterator

from tests.fakes.slack.shapes.checks import (
    Check,
    Flaw,
    Json,
    at_least_one,
    both,
    exactly_one,
    flag,
    form,
    kinds,
    many,
    matching,
    one_of,
    picked,
    whole,
    words,
)

URL = both(words(3000), matching(r"https?://\S+", "a valid URL"))
ACTION_ID = words(255)
DAY = matching(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", "a date as YYYY-MM-DD")
TIME = matching(r"([01]\d|2[0-3]):[0-5]\d", "a time as HH:mm")
USER = matching(r"[UW][A-Z0-9]+", "a user id")
CONVERSATION = matching(r"[CDGUW][A-Z0-9]+", "a conversation id")
CHANNEL = matching(r"C[A-Z0-9]+", "a channel id")
NUMBER = matching(r"-?\d+(\.\d+)?", "a number in a string")


def plain(most: int) -> Check:
    """A text object without markup."""
    return kinds({"plain_text": form({"text": words(most)}, {"emoji": flag})})


def either(most: int) -> Check:
    """A text object of either kind."""
    marked = form({"text": words(most)}, {"verbatim": flag})
    return kinds({"plain_text": form({"text": words(most)}, {"emoji": flag}), "mrkdwn": marked})


CONFIRM = form(
    {"title": plain(100), "text": either(300), "confirm": plain(30), "deny": plain(30)},
    {"style": one_of("primary", "danger")},
)
SLACK_FILE = both(form(may={"id": matching(r"F[A-Z0-9]+", "a file id"), "url": URL}), exactly_one("id", "url"))
IMAGE_FIELDS: dict[str, Check] = {"image_url": URL, "slack_file": SLACK_FILE}
IMAGE = both(form({"alt_text": words(2000)}, IMAGE_FIELDS), exactly_one("image_url", "slack_file"))


def option(text: Check) -> Check:
    """One line of a select or one box of several; its value holds 150 characters."""
    return form({"text": text, "value": words(150)}, {"description": either(75), "url": URL})


def offers(text: Check, most: int) -> Check:
    """Options, no two of the same value."""

    def distinct(value: Json, where: str) -> Iterator[Flaw]:
        values = [each["value"] for each in value] if isinstance(value, list) else []
        if len(set(values)) != len(values):
            yield Flaw(what="option values must be unique", where=where)

    return both(many(option(text), most), distinct)


LINES = offers(plain(75), 100)
BOXES = offers(either(75), 10)
GROUPS = many(form({"label": plain(75), "options": LINES}), 100)
ANSWER = {"options": LINES, "option_groups": GROUPS}


def chosen_is_offered(value: Json, where: str) -> Iterator[Flaw]:
    """What is chosen at first stands, whole, among the options."""
    if not isinstance(value, dict):
        return
    offered = [*value.get("options", []), *(o for group in value.get("option_groups", []) for o in group["options"])]
    first = [*value.get("initial_options", []), *([value["initial_option"]] if "initial_option" in value else [])]
    if offered and any(each not in offered for each in first):
        yield Flaw(what="initial option is not one of the options", where=where)


COMMON: dict[str, Check] = {
    "action_id": ACTION_ID,
    "confirm": CONFIRM,
    "placeholder": plain(150),
    "focus_on_load": flag,
    "max_selected_items": whole(1, 100),
    "response_url_enabled": flag,
    "default_to_current_conversation": flag,
    "filter": form(
        may={
            "include": many(one_of("im", "mpim", "private", "public"), 4),
            "exclude_external_shared_channels": flag,
            "exclude_bot_users": flag,
        }
    ),
    "dispatch_action_config": form(
        {"trigger_actions_on": many(one_of("on_enter_pressed", "on_character_entered"), 2)},
    ),
}
HELD = picked(COMMON, "action_id", "confirm", "focus_on_load")
SELECT = {**HELD, **picked(COMMON, "placeholder")}
TYPED = picked(COMMON, "action_id", "placeholder", "focus_on_load", "dispatch_action_config")
FIRST_FEW = many(option(plain(75)), 100)
IDS = many(USER, 100)


def select(**own: Check) -> Check:
    return form(may={**SELECT, **own})


def multi(**own: Check) -> Check:
    return form(may={**SELECT, **picked(COMMON, "max_selected_items"), **own})


CHOICE = picked(COMMON, "response_url_enabled")
TALKS = {**CHOICE, **picked(COMMON, "default_to_current_conversation", "filter")}

ELEMENTS: dict[str, Check] = {
    "button": form(
        {"text": plain(75)},
        {
            "action_id": ACTION_ID,
            "url": URL,
            "value": words(2000),
            "style": one_of("primary", "danger"),
            "confirm": CONFIRM,
            "accessibility_label": words(75),
        },
    ),
    "image": IMAGE,
    "overflow": form({"options": offers(plain(75), 5)}, picked(COMMON, "action_id", "confirm")),
    "checkboxes": both(form({"options": BOXES}, {**HELD, "initial_options": BOXES}), chosen_is_offered),
    "radio_buttons": both(form({"options": BOXES}, {**HELD, "initial_option": option(either(75))}), chosen_is_offered),
    "static_select": both(
        select(initial_option=option(plain(75)), **ANSWER),
        exactly_one("options", "option_groups"),
        chosen_is_offered,
    ),
    "multi_static_select": both(
        multi(initial_options=FIRST_FEW, **ANSWER), exactly_one("options", "option_groups"), chosen_is_offered
    ),
    "external_select": select(min_query_length=whole(0, 100), initial_option=option(plain(75))),
    "multi_external_select": multi(min_query_length=whole(0, 100), initial_options=FIRST_FEW),
    "users_select": select(initial_user=USER),
    "multi_users_select": multi(initial_users=IDS),
    "conversations_select": select(initial_conversation=CONVERSATION, **TALKS),
    "multi_conversations_select": multi(
        initial_conversations=many(CONVERSATION, 100),
        **picked(COMMON, "default_to_current_conversation", "filter"),
    ),
    "channels_select": select(initial_channel=CHANNEL, **CHOICE),
    "multi_channels_select": multi(initial_channels=many(CHANNEL, 100)),
    "datepicker": select(initial_date=DAY),
    "timepicker": select(initial_time=TIME, timezone=words(100)),
    "datetimepicker": form(may={**HELD, "initial_date_time": whole(1_000_000_000, 9_999_999_999)}),
    "plain_text_input": form(
        may={
            **TYPED,
            "initial_value": words(3000, 0),
            "multiline": flag,
            "min_length": whole(0, 3000),
            "max_length": whole(1, 3000),
        }
    ),
    "number_input": form(
        {"is_decimal_allowed": flag},
        {**TYPED, "initial_value": NUMBER, "min_value": NUMBER, "max_value": NUMBER},
    ),
    "email_text_input": form(may={**TYPED, "initial_value": words(3000)}),
    "url_text_input": form(may={**TYPED, "initial_value": URL}),
    "file_input": form(may={"action_id": ACTION_ID, "filetypes": many(words(20), 100), "max_files": whole(1, 10)}),
}

SUGGESTED = both(
    form(may={"options": many(option(plain(75)), 100, 0), "option_groups": GROUPS}),
    at_least_one("options", "option_groups"),
)
