"""Three-way merge by node, then by line inside a node."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clash:
    """A node that both sides changed differently. Texts are whole node spans; None where the side has no such node."""

    key: str
    occurrence: int
    base: str | None
    mine: str | None
    theirs: str | None


@dataclass(frozen=True, slots=True)
class Merge:
    """The merged text, or the clashes that prevent it.

    With clashes, `text` holds mine where they stand, so nothing typed is lost. `taken` names the nodes where theirs
    came in, `kept_against_delete` the nodes that theirs deleted and mine had edited (the edit stays and is flagged).
    """

    text: str
    clashes: tuple[Clash, ...] = ()
    taken: tuple[str, ...] = ()
    kept_against_delete: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether every change of both sides is in `text`."""
        return not self.clashes
