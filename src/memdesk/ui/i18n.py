"""Translation of every string a person reads, with plural forms.

Catalogues are gettext's (`resources/translations/<language>.mo`), read with the standard library: Qt's own `tr` needs a
compiled catalogue even for the English plural, gettext takes both forms at the call.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from pathlib import Path

from memdesk.ui.plain import plain

_DOMAIN_SUFFIX = ".mo"
_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def install_language(folder: Path, languages: Sequence[str]) -> str:
    """Use the first of `languages` (such as `de_DE`, `zh_CN`) that `folder` has; returns it, or `en`."""
    global _catalogue  # noqa: PLW0603 - one language per process, chosen once before the first widget
    for language in languages:
        for name in (language, language.split("_")[0]):
            path = folder / f"{name}{_DOMAIN_SUFFIX}"
            if path.is_file():
                with path.open("rb") as file:
                    _catalogue = gettext.GNUTranslations(file)
                return name
    return "en"


def tr(text: str, /, **facts: object) -> str:
    """The translation of `text`, with `{name}` fields filled from `facts`; what hides in these is named."""
    translated = _catalogue.gettext(text)
    return translated.format_map(_plain_facts(facts)) if facts else translated


def trn(one: str, many: str, n: int, /, **facts: object) -> str:
    """As `tr`, in the plural form that `n` takes; `{n}` stands for the number."""
    return _catalogue.ngettext(one, many, n).format_map(_plain_facts({"n": n, **facts}))


def _plain_facts(facts: Mapping[str, object]) -> dict[str, object]:
    return {name: plain(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
