"""Translation of every string a person reads, with plural forms.

Catalogues are gettext's (`resources/translations/<language>.mo`), read with the standard library: Qt's own `tr` needs a
compiled catalogue even for the English plural, gettext takes both forms at the call.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path

from memdesk.text.sentence import Sentence
from memdesk.ui.closing_up import Framed, closed_up
from memdesk.ui.numerals import written
from memdesk.ui.plain import plain

ENGLISH = "en"
_DOMAIN_SUFFIX = ".mo"
_SAME = {"zh_Hans": "zh_CN"}
"""Scripts that one language of ours is written in, wherever it is read."""
_CLOSED_UP = frozenset({"zh_CN"})
"""Languages that part no words by blanks."""
_WIDE_ENDS = ("。", "！", "？")
"""Marks that hold the blank behind a sentence in themselves."""
_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_closes_up = False


def install_language(folder: Path, languages: Sequence[str]) -> str:
    """Use the first of `languages` (such as `de_DE`, `zh_CN`) that `folder` has; returns it, or `en`.

    English needs no catalogue, so the search ends there as well.
    """
    global _catalogue, _closes_up  # noqa: PLW0603 - one language per process, chosen once before the first widget
    _catalogue, _closes_up = gettext.NullTranslations(), False
    for language in languages:
        for name in (_SAME.get(language, language), language.split("_")[0]):
            path = folder / f"{name}{_DOMAIN_SUFFIX}"
            if name == ENGLISH:
                return name
            if path.is_file():
                with path.open("rb") as file:
                    _catalogue = gettext.GNUTranslations(file)
                _closes_up = name in _CLOSED_UP
                return name
    return ENGLISH


def tr(text: str, /, **facts: object) -> str:
    """The translation of `text`, with `{name}` fields filled from `facts`; what hides in these is named.

    A `Sentence` brings its own template and facts. Text that no catalogue has, such as an agent's own, stays as it is.
    """
    if isinstance(text, Sentence):
        return _said(text)
    # gettext answers an empty string with the header of its catalogue.
    translated = _catalogue.gettext(text) if text else ""
    return _filled(translated, facts) if facts else translated


def told(text: str) -> str:
    """What lower floors say, in the user's language: a `Sentence` translated, other text, such as a name, as it is."""
    return _said(text) if isinstance(text, Sentence) else text


def trn(one: str, many: str, n: int, /, **facts: object) -> str:
    """As `tr`, in the plural form that `n` takes; `{n}` stands for the number."""
    return _filled(_catalogue.ngettext(one, many, n), {"n": n, **facts})


def listed(parts: Iterable[str]) -> str:
    """`parts`, without the empty ones, in a row as the language has it: `a, b`."""
    return tr(", ").join(told(part) for part in parts if part)


def sentences(*parts: str) -> str:
    """`parts`, without the empty ones, one after the other, with a blank between, unless a wide mark ends one."""
    said = ""
    for part in filter(None, map(told, parts)):
        is_apart = said and not (_closes_up and said.endswith(_WIDE_ENDS))
        said += f" {part}" if is_apart else part
    return said


def _said(sentence: Sentence) -> str:
    number = sentence.facts.get("n")
    if sentence.many and isinstance(number, int):
        return _filled(_catalogue.ngettext(sentence.template, sentence.many, number), sentence.facts)
    return _filled(_catalogue.gettext(sentence.template), sentence.facts)


def _filled(template: str, facts: Mapping[str, object]) -> str:
    plain_facts = {name: _plain_fact(fact) for name, fact in facts.items()}
    if not _closes_up:
        return template.format_map(plain_facts)
    framed = {name: Framed(fact) if isinstance(fact, str) else fact for name, fact in plain_facts.items()}
    return closed_up(template.format_map(framed))


def _plain_fact(fact: object) -> object:
    if isinstance(fact, Sentence):
        return _said(fact)
    if isinstance(fact, int) and not isinstance(fact, bool):
        return _Number(fact)
    if isinstance(fact, date) and not isinstance(fact, datetime):
        return _in_words(fact)
    return plain(fact) if isinstance(fact, str) else fact


def _in_words(day: date) -> str:
    from PySide6.QtCore import QDate, QLocale

    return QLocale().toString(QDate(day.year, day.month, day.day), tr("d MMM yyyy"))


class _Number(int):
    """A number that `{name:,}` groups as the user's language does."""

    def __format__(self, spec: str) -> str:
        if spec != "," or not isinstance(_catalogue, gettext.GNUTranslations):
            return super().__format__(spec)
        return written(self)
