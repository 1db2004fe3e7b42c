"""Our reading and writing of what Claude Code keeps: instructions, facts and their index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from memdesk.layouts.claude_code.assumptions import INDEX_CHARACTERS, INDEX_LINES
from memdesk.layouts.claude_code.content import content_of, unseen_in, with_line_feeds
from memdesk.layouts.claude_code.headers import said, written_like
from memdesk.layouts.contract import Change, Plan
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.optional import Addition, NewFact
from memdesk.layouts.shapes.additions import section_addition
from memdesk.layouts.shapes.fact_file import Notation
from memdesk.layouts.shapes.fact_folder import IndexGrammar
from memdesk.layouts.shapes.fact_store import StoreRules, store_adding, store_changes, store_outline
from memdesk.layouts.shapes.files import text_to_change
from memdesk.layouts.shapes.index_cut import IndexCaps
from memdesk.layouts.shapes.section_file import section_changes
from memdesk.layouts.shapes.yaml_fields import written
from memdesk.layouts.view import View
from memdesk.text.document import utf16_length
from memdesk.text.edits import Span
from memdesk.text.outline import Outline
from memdesk.text.sections import document_outline

_NAME = "Claude Code"

_STAMPS = ("node_type", "type", "originSessionId", "modified")
OWN_KEYS = ("name", "description", "type", "originSessionId")
"""What stands at the top of a header; older versions kept type and session there as well."""


def _render(fact: NewFact) -> str:
    lines = [
        f"name: {written(fact.name)}",
        f"description: {written(fact.description)}",
        "metadata:",
        "  node_type: memory",
    ]
    lines += [f"  type: {fact.type}"] if fact.type else []
    return "\n".join(("---", *lines, "---", "", fact.body.strip("\r\n"), ""))


def _spans_of_index(text: str) -> Sequence[Span]:
    return content_of(text).spans


def _index_as_read(text: str) -> str:
    return with_line_feeds(content_of(text).text)


RULES = StoreRules(
    _NAME,
    IndexGrammar("", is_markdown=True),
    IndexCaps(
        INDEX_LINES.value,
        INDEX_CHARACTERS.value,
        _spans_of_index,
        as_read=_index_as_read,
        unseen=unseen_in,
        size_of=utf16_length,
        unit="characters",
        counts_line_end=False,
    ),
    _render,
    known_keys=(*OWN_KEYS, "metadata", *(f"metadata.{key}" for key in _STAMPS)),
    notation=Notation(said, written_like, is_yaml=True),
    levels=3,
)
"""How facts and their index are kept, with the caps that are assumed."""


def rules_in(view: View) -> StoreRules:
    """How facts are kept, with the caps in force."""
    why = INDEX_LINES.why(view) or INDEX_CHARACTERS.why(view)
    return _rules_of(INDEX_LINES.of(view), INDEX_CHARACTERS.of(view), why)


@lru_cache(maxsize=16)
def _rules_of(lines: int, size: int, why: str) -> StoreRules:
    return replace(RULES, caps=replace(RULES.caps, most_lines=lines, most_size=size, why=why))


def outline_of(document: Document, text: str) -> Outline:
    """Sections of instructions, lines of an index, fields and body of a fact."""
    return document_outline(text) if is_instructions(document) else store_outline(document, text, RULES)


def change_that_adds(view: View, document: Document, addition: Addition) -> Change:
    """A section of instructions or an item of one; for an index a fact."""
    if is_instructions(document):
        return section_addition(text_to_change(view, document.path), document, addition, _NAME)
    return store_adding(view, document, addition, RULES)


def compose_change(view: View, change: Change) -> Plan:
    """The edits of instructions, of an index or a fact; a fact that is added has a file and a line in the index."""
    path = change.document.path
    if is_instructions(change.document):
        return Plan({path: section_changes(text_to_change(view, path), change, _NAME)})
    return store_changes(view, change, RULES)


def is_instructions(document: Document) -> bool:
    """Whether people write it for the agent: everything but a fact and an index of facts."""
    return document.kind not in (DocumentKind.LIST, DocumentKind.RECORD)
