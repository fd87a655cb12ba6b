"""Which topic of the pack a question belongs to, by the words of its categories and tags."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.bank.importing.draft import Draft
from bot.bank.importing.identity import id_words
from bot.bank.importing.pack_state import UNSORTED

_SAYS_NOTHING = re.compile(r"[\W\d_]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Topics:
    """The topics of a pack with their titles; `fixed` is for all questions, `mapped` is what somebody answered."""

    titles: Mapping[str, str]
    fixed: str = ""
    mapped: Mapping[str, str] = field(default_factory=dict)

    def of(self, draft: Draft) -> str:
        """The question's topic; `unsorted` if nothing tells."""
        if self.fixed:
            return self.fixed
        return next(filter(None, (self.mapped.get(word) or self._known(word) for word in draft.topics)), UNSORTED)

    def _known(self, word: str) -> str:
        plain = id_words(word)
        return next((id_ for id_, title in self.titles.items() if plain and plain in {id_, id_words(title)}), "")


def telling_word(words: Iterable[str]) -> str:
    """The first of a question's category words that says something; empty if none does."""
    return next((word for word in words if not _SAYS_NOTHING.fullmatch(word)), "")
