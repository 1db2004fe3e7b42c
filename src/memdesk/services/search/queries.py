"""What somebody types to find something: words, “phrases”, filters, or a regular expression."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import UsageError
from memdesk.text.folding import fold
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.services.roots.roots import MemoryRoot

FILTERS = ("agent", "scope", "type", "in", "older", "pinned", "unsaved")

# A filter may be written in capitals; “Type:” before a blank is prose.
_TERM = re.compile(
    r"(?P<bare>[a-z]+):(?=\s|$)"
    r'|(?:(?P<filter>[A-Za-z]+):)?(?:"(?P<quoted>[^"]*)(?:"|$)|“(?P<curly>[^”]*)(?:”|$)|(?P<word>\S+))'
)
_AGE = re.compile(r"(?P<number>[0-9]{1,5})(?P<unit>[dwmy])")
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_YES, _NO = frozenset({"", "yes", "true", "1"}), frozenset({"no", "false", "0"})
_MOST_CHARACTERS = 1000


class Query(NamedTuple):
    """What is looked for. All `words` have to be in one entry, in any order; `pattern` is a regular expression instead.

    `agents`, `scopes`, `types` and `places` are folded, and one of each that is given has to hold. `older` is the least
    age. `is_pinned` and `is_unsaved` are None where it does not matter.
    """

    words: tuple[str, ...] = ()
    pattern: str = ""
    agents: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    older: timedelta | None = None
    is_pinned: bool | None = None
    is_unsaved: bool | None = None
    is_exact: bool = False
    """Upper and lower case and accents matter."""
    is_whole: bool = False
    """Only whole words."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked for."""
        return self._replace(is_exact=False, is_whole=False) == Query()

    @property
    def flags(self) -> int:
        """The flags of the regular expression; `^` and `$` mean lines."""
        return re.MULTILINE | (0 if self.is_exact else re.IGNORECASE)

    @property
    def expression(self) -> str:
        """The regular expression as it is looked for."""
        return rf"\b(?:{self.pattern})\b" if self.is_whole and self.pattern else self.pattern


def parse(text: str, *, is_regex: bool = False, is_exact: bool = False, is_whole: bool = False) -> Query:
    """What `text` asks for. With `is_regex`, all that is no filter is one expression, as it stands.

    Raises `UsageError` with a sentence on what cannot be understood.
    """
    if len(text) > _MOST_CHARACTERS:
        raise UsageError("A search takes {most} characters at most.", most=_MOST_CHARACTERS)
    query = Query(is_exact=is_exact, is_whole=is_whole)
    words: list[str] = []
    rest: list[str] = []
    end = 0
    for term in _TERM.finditer(text):
        name = term["bare"] or term["filter"]
        parts = (term["quoted"], term["curly"], term["word"], "")
        value = next(part for part in parts if part is not None)
        if name is not None and name.lower() in FILTERS:
            query = _filtered(query, name.lower(), value)
            rest.append(text[end : term.start()])
            end = term.end()
        else:
            words.append(value if name is None else f"{name}:{value}")
    rest.append(text[end:])
    if is_regex:
        return query._replace(pattern=check_pattern("".join(rest).strip(" ")))
    return query._replace(words=tuple(dict.fromkeys(word for word in words if fold(word))))


def phrase(text: str) -> str:
    """What asks `parse` for `text` as it stands; one that has quotation marks of both kinds falls into parts."""
    term = _TERM.fullmatch(text)
    if term is not None and term["word"] == text:
        return text
    if '"' not in text:
        return f'"{text}"'
    if "”" not in text:
        return f"“{text}”"
    return " ".join(f'"{part}"' for part in text.split('"') if part.strip())


def _filtered(query: Query, name: str, value: str) -> Query:
    if name in ("pinned", "unsaved"):
        is_so = _yes_or_no(name, value)
        return query._replace(is_pinned=is_so) if name == "pinned" else query._replace(is_unsaved=is_so)
    if not value:
        raise UsageError("Say what “{name}:” is to be.", name=name)
    if name == "older":
        return query._replace(older=_age(value))
    if name == "agent":
        return query._replace(agents=(*query.agents, _fold_agent(value)))
    folded = (fold(value),)
    if name == "scope":
        return query._replace(scopes=query.scopes + folded)
    if name == "type":
        return query._replace(types=query.types + folded)
    return query._replace(places=query.places + folded)


def agent_names(root: MemoryRoot) -> tuple[str, ...]:
    """What `agent:` may begin for memory of this root, folded."""
    return tuple(_fold_agent(name) for name in (root.agent, root.title, root.name) if name)


def _fold_agent(name: str) -> str:
    """“Claude Code”, “claude-code” and “claude_code” are one name."""
    return fold(name).replace("-", " ").replace("_", " ")


def _yes_or_no(name: str, value: str) -> bool:
    folded = fold(value)
    if folded not in _YES | _NO:
        raise UsageError("“{name}:” is yes or no, not “{value}”.", name=name, value=value)
    return folded in _YES


def _age(value: str) -> timedelta:
    found = _AGE.fullmatch(fold(value))
    if found is None:
        raise UsageError("“older:” takes an age such as 30d, 6w, 3m or 1y, not “{value}”.", value=value)
    return timedelta(days=int(found["number"]) * _DAYS[found["unit"]])


def check_pattern(pattern: str) -> str:
    """`pattern` itself. Raises `UsageError` where it is no regular expression."""
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        said = error.msg if isinstance(error, re.error) else say("it is too large")
        at = error.pos if isinstance(error, re.error) else None
        reason = say("{reason} at character {at}", reason=said, at=at + 1) if at is not None else said
        raise UsageError(
            "“{pattern}” is no regular expression: {reason}.", pattern=pattern, reason=reason
        ) from None
    return pattern
