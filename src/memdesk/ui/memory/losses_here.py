"""Which of the things that an agent would do to a text a key means: those nearest to the caret come first."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.services.preview.survival import Loss
from memdesk.text.outline import Outline


def nearest_first(losses: Sequence[Loss], outline: Outline, position: int) -> list[Loss]:
    """The same losses: those of the entry at `position`, then those of its section, then the rest, each as given."""
    deepest = outline.at(position)
    around = [node.span for node in outline.walk() if deepest and node.span.contains(deepest.span.start)]
    return sorted(losses, key=lambda loss: -sum(span.contains(loss.span.start) for span in around))
