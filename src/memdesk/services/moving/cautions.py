"""What a change brings about that its author may not expect; it is said beforehand, and forbids nothing."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.layouts.contract import Change, ChangeKind, Layout
from memdesk.layouts.optional import Guarded, Overwriting, Referenced, Refusing
from memdesk.layouts.view import View


def cautions_before(layout: Layout, view: View, change: Change) -> Iterator[str]:
    """Of a change that was not made yet: what names the node that goes, what the agent takes the new text for."""
    if change.kind is ChangeKind.REMOVE and isinstance(layout, Referenced):
        found = layout.references(view, change.document, change.key)
        yield from dict.fromkeys(one.message for one in found)
    if change.kind is ChangeKind.ADD and isinstance(layout, Refusing):
        refused = layout.refused(change.document, change.body)
        if refused:
            yield refused
    if change.kind is ChangeKind.ADD and change.document.types and isinstance(layout, Overwriting):
        effect = layout.overwritten_by(view, change.document, change.key, change.body)
        if effect is not None:
            yield effect.message


def cautions_after(layout: Layout, change: Change, before: str, after: str) -> Iterator[str]:
    """Of a change that was made: what the agent makes of the new text."""
    if isinstance(layout, Guarded):
        yield from (problem.message for problem in layout.guards(change.document, before, after))
