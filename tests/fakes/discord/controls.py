"""What a control may look like: buttons, selects, and the inputs of a form."""

from enum import IntEnum

from tests.fakes.discord.form import Field


class Kind(IntEnum):
    """The kinds of components."""

    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = (
    Kind.STRING_SELECT, Kind.USER_SELECT, Kind.ROLE_SELECT, Kind.MENTIONABLE_SELECT, Kind.CHANNEL_SELECT,
)  # fmt: skip
INPUTS = (*SELECTS, Kind.TEXT_INPUT, Kind.FILE_UPLOAD, Kind.RADIO_GROUP, Kind.CHECKBOX_GROUP, Kind.CHECKBOX)
LINK_STYLE, PREMIUM_STYLE = 5, 6


def check_button(button: Field) -> None:
    """A label of 80 or an emoji, and one of custom id, address and product."""
    style = button["style"].choice(1, 2, 3, 4, LINK_STYLE, PREMIUM_STYLE, required=True)
    button["label"].text(0, 80)
    button["disabled"].truth()
    check_emoji(button["emoji"])
    if style == LINK_STYLE:
        button["url"].link("http", "https", "discord", most=512, required=True)
        button["custom_id"].forbidden("A custom id and url cannot both be specified")
    elif style == PREMIUM_STYLE:
        button["sku_id"].missing(required=True)
        for name in ("custom_id", "label", "url", "emoji"):
            button[name].forbidden("A premium button has nothing but its product")
    else:
        button["custom_id"].missing(required=True)
        button["url"].forbidden("A custom id and url cannot both be specified")
    if style != PREMIUM_STYLE and not button["label"].value and not button["emoji"].value:
        button.wrong("BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or emoji")


def check_emoji(emoji: Field) -> None:
    """A custom one by its id, or a character that is one."""
    if emoji.value is None or emoji["id"].value is not None:
        return
    name = emoji["name"].text(1, 32, required=True)
    if name and name.isascii():
        emoji["name"].wrong("COMPONENT_INVALID_EMOJI", "Invalid emoji")


def check_select(select: Field, kind: Kind, *, modal: bool = False) -> None:
    """A select of any kind; in a form it may be optional but not disabled."""
    select["placeholder"].text(0, 150)
    select["disabled"].truth()
    select["required"].truth()
    if modal and select["disabled"].value:
        select["disabled"].wrong("COMPONENT_DISABLED_IN_MODAL", "A select in a modal cannot be disabled")
    most = 25
    if kind is Kind.STRING_SELECT:
        most = check_options(select["options"], least=1, most=25, defaults=select["max_values"].value or 1)
    else:
        for default in select["default_values"].each(0, select["max_values"].value or 1):
            default["type"].choice("user", "role", "channel", required=True)
            default["id"].missing(required=True)
    if kind is Kind.CHANNEL_SELECT:
        for each in select["channel_types"].each(0, 13):
            each.choice(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16, required=True)
    check_range(select, most=25, there=most)


def check_options(options: Field, *, least: int, most: int, defaults: int) -> int:
    """The options of a select or a group; how many there are."""
    values, chosen, count = set(), 0, 0
    for option in options.each(least, most, required=True):
        count += 1
        option["label"].text(1, 100, required=True)
        value = option["value"].text(1, 100, required=True)
        option["description"].text(0, 100)
        check_emoji(option["emoji"])
        chosen += option["default"].truth()
        if value in values:
            option["value"].wrong(
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
            )
        values.add(value)
    if chosen > defaults:
        options.wrong("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", f"At most {defaults} options may be default")
    return count


def check_range(control: Field, *, most: int, there: int) -> None:
    """`min_values` and `max_values` fit one another and what there is to choose."""
    low = control["min_values"].number(0, most, default=1)
    high = control["max_values"].number(1, most, default=1)
    if low > high:
        control["min_values"].wrong("COMPONENT_MIN_OVER_MAX", "min_values must be less than or equal to max_values")
    if max(low, high) > there:
        control["max_values"].wrong("COMPONENT_MAX_OVER_OPTIONS", "max_values must not exceed the number of options")


def check_text_input(field: Field, *, labelled: bool) -> None:
    """A text field; inside a label it has no label of its own."""
    field["style"].choice(1, 2, required=True)
    if labelled:
        field["label"].forbidden("A text input inside a label has no label")
    else:
        field["label"].text(1, 45, required=True)
    field["placeholder"].text(0, 100)
    field["required"].truth()
    low = field["min_length"].number(0, 4000)
    high = field["max_length"].number(1, 4000, default=4000)
    if low > high:
        field["min_length"].wrong("COMPONENT_MIN_OVER_MAX", "min_length must be less than or equal to max_length")
    field["value"].text(0, high)


def check_input(field: Field, kind: Kind) -> None:
    """Whatever stands inside a label."""
    field["required"].truth()
    if kind in SELECTS:
        check_select(field, kind, modal=True)
    elif kind is Kind.TEXT_INPUT:
        check_text_input(field, labelled=True)
    elif kind is Kind.FILE_UPLOAD:
        check_range(field, most=10, there=10)
    elif kind is Kind.RADIO_GROUP:
        check_options(field["options"], least=2, most=10, defaults=1)
    elif kind is Kind.CHECKBOX_GROUP:
        there = check_options(field["options"], least=1, most=10, defaults=10)
        if field["max_values"].value is not None or field["min_values"].value is not None:
            check_range(field, most=10, there=there)
    else:
        field["default"].truth()
