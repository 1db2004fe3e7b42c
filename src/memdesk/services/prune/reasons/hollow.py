"""Entries that say nothing: empty ones, and those that only hold a place."""

from __future__ import annotations

import re

from memdesk.services.prune.reasons.reason import Reason, Rule, quoted
from memdesk.services.remembered.entries import Entry
from memdesk.text.document import trim
from memdesk.text.outline import NodeKind
from memdesk.text.sentence import say
from memdesk.text.wording import is_unspaced, plain_words

_PLACEHOLDER = re.compile(
    r"[\s*_>#(\[<-]*(?:to ?do|tbd|tba|n/?a|none(?: yet)?|nothing(?: yet| here)?|empty|placeholder|fill (?:this )?in"
    r"|lorem ipsum\b.*|add (?:your |some )?(?:notes?|text|facts?|entries|content)(?: here)?"
    r"|your (?:notes?|text|content) here|example (?:entry|fact|note)|\.\.\.|…)[\s.!:*_)\]>-]*",
    re.IGNORECASE | re.DOTALL,
)

_STATEMENT_WORDS = 3
"""So many words say something; fewer only name it."""


def empty(entry: Entry) -> Reason | None:
    """An entry, or a section that its agent does not prescribe, without a word in it."""
    if entry.kind not in (NodeKind.ENTRY, NodeKind.SECTION) or trim(entry.text):
        return None
    if entry.title in entry.document.headings or "chapter" in entry.facts:
        return None
    is_section = entry.kind is NodeKind.SECTION
    if not entry.title:
        words = say("The section holds no text.") if is_section else say("The entry holds no text.")
        return Reason(Rule.EMPTY, words)
    name = quoted(entry.title, entry.around)
    if is_section:
        return Reason(Rule.EMPTY, say("The section {name} holds no text.", name=name))
    return Reason(Rule.EMPTY, say("The entry {name} holds no text.", name=name))


def boilerplate(entry: Entry) -> Reason | None:
    """An entry that only holds a place, or says its heading once more."""
    text = trim(entry.text)
    if not text:
        return None
    if _PLACEHOLDER.fullmatch(text):
        return Reason(
            Rule.BOILERPLATE,
            say("{text} only holds a place; it says nothing.", text=quoted(text, entry.around)),
        )
    words = plain_words(text)
    # Who keeps a fact of one sentence makes its name of that: then the name is the statement once more.
    is_named = entry.kind is NodeKind.SECTION or ("name" in entry.facts and _length(words) < _STATEMENT_WORDS)
    if is_named and words and words == plain_words(entry.title):
        return Reason(
            Rule.BOILERPLATE, say("Its text is its name once more: {text}.", text=quoted(text, entry.around))
        )
    return None


def _length(words: tuple[str, ...]) -> int:
    """How many words these are, two letters each where a script sets none apart."""
    return sum(-(-len(word) // 2) if is_unspaced(word) else 1 for word in words)
