"""What a modal may look like."""

from tests.fakes.discord.controls import INPUTS, Kind, check_input, check_text_input
from tests.fakes.discord.form import Field
from tests.fakes.discord.layout import Identities, kind_of


def check_modal(modal: Field) -> None:
    """A title of 45 and up to five rows: labels with an input, old rows with a text input, and texts."""
    modal["custom_id"].text(1, 100, required=True)
    modal["title"].text(1, 45, required=True)
    identities = Identities()
    for row in modal["components"].each(1, 5, required=True):
        kind = kind_of(row, (Kind.ROW, Kind.LABEL, Kind.TEXT))
        if kind is None:
            continue
        identities.check(row, custom=False)
        if kind is Kind.TEXT:
            row["content"].text(1, 4000, required=True)
        elif kind is Kind.ROW:
            check_row(row, identities)
        else:
            check_label(row, identities)


def check_row(row: Field, identities: Identities) -> None:
    """An old row holds one text input with its own label."""
    for each in row["components"].each(1, 1, required=True):
        if kind_of(each, (Kind.TEXT_INPUT,)):
            identities.check(each, custom=True)
            check_text_input(each, labelled=False)


def check_label(label: Field, identities: Identities) -> None:
    """A label names one input."""
    label["label"].text(1, 45, required=True)
    label["description"].text(1, 100)
    inside = label["component"]
    if inside.missing(required=True):
        return
    kind = kind_of(inside, INPUTS)
    if kind is not None:
        identities.check(inside, custom=True)
        check_input(inside, kind)
