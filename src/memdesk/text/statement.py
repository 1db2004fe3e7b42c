"""A text as it is compared with others: its words, its names, and the order that they stand in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from memdesk.text.kinds import is_unit
from memdesk.text.numerals import NUMBER_OF
from memdesk.text.opposites import TURNING
from memdesk.text.wording import event_stamp, is_unspaced, is_value, words_of

_WORDS_OF_FORM = (
    "the a an of to in on at for and or is are was were be been it its that this these those with as by we i you "
    "he she they my our your their his her user users please should would will can could also just very really "
    "when where which who what there here then so but if from into has have had do does did "
    "der die das ein eine und oder ist sind im in am zu auf für mit von dem den des "
    "le la les un une des et ou est sont dans à au aux du de pour avec que qui "
    "el los las una y o es son en del por para con que se lo al il lo gli e di da "
    "и в на с по из у о к от до за для что "
    "في من على إلى عن أن "
    "का के की को में से पर ने और है हैं"
)
_WORDS_BEFORE_A_VALUE = (
    "is are was were be uses use using prefers prefer to in on at with via called named runs run by "
    "speaks speak lives wants equals ist sind nutzt heisst auf mit est utilise en es usa"
)
_WORDS_BEFORE_A_SUBJECT = (
    "the a an my our your their his her this these every each all der die das ein eine mein meine unser unsere jede "
    "jeder jedes dieser diese le la les un une mon notre el los las una mi nuestro il lo gli"
)
DETERMINERS = frozenset(_WORDS_BEFORE_A_SUBJECT.split(" "))
"""Words behind which, at the start of a text, stands what it is about."""
FUNCTION_WORDS = frozenset(_WORDS_OF_FORM.split(" "))
"""Words that say nothing alone."""
BEFORE_A_VALUE = frozenset(_WORDS_BEFORE_A_VALUE.split(" "))
"""Words behind which mostly stands what is so, and of which there is one."""
_GERMAN_WORDS = (
    "der die das den und ist nicht unter über durch für wird werden heisst dem zum zur vom auf "
    "eine einen einem einer eines sich unser "
    "unsere mein meine kein keine keinen von bei nach wenn weil oder auch sind jede jeden jeder bevor sobald damit "
    "als nur noch aus mit nutzt liegt läuft muss müssen soll sollen kann können immer nie sagt"
)
_GERMAN = frozenset(_GERMAN_WORDS.split(" "))
_WORDS_BEFORE_A_NOUN = (
    "der die das den dem des ein eine einen einem einer eines im am zum zur vom beim ins ans als pro "
    "ihr sein unser euer mein dein kein"
)
_BEFORE_A_NOUN = frozenset(_WORDS_BEFORE_A_NOUN.split(" "))
_INFLECTED = re.compile(r"[a-zäöüß]{2,}(?:e|en|er|es|em)$")
_LIKE_ADJECTIVES = (
    "neben gegen zwischen wegen über unter hinter oder aber haben werden sollen wollen können müssen heissen nennen "
    "sprechen mögen lieben kennen fragen treffen wählen immer wieder weder ohne wie"
)
_NOT_INFLECTED = frozenset(_LIKE_ADJECTIVES.split(" "))
"""What ends like an adjective and is none, so that a name may stand behind it."""
_NOUN = re.compile(
    r"(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|ismus|nis|nisse|ment|mente)$"
)
_LONGEST_NAME = 10
"""A German word of more letters is put together of several, as nouns are."""
_TITLE = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof|St)\.$")
_FIRST = re.compile(r"[\W_]*(\w+)")
_WORD = re.compile(r"\w+")
_LAST_WORD = re.compile(r"(\w+)[\s*_`\"'(]*$")
_LITERAL = re.compile(r"`[^`\n]+`|(?<!\S)--\w[\w-]*")
_JOINED = re.compile(r"[\w.@-]+(?:/[\w.@-]+)+")
_LEAST_NOUN = 7
"""What may be a German noun, and has fewer letters, may with another letter in it as well be a name."""


_NOTHING: Mapping[str, int] = MappingProxyType({})
_NO_PATHS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class Statement:
    """A text as it is compared: by its words."""

    # What each comparison asks for is worked out at once, the rest when it is first asked for: by hand, since the lock
    # of `cached_property` takes longer than most of these.

    def __init__(self, text: str, words: Sequence[str]) -> None:
        self.text = text
        self.words = tuple(words)
        self.event = event_stamp(text)
        """When it happened, where it tells of an event."""
        self.counted: Mapping[str, int] = dict.fromkeys(self.words, 1)
        """How often each word is in it."""
        self.repeated: Sequence[tuple[str, int]] = ()
        """The words that are in it several times, and how often."""
        if len(self.counted) < len(self.words):
            self.counted = dict(Counter(self.words))
            self.repeated = [(word, count) for word, count in self.counted.items() if count > 1]
        self.is_unspaced = not text.isascii() and 2 * sum(map(is_unspaced, self.words)) > len(self.words)
        """Whether most of it is in a script without blanks."""
        self.turning = TURNING.intersection(self.counted)
        """The words of it whose two sides cannot be exchanged."""
        self.is_german = not _GERMAN.isdisjoint(self.counted)
        """Whether it is in the language that writes all nouns with a capital letter."""
        self.units: Sequence[str] = self.words
        """What its order is one of: its words, or in a script without blanks its characters."""
        if self.is_unspaced:
            self.units = tuple(filter(str.isalnum, text.casefold()))
        self.literals: Mapping[str, int] = _literals(text) if "`" in text or "--" in text else _NOTHING
        """The words that are written as code or as an option of a command, by the number of the stretch."""
        self.paths: Mapping[str, tuple[str, ...]] = _paths(text) if "/" in text else _NO_PATHS
        """What slashes join, a branch or a package, by its parts, and by the words in each part."""
        self._names: frozenset[str] | None = frozenset() if text.islower() else None
        self._places: Mapping[str, int] = _NOTHING
        self._begin: str | None = None
        self._neighbours: frozenset[tuple[str, str]] | None = None

    @property
    def begin(self) -> str:
        """The first word that says something alone; empty for none."""
        if self._begin is None:
            self._begin = next(filter(says, self.words), "")
        return self._begin

    @property
    def neighbours(self) -> frozenset[tuple[str, str]]:
        """Each two words that stand side by side, in their order."""
        if self._neighbours is None:
            self._neighbours = frozenset(pairwise(self.words))
        return self._neighbours

    @property
    def names(self) -> frozenset[str]:
        """The words that are names: written, the first time, with a capital within, or where no sentence begins."""
        if self._names is None:
            self._names = self._find_names()
        return self._names

    def _find_names(self) -> frozenset[str]:
        found: dict[str, bool] = {}
        for match in _WORD.finditer(self.text):
            form = match[0].casefold()
            if form not in found:
                found[form] = match[0] != form and self._is_written_as_a_name(match)
                found[form] &= not (self.is_german and self._is_a_german_noun(match))
        return frozenset(form for form, is_name in found.items() if is_name)

    def _is_written_as_a_name(self, word: re.Match[str]) -> bool:
        before = self.text[max(0, word.start() - _FAR) : word.start()].rstrip(" *_`\"'([")
        begins = not before or (before[-1] in ".!?\n:-" and not _TITLE.search(before))
        return any(letter.isupper() for letter in word[0][1 if begins else 0 :])

    def _is_a_german_noun(self, word: re.Match[str]) -> bool:
        """Whether a word with a capital letter has what nouns have: an article, an adjective, a number, an ending."""
        if not word[0][1:].islower():
            return False
        if len(word[0]) > _LONGEST_NAME or _NOUN.search(word[0]):
            return True
        before = _LAST_WORD.search(self.text, max(0, word.start() - _FAR), word.start())
        if before is None:
            return False
        written = before[1].casefold()
        is_adjective = before[1].islower() and _INFLECTED.match(written) and written not in _NOT_INFLECTED
        return bool(is_adjective or written in _BEFORE_A_NOUN or written.isdigit() or written in NUMBER_OF)

    @property
    def first_name(self) -> str:
        """The first word, where it may be a name."""
        first = _FIRST.match(self.text)
        return first[1].casefold() if first is not None and first[1][:1].isupper() else ""

    def may_misspell(self, word: str) -> bool:
        """Whether a word of it may be another one misspelt: not a name, which is what it is."""
        if word not in self.names:
            return True
        is_noun = self.is_german and len(word) >= _LEAST_NOUN
        return is_noun and self.before(word) not in BEFORE_A_VALUE

    def measures(self, word: str) -> bool:
        """Whether a word of it says what the number before it counts."""
        return is_unit(word) and is_value(self.before(word))

    def before(self, word: str) -> str:
        """The word that stands before the first `word`; empty at the start."""
        at = self._place_of(word)
        return self.words[at - 1] if at else ""

    def has_together(self, words: Sequence[str]) -> bool:
        """Whether these words stand side by side, in this order."""
        at = self._place_of(words[0])
        return self.words[at : at + len(words)] == tuple(words)

    def _place_of(self, word: str) -> int:
        """Where a word stands first."""
        if not self._places:
            last = len(self.words) - 1
            self._places = dict(zip(reversed(self.words), range(last, -1, -1), strict=True))
        return self._places[word]


def _literals(text: str) -> Mapping[str, int]:
    stretches = enumerate(_LITERAL.findall(text))
    return {word: number for number, stretch in stretches for word in words_of(stretch)}


def _paths(text: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for joined in _JOINED.findall(text.casefold()):
        for word in _WORD.findall(joined):
            found.setdefault(word, tuple(joined.split("/")))
    return found


_FAR = 20
"""So far back is looked for the end of the sentence before."""


def says(word: str) -> bool:
    """Whether a word says something alone."""
    return word not in FUNCTION_WORDS
