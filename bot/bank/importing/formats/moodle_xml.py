"""Moodle XML: `<quiz>` with one `<question>` each, categories among them, pictures inside."""

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from bot.bank.importing.categories import category_words
from bot.bank.importing.draft import Draft, DraftChoice, Format, NotABank, Other, Reading, Skipped, Unfit, words_of_html
from bot.bank.importing.gallery import Gallery
from bot.bank.importing.html_text import from_html
from bot.bank.importing.source import Source
from bot.bank.importing.wording import Show, from_markdown, from_plain, shown
from bot.bank.importing.xml_tree import BrokenOff, elements, root_name, text_of, xml_text

_CHOICE_TYPES = {"multichoice", "truefalse", "oumultiresponse"}
_FULL = 99.999
_FILE = "@@PLUGINFILE@@/"
_TRUTHS = {"1", "true", "yes"}


def _sniff(source: Source) -> int:
    return 95 if not source.is_binary and root_name(xml_text(source.text[:20_000])) == "quiz" else 0


def _read(source: Source) -> Reading:
    text = xml_text(source.text)
    if root_name(text) != "quiz":
        raise NotABank(f"It is XML with the root <{root_name(text)}>, not Moodle's <quiz>.")
    category: tuple[str, ...] = ()
    number = 0
    try:
        for question in elements(text, lambda tag: tag == "question"):
            if question.get("type") == "category":
                category = category_words(text_of(question.find("category")).strip())
                continue
            number += 1
            yield _question(question, f"question {number}", category)
    except BrokenOff as broken:
        reason = f"the file is not well-formed from here on ({broken.problem}); what follows cannot be read"
        yield Skipped(place=f"line {broken.line}", reason=reason)


def _question(question: Element, place: str, category: tuple[str, ...]) -> Draft | Skipped | Other:
    kind = question.get("type", "question without a type")
    if kind not in _CHOICE_TYPES:
        return Other(place=place, kind=kind)
    gallery = Gallery(_files(question))
    try:
        return _draft(question, place, category, gallery)
    except Unfit as unfit:
        words = words_of_html(text_of(question.find("questiontext")))
        return Skipped(place=place, reason=unfit.reason, words=words)


def _draft(question: Element, place: str, category: tuple[str, ...], gallery: Gallery) -> Draft:
    stem = _worded(question.find("questiontext"), question, gallery.show)
    stem = "\n\n".join(filter(None, [stem, _old_picture(question, gallery)]))
    answers = question.findall("answer")
    shares = [_share(answer.get("fraction", "0")) for answer in answers]
    single = question.get("type") != "oumultiresponse" and _is_single(question)
    right = [share >= _FULL if single else share > 0 for share in shares]
    if answers and single and not any(right):
        raise Unfit("one answer may be chosen, and none has full credit")
    full = "several answers have full credit: all of them must be chosen here"
    choices = [_choice(answer, question, gallery, correct=ok) for answer, ok in zip(answers, right, strict=True)]
    choices = [choice for choice in choices if choice.text or choice.correct]  # Moodle keeps blank lines of its form.
    if question.get("type") == "truefalse":
        choices.sort(key=lambda choice: choice.text.casefold() != "true")
    tags = tuple(text_of(tag).strip() for tag in question.findall("tags/tag"))
    return Draft(
        place=place,
        stem=stem,
        choices=tuple(choices),
        explanation=_worded(question.find("generalfeedback"), question, gallery.name),
        external_id=text_of(question.find("idnumber")).strip(),
        topics=(*category, *filter(None, tags)),
        picture=gallery.picture,
        notes=(*((full,) if single and sum(right) > 1 else ()), *gallery.notes),
    )


def _choice(answer: Element, question: Element, gallery: Gallery, *, correct: bool) -> DraftChoice:
    text, why = _worded(answer, question, gallery.name), _worded(answer.find("feedback"), question, gallery.name)
    if question.get("type") == "truefalse":
        text = text.capitalize()
    return DraftChoice(text=text, correct=correct, why=why)


def _is_single(question: Element) -> bool:
    single = question.find("single")
    return single is None or text_of(single).strip().lower() in _TRUTHS


def _share(text: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError as error:
        raise Unfit(f"the share of one of its answers is no number: {text[:20]}") from error


def _worded(field: Element | None, question: Element, show: Show) -> str:
    """A field's text in the format that it or the question's text declares; unmarked answers are HTML as the rest."""
    if field is None:
        return ""
    inner = field.find("text")
    text = inner.text or "" if inner is not None else field.text or ""
    if inner is not None and len(inner):
        text = text_of(inner)
    stem = question.find("questiontext")
    form = field.get("format") or (stem.get("format") if stem is not None else "") or "html"
    readers: dict[str, Callable[[], str]] = {
        "markdown": lambda: from_markdown(text, show),
        "plain_text": lambda: from_plain(text),
        "moodle_auto_format": lambda: from_html(text.strip().replace("\n", "<br>"), show),
    }
    words = readers.get(form, lambda: from_html(text, show))()
    return words if shown(words) else ""


def _files(question: Element) -> Callable[[str], bytes | None]:
    """Gives the bytes of a file that stands in the question, by the address that its texts use."""
    found = {file.get("name", ""): file for file in question.iter("file")}

    def find(address: str) -> bytes | None:
        file = found.get(unquote(address.removeprefix(_FILE)).split("?")[0].rpartition("/")[2])
        return None if file is None else _decoded(file.text or "")

    return find


def _old_picture(question: Element, gallery: Gallery) -> str:
    """The picture of versions before 2: its name, and its bytes in a field of their own."""
    name, data = text_of(question.find("image")).strip(), text_of(question.find("image_base64")).strip()
    if not name and not data:
        return ""
    return gallery.show(f"data:image/png;base64,{data}" if data else name, "")


def _decoded(text: str) -> bytes | None:
    try:
        return b64decode(text)
    except (Base64Error, ValueError):
        return None


FORMAT = Format(name="moodle-xml", sniff=_sniff, read=_read)
