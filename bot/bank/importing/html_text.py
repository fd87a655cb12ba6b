"""HTML as our Markdown, for fields that are declared HTML: entities decoded once, code kept, pictures noticed."""

import re

from bs4 import BeautifulSoup, Tag
from bs4.exceptions import ParserRejectedMarkup
from markdownify import MarkdownConverter

from bot.bank.importing.draft import Unfit
from bot.bank.importing.wording import Show, clean, literal

_RAISED = str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_LOWERED = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_MOST = 100_000
"""The longest HTML that is parsed, pictures within it left out."""
_PICTURE = re.compile(r"data:image/[\w.+-]++;base64,[\w+/=\s]*+")
_UNSEEN = ("rp", "script", "style", "head", "template", "object", "iframe")


class _Converter(MarkdownConverter):
    """The library's conversion with our escapes, without links, and with pictures as the question wants them."""

    def __init__(self, show: Show) -> None:
        super().__init__(heading_style="ATX", bullets="-", newline_style="backslash", code_language="", strip=["a"])
        self._show = show

    def escape(self, text: str, parent_tags: set[str]) -> str:
        words = literal(text)
        return words.replace("|", "\\|") if parent_tags & {"td", "th"} else words

    def convert_br(self, el: Tag, text: str, parent_tags: set[str]) -> str:  # noqa: ARG002
        if parent_tags & {"pre", "code"}:
            return "\n"
        return " " if "_inline" in parent_tags else "\\\n"

    def convert_svg(self, el: Tag, text: str, parent_tags: set[str]) -> str:  # noqa: ARG002
        return self._show("", str(el.get("aria-label") or "drawing"))

    def convert_img(self, el: Tag, text: str, parent_tags: set[str]) -> str:  # noqa: ARG002
        return self._show(str(el.get("src") or ""), str(el.get("alt") or ""))

    def convert_rt(self, el: Tag, text: str, parent_tags: set[str]) -> str:  # noqa: ARG002
        return f"({text.strip()})" if text.strip() else ""

    def convert_sup(self, el: Tag, text: str, parent_tags: set[str]) -> str:  # noqa: ARG002
        return _moved(text, "^", _RAISED)

    def convert_sub(self, el: Tag, text: str, parent_tags: set[str]) -> str:  # noqa: ARG002
        return _moved(text, "_", _LOWERED)


def from_html(text: str, show: Show) -> str:
    """The Markdown that shows what the HTML shows; pictures become what `show` says.

    Raises:
        Unfit: the HTML is broken or nests too deeply to be read.
    """
    text = clean(text)
    size = len(_PICTURE.sub("", text))
    if size > _MOST:
        raise Unfit(f"it has a text of {size:,} characters")
    if "<" not in text and "&" not in text:
        return literal(" ".join(text.split()))
    try:
        soup = BeautifulSoup(text, "html.parser")
    except ParserRejectedMarkup as error:
        raise Unfit("its HTML cannot be read") from error
    for unseen in soup.find_all(_UNSEEN):
        unseen.decompose()
    try:
        markdown = _Converter(show).convert_soup(soup)
    except RecursionError as error:
        raise Unfit("its HTML nests too deeply") from error
    return _tidied(markdown)


def _tidied(markdown: str) -> str:
    """The text without breaks that end a paragraph, spaces that end a line, and more than one blank line."""
    kept: list[str] = []
    blank = True
    for line in reversed([line.rstrip() for line in markdown.replace("\xa0", " ").split("\n")]):
        if line.strip() == "\\":
            continue
        if blank and line.endswith("\\") and not line.endswith("\\\\"):
            kept.append(line[:-1].rstrip())
        else:
            kept.append(line)
        blank = not kept[-1]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(reversed(kept))).strip()


def _moved(text: str, sign: str, signs: dict[int, int]) -> str:
    """Raised or lowered text: with the signs that Unicode has, else with a mark."""
    inner = text.strip()
    if not inner:
        return ""
    if all(ord(each) in signs for each in inner):
        return inner.translate(signs)
    return f"{sign}{inner}" if inner.isalnum() and sign == "^" else f"{sign}({inner})"
