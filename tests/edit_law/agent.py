"""What the agent's own write makes of a change, and what a change does to other files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from memdesk.layouts.contract import NO_OP, ChangeKind, EffectKind
from memdesk.layouts.documents import Codec, Document
from memdesk.layouts.view import View
from memdesk.text.document import decode, encode
from memdesk.text.edits import Span, apply_all
from memdesk.text.outline import Node
from tests.edit_law.laws import Made
from tests.edit_law.leaves import COUNTING, TEXT, said, words_of


def lost_by_agent(made: Made) -> Iterator[str]:
    """The agent's no-op write keeps everything that the change touched, and what stands beside it.

    Past its cap an agent does not read, so there something always falls out; and what it was said to drop before, it
    may drop now.
    """
    cap_bytes = made.document.cap_bytes
    if cap_bytes is not None and len(encode(made.after)) > cap_bytes:
        return
    before, after = _written(made, made.view_before), _written(made, made.view_after)
    lost = list(_lost(made))
    for leaf in made.leaves:
        is_lost = any(span.start <= leaf.body.start < span.end for span in lost)
        if leaf.editable and not is_lost and leaf.kind not in COUNTING and not _is_own(made, leaf):
            yield from _dropped(leaf.body_text(made.before), before, after)
    is_telling = made.request.is_harmless and made.request.word in made.after
    if made.kind in (ChangeKind.SET_BODY, ChangeKind.ADD) and is_telling and made.edits:
        was_kept = _was_kept(made, before, lost)
        if (
            was_kept
            and not _is_said_to_be_reset(made)
            and not all(made.request.word in text for text in after)
        ):
            yield "the agent drops what was written"


def _written(made: Made, view: View) -> list[str]:
    return [words_of(text) for text in made.layout.next_write(view, made.document, NO_OP).texts]


def _lost(made: Made) -> Iterator[Span]:
    """What the agent was said to drop already; where it wrote nothing, that might have been anything."""
    outcome = made.layout.next_write(made.view_before, made.document, NO_OP)
    if outcome.error:
        yield Span(0, len(made.before))
    yield from (effect.span for effect in outcome.effects if effect.kind is EffectKind.LOST)


def _is_said_to_be_reset(made: Made) -> bool:
    """Whether the agent writes a field anew in its own words, which the layout says and does not refuse.

    ForestHub's engine sets label, description and cap as its workflow has them, at every start; Claude Code makes a
    slug of a fact's name, which people may write as they like.
    """
    node = made.request.node
    is_name = node is not None and node.facts.get("role") == "name"
    if node is None or not (is_name or made.document.codec is Codec.JSON_RECORD):
        return False
    effects = made.layout.next_write(made.view_after, made.document, NO_OP).effects
    kind = EffectKind.TRIMMED if is_name else EffectKind.LOST
    at = min(edit.start for edit in made.edits)
    return any(effect.kind is kind and effect.span.contains(at) for effect in effects)


def _is_own(made: Made, leaf: Node) -> bool:
    return any(leaf is one for one in made.own)


def _dropped(text: str, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    for line in text.split("\n"):
        words = words_of(line)
        was_kept = words and not words.startswith("#") and all(words in written for written in before)
        if was_kept and not all(words in written for written in after):
            yield f"the agent now drops {words!r} beside the change"


def _was_kept(made: Made, written: Sequence[str], lost: Sequence[Span]) -> bool:
    """Whether the agent keeps what stands where the change is; of a text that says nothing that cannot be told."""
    is_added, node = made.kind is ChangeKind.ADD, made.request.node
    if any(span.start + is_added <= edit.start <= span.end for span in lost for edit in made.edits):
        return False
    if node is None:
        return True
    words = words_of(node.body_text(made.before))
    says_something = bool(words) and not words.startswith("#")
    return (says_something or node.kind not in TEXT) and all(words in text for text in written)


def broken_elsewhere(made: Made, documents: Mapping[str, Document]) -> Iterator[str]:
    """In other files a change touches one node each; what it makes was not there, what it deletes was."""
    for path, edits in made.plan.edits.items():
        text, document = _text(made.view_before, path), documents.get(path)
        if path == made.document.path or document is None:
            continue
        nodes = [(each, made.layout.outline(document, each)) for each in (text, apply_all(text, edits))]
        old, new = (Counter(said(outline.leaves(), each)) for each, outline in nodes)
        if (old - new).total() > 1 or (new - old).total() > 1:
            yield f"more than one node changed in {path}: {old - new} -> {new - old}"
    for path in made.plan.creates:
        if _is_there(made.view_before, path):
            yield f"{path} was there already"
    for path in made.plan.deletes:
        if not _is_there(made.view_before, path):
            yield f"{path} was not there"


def _is_there(view: View, path: str) -> bool:
    try:
        view.info(path)
    except FileNotFoundError:
        return False
    return True


def _text(view: View, path: str) -> str:
    try:
        return decode(view.read(path))
    except FileNotFoundError:
        return ""
