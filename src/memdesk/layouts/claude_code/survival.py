"""What is known of Claude Code's own writes: a fact's header as it writes it anew, a shortened index."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.layouts.claude_code.grammar import OWN_KEYS, rules_in
from memdesk.layouts.contract import NO_OP, Effect, EffectKind, Operation, Outcome
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.shapes.fact_file import moved_into, parse_header
from memdesk.layouts.shapes.fact_folder import TEXT_KEY, index_outline
from memdesk.layouts.shapes.fact_store import StoreRules, kebab
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.shapes.index_cut import shown_index
from memdesk.layouts.shapes.yaml_fields import is_mapping, said, written
from memdesk.layouts.view import View
from memdesk.text.edits import Span, apply_all, replace
from memdesk.text.sentence import say

_COMPACT = "compact"


def operations_of(document: Document) -> tuple[Operation, ...]:
    """An index that is too long is written anew: the agent is told to come back well below the cap."""
    return (Operation(_COMPACT),) if document.kind is DocumentKind.LIST else ()


def write_of(view: View, document: Document, operation: Operation) -> Outcome:
    """What `operation` makes of the file: nothing changes but where it is known that something does."""
    text = text_at(view, document.path) or ""
    if document.kind is DocumentKind.LIST and operation.name == _COMPACT:
        lost = tuple(_lost_by_compacting(text, rules_in(view)))
        return Outcome(document.path, () if lost else (text,), lost)
    if document.kind is DocumentKind.RECORD and operation == NO_OP:
        effects = tuple(_header_effects(text))
        # Each effect's repair is what the program does itself.
        edits = {edit: None for effect in effects for edit in effect.repair}
        return Outcome(document.path, (apply_all(text, edits),), effects)
    return Outcome(document.path, (text,))


def _lost_by_compacting(text: str, rules: StoreRules) -> Iterator[Effect]:
    """Text between the lines of an index past its cap: the agent is told to shorten the file, and writes it anew."""
    if shown_index(text, rules.caps).cut_at is None:
        return
    for node in index_outline(text, rules.index).nodes:
        if node.key == TEXT_KEY and node.body.of(text).strip(" \t\r\n"):
            message = say("Claude Code may drop this text when it shortens the index, which is past its cap")
            why = say("After a write past the cap it is told to rewrite the index, one line for each entry.")
            yield Effect(EffectKind.LOST, node.body, message, why)


def _header_effects(text: str) -> Iterator[Effect]:
    """What is known of how a header is written again: the name as a slug, unknown top keys under `metadata`.

    It also redoes quotes and stamps session and time; how is not known, so that is left out. A header that is not YAML
    stays as it is, and a file without one gets none.
    """
    header = parse_header(text)
    if header is None or not is_mapping(header.inner.of(text)):
        return
    name = header.find("name")
    called = said(name.value.of(text)) if name else ""
    slug = kebab(called)
    if name and slug and slug != called:
        message = say(
            "Claude Code would write “{kebab}” for the name when it next writes this fact",
            kebab=slug,
        )
        why = say("It makes a slug of the name; [[links]] find facts by their name.")
        yield Effect(
            EffectKind.TRIMMED, name.value, message, why, (replace(text, name.value, written(slug)),)
        )
    own = (*OWN_KEYS, "metadata")
    tops = [field for field in header.fields if not field.group and field.key not in own]
    others = [field for field in tops if not header.opens_group(field)]
    for field in others:
        span = Span(field.span.start, field.span.start + len(field.span.of(text).rstrip("\r\n")))
        message = say(
            "Claude Code would move “{key}” under metadata when it next writes this fact", key=field.key
        )
        why = say("It keeps keys that it does not know there.")
        edits = moved_into(text, header, field, "metadata", opens=field is others[0])
        yield Effect(EffectKind.MOVED, span, message, why, edits)
