"""XML without trust: no document types, no entities but HTML's names for signs, no network; bounded in depth."""

import html.entities
import io
import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from bot.bank.importing.draft import NotABank

_DEEPEST = 200
_HEAD = 20_000
_DECLARATION = re.compile(r"\A\s*<\?xml\b(.*?)\?>", re.DOTALL)
_DOCTYPE = re.compile(r"<!DOCTYPE[^\[<>]*>")
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{0,31});")
_CDATA = "<![CDATA["
_OF_XML = {"amp", "lt", "gt", "quot", "apos"}
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_ROOT = re.compile(r"<(?![?!])(?:[\w.-]+:)?([\w.-]+)")


class BrokenOff(Exception):
    """The XML is not well-formed from this line on."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line
        self.problem = problem


def xml_text(text: str) -> str:
    """A document without its declaration, which speaks of bytes."""
    return _DECLARATION.sub(_line_ends, text.removeprefix("\ufeff"), count=1)


def root_name(text: str) -> str:
    """The name of the outermost element, without its namespace; nothing if there is none."""
    first, *others = text[:_HEAD].split("<!--")
    found = _ROOT.search(first + "".join(other.partition("-->")[2] for other in others))
    return found[1] if found and text.lstrip()[:1] == "<" else ""


def elements(text: str, wanted: Callable[[str], bool]) -> Iterator[Element]:
    """Each wanted element when it ends, without namespaces; what was yielded is emptied afterwards.

    Raises:
        BrokenOff: the text is not well-formed from some line on; what came before was yielded.
        NotABank: it declares entities or a document type of its own, or nests too deeply.
    """
    inside = 0
    depth = 0
    try:
        for event, element in iterparse(io.BytesIO(_prepared(text)), events=("start", "end"), forbid_dtd=True):
            depth += 1 if event == "start" else -1
            if depth > _DEEPEST:
                raise NotABank("It is XML that nests too deeply.")
            _without_namespaces(element)
            if wanted(element.tag):
                inside += 1 if event == "start" else -1
            if event == "end" and wanted(element.tag):
                yield element
            if event == "end" and not inside:
                element.clear()
    except ParseError as error:
        raise BrokenOff(error.position[0], str(error)) from error
    except DefusedXmlException as error:
        raise NotABank("It is XML with a document type or entities of its own, which is not opened.") from error


def tree(text: str) -> Element:
    """The whole document, without namespaces.

    Raises:
        BrokenOff: it is not well-formed.
        NotABank: it is not opened.
    """
    root = root_name(text)
    for element in elements(text, lambda tag: tag == root):
        return element
    raise BrokenOff(1, "no element found")


def text_of(element: Element | None) -> str:
    """An element's own text and that of all it holds."""
    return "" if element is None else "".join(element.itertext())


def _prepared(text: str) -> bytes:
    text = _DOCTYPE.sub(_line_ends, _FORBIDDEN.sub("", text), count=1)
    first, *others = text.split(_CDATA)
    parts = [_ENTITY.sub(_sign, first)]
    for other in others:
        data, closed, rest = other.partition("]]>")
        parts += [_CDATA, data, closed, _ENTITY.sub(_sign, rest)]
    return "".join(parts).encode("utf-8")


def _line_ends(found: re.Match[str]) -> str:
    """What is cut out leaves its line ends, so that lines are counted as in the file."""
    return "\n" * found.group().count("\n")


def _sign(found: re.Match[str]) -> str:
    """HTML's name for a sign as its number; what XML knows itself as it is."""
    name = found[1]
    if name in _OF_XML:
        return found.group()
    signs = html.entities.html5.get(f"{name};")
    return found.group() if signs is None else "".join(f"&#{ord(sign)};" for sign in signs)


def _without_namespaces(element: Element) -> None:
    if "}" in element.tag:
        element.tag = element.tag.rpartition("}")[2]
    if any("}" in name for name in element.attrib):
        element.attrib = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
