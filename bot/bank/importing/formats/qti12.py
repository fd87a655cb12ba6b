"""QTI 1.2 items, as Canvas, Blackboard, Respondus, D2L and Common Cartridge write them."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from bot.bank.importing.draft import Draft, DraftChoice, Format, Other, Reading, Skipped, Unfit, words_of_html
from bot.bank.importing.gallery import Find, Gallery, nothing_there
from bot.bank.importing.html_text import from_html
from bot.bank.importing.qti12_key import right_labels
from bot.bank.importing.source import Source
from bot.bank.importing.wording import Show, from_plain, shown
from bot.bank.importing.xml_tree import BrokenOff, elements, root_name, text_of, xml_text

ROOT = "questestinterop"
_TITLE = re.compile(r"""<assessment\b[^>]*?\btitle\s*=\s*["']([^"']+)["']""")
_TYPE_FIELDS = ("question_type", "cc_profile", "respondusapi_qtype", "qmd_itemtype", "qmd_questiontype")
_CHOICE = re.compile(r"multi|true|either|choice|^tf$|^mc$|^ma$|^mr$|response|answers|logical", re.IGNORECASE)
_NO_CHOICE = re.compile(
    r"dropdown|blank|match|essay|short|numer|calc|order|hot|file|upload|text.only|formula", re.IGNORECASE
)
_OTHER_RESPONSES = ("response_str", "response_num", "response_xy", "response_grp", "response_extension")
_GENERAL = re.compile(r"general(?:_fb)?|solution|sol", re.IGNORECASE)
_RIGHT = re.compile(r"(?:general_)?correct(?:_fb)?", re.IGNORECASE)
_TEXTS = {"mattext", "mat_formattedtext"}
_LONG = 40


def _sniff(source: Source) -> int:
    return 95 if not source.is_binary and root_name(xml_text(source.text[:20_000])) == ROOT else 0


def _read(source: Source) -> Reading:
    yield from read_items(xml_text(source.text), find=source.beside)


def read_items(text: str, *, find: Find = nothing_there, member: str = "") -> Reading:
    """Every item of a document; `member` is its name in a package."""
    title = _TITLE.search(text[:20_000])
    topics = (title[1],) if title else ()
    number = 0
    try:
        for item in elements(text, lambda tag: tag == "item"):
            number += 1
            yield _item(item, f"{member} item {number}".strip(), topics, Gallery(find))
    except BrokenOff as broken:
        reason = f"the file is not well-formed from here on ({broken.problem}); what follows cannot be read"
        yield Skipped(place=f"{member} line {broken.line}".strip(), reason=reason)


def _item(item: Element, place: str, topics: tuple[str, ...], gallery: Gallery) -> Draft | Skipped | Other:
    kind, lists = _kind(item), list(item.iter("response_lid"))
    if len(lists) != 1 or any(next(item.iter(tag), None) is not None for tag in _OTHER_RESPONSES):
        return Other(place=place, kind=kind or ("several answer parts" if lists else "open answer"))
    if kind and _NO_CHOICE.search(kind) and not _CHOICE.search(kind.replace("multiple_dropdowns", "")):
        return Other(place=place, kind=kind)
    try:
        return _draft(item, lists[0], place, topics, gallery)
    except Unfit as unfit:
        words = words_of_html(text_of(next((each for each in item.iter() if each.tag in _TEXTS), None)))
        return Skipped(place=place, reason=unfit.reason, words=words)


def _kind(item: Element) -> str:
    """What the item says of its type, in the words of whichever program wrote it."""
    found = item.find(".//bbmd_questiontype")
    if found is not None:
        return text_of(found).strip().lower()
    for field in (*item.iter("qtimetadatafield"), *item.iter("qti_metadatafield")):
        if text_of(field.find("fieldlabel")).strip().lower() in _TYPE_FIELDS:
            said = text_of(field.find("fieldentry")).strip().lower().removeprefix("cc.").removesuffix(".v0p1")
            return said.removesuffix("_question").replace("_", " ") if "multiple_dropdowns" not in said else said
    return ""


def _draft(item: Element, choices: Element, place: str, topics: tuple[str, ...], gallery: Gallery) -> Draft:
    stem = _stem(item, gallery.show)
    labels = {label.get("ident", ""): _material(label, gallery.name) for label in choices.iter("response_label")}
    several = choices.get("rcardinality", "").lower() == "multiple"
    key = right_labels(item, labels, several=several)
    told = {feedback.get("ident", ""): _material(feedback, gallery.name) for feedback in item.iter("itemfeedback")}
    whys = _whys(item, labels, told)
    full = ("several answers have full credit: all of them must be chosen here",)
    return Draft(
        place=place,
        stem=stem,
        choices=tuple(
            DraftChoice(text=text, correct=ident in key.right, why=whys.get(ident, ""))
            for ident, text in labels.items()
        ),
        explanation=_explanation(told),
        external_id=item.get("ident", ""),
        topics=topics,
        picture=gallery.picture,
        notes=(*key.notes, *(full if len(key.right) > 1 and not several else ()), *gallery.notes),
    )


def _stem(item: Element, show: Show) -> str:
    """All that stands before the choices."""
    presentation = item.find(".//presentation")
    return "" if presentation is None else _material(presentation, show)


def _material(parent: Element, show: Show) -> str:
    return "\n\n".join(filter(None, _parts(parent, show)))


def _parts(parent: Element, show: Show) -> Iterator[str]:
    """The texts and pictures below an element, but for those of its choices."""
    for child in parent:
        match child.tag:
            case "response_lid" | "response_label":
                continue
            case tag if tag in _TEXTS:
                yield _text(child, show)
            case "matimage":
                yield show(child.get("uri", ""), child.get("label", ""))
            case _:
                yield from _parts(child, show)


def _text(field: Element, show: Show) -> str:
    text = text_of(field)
    declared = f"{field.get('texttype', '')} {field.get('type', '')}".lower()
    return from_html(text, show) if "html" in declared or "smart_text" in declared else from_plain(text)


def _whys(item: Element, labels: dict[str, str], told: dict[str, str]) -> dict[str, str]:
    """What is told for each choice: by the feedback's name, else by the condition that shows it."""
    whys = {ident: told.get(f"{ident}_fb") or told.get(ident, "") for ident in labels}
    for condition in item.iter("respcondition"):
        picked = [text_of(each).strip() for each in condition.iter("varequal")]
        shows = [each.get("linkrefid", "") for each in condition.iter("displayfeedback")]
        own = [name for name in shows if name in told and not _GENERAL.fullmatch(name) and not _RIGHT.fullmatch(name)]
        if len(picked) == 1 and picked[0] in labels and own and "incorrect" not in own[0]:
            whys[picked[0]] = whys[picked[0]] or told[own[0]]
    return whys


def _explanation(told: dict[str, str]) -> str:
    """The general feedback; else what is told to whoever is right, if it says more than that."""
    general = [text for name, text in told.items() if _GENERAL.fullmatch(name) and text]
    right = [text for name, text in told.items() if _RIGHT.fullmatch(name) and len(shown(text)) > _LONG]
    return next(iter([*general, *right]), "")


FORMAT = Format(name="qti12", sniff=_sniff, read=_read)
