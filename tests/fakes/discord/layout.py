"""What may stand in a message: which component in which, how many, and how much text."""

from dataclasses import dataclass, field

from tests.fakes.discord.controls import SELECTS, Kind, check_button, check_select
from tests.fakes.discord.form import Field

MOST_COMPONENTS, MOST_TEXT, MOST_ROWS = 40, 4000, 5
IN_CONTAINER = (Kind.ROW, Kind.SECTION, Kind.TEXT, Kind.GALLERY, Kind.FILE, Kind.SEPARATOR)
ON_TOP = (*IN_CONTAINER, Kind.CONTAINER)


@dataclass
class Identities:
    """The ids and custom ids of one message or form: none may come twice."""

    ids: set[int] = field(default_factory=set)
    custom_ids: set[str] = field(default_factory=set)

    def check(self, component: Field, *, custom: bool) -> None:
        """Note this component's ids; `custom` if people can use it."""
        number = component["id"].number(0, 2**31 - 1)
        if number and number in self.ids:
            component["id"].wrong("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self.ids.add(number)
        name = component["custom_id"].text(1, 100, required=custom)
        if name and name in self.custom_ids:
            message = "Component custom id cannot be duplicated"
            component["custom_id"].wrong("COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self.custom_ids.add(name)


@dataclass
class Layout:
    """The components of one message; `files` are the names that `attachment://` may point at."""

    files: set[str]
    v2: bool
    identities: Identities = field(default_factory=Identities)
    count: int = 0
    text: int = 0

    def check(self, components: Field) -> None:
        """All of them, and their sums."""
        for component in components.each(0, MOST_COMPONENTS if self.v2 else MOST_ROWS):
            self._component(component, ON_TOP if self.v2 else (Kind.ROW,))
        if self.v2 and self.count > MOST_COMPONENTS:
            message = f"The total number of components must be less than or equal to {MOST_COMPONENTS}"
            components.wrong("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        if self.text > MOST_TEXT:
            message = f"The total number of characters across all components must be at most {MOST_TEXT}"
            components.wrong("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)

    def _component(self, component: Field, allowed: tuple[Kind, ...]) -> None:
        """One component, if its kind may stand here."""
        kind = kind_of(component, allowed)
        if kind is None:
            return
        self.count += 1
        custom = kind in SELECTS
        self.identities.check(component, custom=custom)
        match kind:
            case Kind.ROW:
                self._row(component)
            case Kind.BUTTON:
                check_button(component)
            case Kind.SECTION:
                self._section(component)
            case Kind.TEXT:
                self._text(component)
            case Kind.CONTAINER:
                self._container(component)
            case Kind.SEPARATOR:
                component["spacing"].choice(1, 2)
                component["divider"].truth()
            case Kind.GALLERY | Kind.THUMBNAIL | Kind.FILE:
                self._pictures(component, kind)
            case _:
                check_select(component, kind)

    def _row(self, row: Field) -> None:
        inside = list(row["components"].each(1, 5, required=True))
        for each in inside:
            self._component(each, (Kind.BUTTON, *SELECTS))
        if len(inside) > 1 and any(each["type"].value in SELECTS for each in inside):
            row["components"].wrong("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select takes the whole row")

    def _section(self, section: Field) -> None:
        for each in section["components"].each(1, 3, required=True):
            self._component(each, (Kind.TEXT,))
        if not section["accessory"].missing(required=True):
            self._component(section["accessory"], (Kind.BUTTON, Kind.THUMBNAIL))

    def _text(self, component: Field) -> None:
        content = component["content"].text(1, MOST_TEXT, required=True)
        if content and not content.strip():
            component["content"].wrong("BASE_TYPE_REQUIRED", "This field is required")
        self.text += len(content)

    def _container(self, container: Field) -> None:
        container["accent_color"].number(0, 0xFFFFFF)
        container["spoiler"].truth()
        for each in container["components"].each(1, MOST_COMPONENTS, required=True):
            self._component(each, IN_CONTAINER)

    def _pictures(self, component: Field, kind: Kind) -> None:
        if kind is Kind.GALLERY:
            for item in component["items"].each(1, 10, required=True):
                self._picture(item, "media")
        else:
            self._picture(component, "file" if kind is Kind.FILE else "media")

    def _picture(self, item: Field, name: str) -> None:
        item["description"].text(1, 1024)
        item["spoiler"].truth()
        schemes = ("attachment",) if name == "file" else ("http", "https", "attachment")
        address = item[name]["url"].link(*schemes, required=True)
        check_reference(item[name]["url"], address, self.files)


def check_reference(place: Field, address: str, files: set[str]) -> None:
    """An `attachment://` points at a file that the message has."""
    if address.startswith("attachment://") and address.removeprefix("attachment://") not in files:
        place.wrong("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "Could not find the attachment")


def kind_of(component: Field, allowed: tuple[Kind, ...]) -> Kind | None:
    """The component's kind, or None and an error where it may not stand."""
    value = component["type"].value
    if value in allowed:
        return Kind(value)
    if component["type"].missing(required=True):
        return None
    told = ", ".join(str(int(each)) for each in allowed)
    component["type"].wrong("UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({told}).')
    return None
