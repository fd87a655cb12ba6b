"""QTI 2.1, 2.2 and 3.0: one item a document; only items with one choice interaction and nothing else are ours."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, tostring

from bot.bank.importing.draft import Draft, DraftChoice, Format, NotABank, Other, Reading, Skipped, Unfit, words_of_html
from bot.bank.importing.gallery import Find, Gallery, nothing_there
from bot.bank.importing.html_text import from_html
from bot.bank.importing.source import Source
from bot.bank.importing.wording import Show
from bot.bank.importing.xml_tree import BrokenOff, root_name, text_of, tree, xml_text

ROOTS = {"assessmentItem", "qti-assessment-item"}
_NOT_SHOWN = {"feedbackinline", "feedbackblock", "rubricblock", "stylesheet", "modalfeedback", "catalog", "cataloginfo"}
_LONG = 40


def _sniff(source: Source) -> int:
    root = "" if source.is_binary else root_name(xml_text(source.text[:20_000]))
    return 95 if root in {*ROOTS, "assessmentTest", "qti-assessment-test"} else 0


def _read(source: Source) -> Reading:
    text = xml_text(source.text)
    if root_name(text) not in ROOTS:
        raise NotABank("It is a QTI test that names its items elsewhere: import the whole package.")
    yield read_item(text, find=source.beside)


def read_item(text: str, *, find: Find = nothing_there, member: str = "") -> Draft | Skipped | Other:
    """The item of a document; `member` is its name in a package."""
    place = member or "the item"
    try:
        item = tree(text)
    except BrokenOff as broken:
        return Skipped(place=f"{place} line {broken.line}", reason=f"it is not well-formed ({broken.problem})")
    for element in item.iter():
        _as_one_version(element)
    kinds = [element.tag for element in item.iter() if element.tag.endswith("interaction")]
    if kinds != ["choiceinteraction"]:
        kind = kinds[0].removesuffix("interaction") if len(kinds) == 1 else "several interactions"
        return Other(place=place, kind=kind if kinds else "no interaction")
    gallery = Gallery(find)
    try:
        return _draft(item, place, gallery)
    except Unfit as unfit:
        asked = next(item.iter("prompt"), item.find(".//itembody"))
        return Skipped(place=place, reason=unfit.reason, words=words_of_html(text_of(asked)))


def _as_one_version(element: Element) -> None:
    """Names without the prefix and hyphens of 3.0 and the capitals of 2.x."""
    element.tag = _plain(str(element.tag))
    element.attrib = {_plain(name): value for name, value in element.attrib.items()}


def _plain(name: str) -> str:
    return name.removeprefix("qti-").replace("-", "").lower()


def _draft(item: Element, place: str, gallery: Gallery) -> Draft:
    if item.get("adaptive") == "true" or item.find(".//templatedeclaration") is not None:
        raise Unfit("it is adaptive or made from a template")
    body, interaction = item.find(".//itembody"), next(item.iter("choiceinteraction"))
    if body is None:
        raise Unfit("it has no body")
    key = _key(item, interaction)
    modal = {each.get("identifier", ""): each for each in item.iter("modalfeedback")}
    stem = "\n\n".join(filter(None, [_markdown(body, gallery.show), _prompt(interaction, gallery)]))
    choices = list(interaction.iter("simplechoice"))
    explanations = [_markdown(each, gallery.name) for each in modal.values()]
    names = {choice.get("identifier", "") for choice in choices}
    general = [text for name, text in zip(modal, explanations, strict=True) if name not in names and len(text) > _LONG]
    return Draft(
        place=place,
        stem=stem,
        choices=tuple(
            _choice(choice, key, modal.get(choice.get("identifier", "")), gallery, last=choice is choices[-1])
            for choice in choices
        ),
        explanation=next(iter(general), ""),
        external_id=item.get("identifier", ""),
        picture=gallery.picture,
        notes=tuple(gallery.notes),
    )


def _choice(
    choice: Element, key: frozenset[str], modal: Element | None, gallery: Gallery, *, last: bool
) -> DraftChoice:
    inline = [*choice.iter("feedbackinline"), *choice.iter("feedbackblock"), *([modal] if modal is not None else [])]
    return DraftChoice(
        text=_markdown(choice, gallery.name),
        correct=choice.get("identifier", "") in key,
        why="\n\n".join(filter(None, (_markdown(each, gallery.name) for each in inline))),
        pin_last=last and choice.get("fixed") == "true",
    )


def _prompt(interaction: Element, gallery: Gallery) -> str:
    prompt = interaction.find("prompt")
    return "" if prompt is None else _markdown(prompt, gallery.show)


def _key(item: Element, interaction: Element) -> frozenset[str]:
    """The names in the correct response; else those that the mapping gives most for."""
    name = interaction.get("responseidentifier", "RESPONSE")
    declared = [each for each in item.iter("responsedeclaration") if each.get("identifier") == name]
    values = [text_of(value).strip() for each in declared for value in each.findall("correctresponse/value")]
    if values:
        return frozenset(values)
    shares = {each.get("mapkey", ""): _share(each) for one in declared for each in one.iter("mapentry")}
    if not shares or max(shares.values()) <= 0:
        raise Unfit("it names no correct response")
    several = any(each.get("cardinality") == "multiple" for each in declared)
    least = 0 if several else max(shares.values())
    return frozenset(each for each, share in shares.items() if share > 0 and share >= least)


def _share(entry: Element) -> float:
    try:
        return float(entry.get("mappedvalue", "0"))
    except ValueError:
        return 0.0


def _markdown(element: Element, show: Show) -> str:
    """What an element shows, without its choices and what is told after the answer."""
    return from_html("".join(_html(element)), show)


def _html(element: Element) -> Iterator[str]:
    yield _escaped(element.text)
    for child in element:
        if child.tag == "choiceinteraction":
            yield ""
        elif child.tag == "object" or child.tag in {"audio", "video"}:
            yield _medium(child)
        elif child.tag not in _NOT_SHOWN:
            bare = Element(child.tag, child.attrib)
            opening, _, closing = tostring(bare, encoding="unicode", method="html").partition("></")
            yield opening + (">" if closing else "")
            yield from _html(child)
            yield f"</{closing}" if closing else ""
        yield _escaped(child.tail)


def _medium(element: Element) -> str:
    """A picture as a picture, and a sound or film by its name."""
    address = (
        element.get("data") or element.get("src") or next((each.get("src", "") for each in element.iter("source")), "")
    )
    kind = element.get("type", "")
    words = " ".join(text_of(element).split())
    image = Element("img", {"src": address, "alt": words if kind.startswith("image") else f"{element.tag} {address}"})
    return tostring(image, encoding="unicode", method="html")


def _escaped(text: str | None) -> str:
    return (text or "").replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


FORMAT = Format(name="qti2", sniff=_sniff, read=_read)
