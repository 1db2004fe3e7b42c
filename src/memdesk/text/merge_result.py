"""What a three-way merge comes to, as values."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.text.edits import Span


@dataclass(frozen=True, slots=True)
class Clash:
    """A node that both sides changed differently.

    Texts are whole nodes; None where the side has no such node. `span` is where mine stands in `Merge.text`; another
    text of the clash can take its place. `occurrence` counts in `Merge.text` too. `both` is what keeps both where that
    takes more than their lines, None where it does not.
    """

    key: str
    occurrence: int
    base: str | None
    mine: str | None
    theirs: str | None
    span: Span
    both: str | None = None

    def moved(self, by: int) -> Clash:
        """The same clash, `by` characters further on."""
        return Clash(
            self.key,
            self.occurrence,
            self.base,
            self.mine,
            self.theirs,
            Span(self.span.start + by, self.span.end + by),
            self.both,
        )


@dataclass(frozen=True, slots=True)
class Merge:
    """The merged text, or the clashes that prevent it.

    With clashes, `text` holds mine where they stand, so nothing typed is lost. `taken` names the nodes where theirs
    came in, `kept_against_delete` those that theirs deleted and mine had edited, `returned` those that mine deleted
    and theirs had edited: an edit stays and is flagged.
    """

    text: str
    clashes: tuple[Clash, ...] = ()
    taken: tuple[str, ...] = ()
    kept_against_delete: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether every change of both sides is in `text`."""
        return not self.clashes
