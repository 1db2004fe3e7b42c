"""Move or copy what one agent remembers to another one, written in that one's grammar."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from memdesk.errors import Refused
from memdesk.layouts.contract import Layout, Plan
from memdesk.layouts.documents import Document
from memdesk.services.duplicates.likeness import Alike, find_alike
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.moving.carried import Carried, carried_from
from memdesk.services.moving.cautions import cautions_before
from memdesk.services.moving.fitting import Taker, fit
from memdesk.services.moving.losses import arrival_of, losses, lost_beside
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.document import decode
from memdesk.text.excerpt import keys_around, mask_sentence
from memdesk.text.outline import Node, NodeKind, Outline


@dataclass(frozen=True, slots=True)
class Move:
    """A move, or a copy, that can be made: what it says in the target, and what of it finds no place there.

    `text` is what is written, as it will stand in `target`; `lost` are sentences. `duplicate` is the key of what says
    the same there already, None where nothing does, `duplicate_text` its words; with `is_same` they are equal but for
    form, else nearly. `plan` is that of both documents, made from what `view` showed; `adding` the part of the target.
    `cautions` say what would point nowhere once it is gone from `source`. `around` are the private keys of which it, or
    what says the same, is a part: a line of one by itself looks like any other.
    """

    source: Document
    target: Document
    key: str
    text: str
    section: str
    lost: tuple[str, ...]
    duplicate: str | None
    duplicate_text: str
    is_same: bool
    plan: Plan
    view: SeenView
    is_copy: bool = False
    adding: Plan = field(default_factory=Plan)
    cautions: tuple[str, ...] = ()
    around: str = ""

    def as_copy(self) -> Move:
        """The same, but left where it is."""
        return replace(self, plan=self.adding, is_copy=True, cautions=())


def plan_move(
    workspace: Workspace,
    source: Document,
    key: str,
    occurrence: int,
    target: Document,
    section: str = "",
    *,
    is_copy: bool = False,
) -> Move:
    """How the node of this key gets into `target`, by what is on disk. Nothing is written.

    `section` is a heading or a category of the target; without it one that suits is chosen. Raises `Refused` with the
    reason, `NotFound` where there is no such node.
    """
    view = SeenView(workspace.disk)
    _require_two(source, target, is_copy=is_copy)
    carried = carried_from(workspace.layout_of(source), view, source, key, occurrence)
    return _Planning(workspace, view, source, target, carried).move(key, section, is_copy=is_copy)


def _require_two(source: Document, target: Document, *, is_copy: bool) -> None:
    for document in (target,) if is_copy else (target, source):
        if document.why_read_only:
            raise Refused(
                "{path} cannot be changed: {why}.", path=document.path, why=document.why_read_only.rstrip(".")
            )
    if source.path == target.path:
        raise Refused("It is in {name} already.", name=target.title)


@dataclass(frozen=True, slots=True)
class _Planning:
    """One move on its way to become a plan."""

    workspace: Workspace
    view: SeenView
    source: Document
    target: Document
    carried: Carried

    def move(self, key: str, section: str, *, is_copy: bool) -> Move:
        """The whole of it."""
        layout = self.workspace.layout_of(self.target)
        fitted = fit(Taker(layout, self.target, self._types()), self.view, self.carried, section)
        arrival = arrival_of(layout, self.target, self._text(self.target), fitted)
        outline = layout.outline(self.target, self._text(self.target))
        removing = Plan() if is_copy else self._removal()
        lost = (
            *losses(self.carried, fitted, arrival, layout.title),
            *lost_beside(self.carried, arrival, removing, self.source),
        )
        alike = find_alike(self.carried.text, self._said(layout, outline)) or Alike("", "", is_same=False)
        around = "\n".join(
            (
                *keys_around(self._text(self.source), self.carried.text),
                *keys_around(self._text(self.target), alike.text),
            )
        )
        return Move(
            self.source,
            self.target,
            key,
            arrival.text,
            fitted.addition.section,
            tuple(mask_sentence(one, around) for one in lost),
            alike.key or None,
            alike.text,
            alike.is_same,
            fitted.plan if is_copy else self._both(fitted.plan, removing),
            self.view,
            is_copy,
            fitted.plan,
            () if is_copy else tuple(self._cautions()),
            around,
        )

    def _types(self) -> tuple[str, ...]:
        """The types that the target's agent knows, by this document or another one of its root."""
        if self.target.types:
            return self.target.types
        found = self.workspace.look_up(self.target.path)
        documents = self.workspace.last_documents(found[0].path) if found else ()
        return next((document.types for document in documents if document.types), ())

    def _both(self, adding: Plan, removing: Plan) -> Plan:
        """Both plans as one: what is added first, then what is taken out."""
        touched = {*adding.edits, *adding.creates}
        if touched & {*removing.edits, *removing.deletes}:
            raise Refused("{source} and {target} share a file.", hint="Copy it instead.", **self._titles())
        return Plan({**adding.edits, **removing.edits}, adding.creates, removing.deletes)

    def _removal(self) -> Plan:
        layout = self.workspace.layout_of(self.source)
        try:
            return layout.compose(self.view, self.carried.removal)
        except Refused:
            # A heading that the agent would add again keeps its place, and loses its text.
            if self.carried.emptying is None:
                raise
            return layout.compose(self.view, self.carried.emptying)

    def _cautions(self) -> Iterator[str]:
        layout = self.workspace.layout_of(self.source)
        yield from cautions_before(layout, self.view, self.carried.removal)

    def _titles(self) -> dict[str, object]:
        return {"source": self.source.title, "target": self.target.title}

    # What it comes to in the target

    def _text(self, document: Document) -> str:
        return decode(self.view.data(document.path) or b"")

    def _said(self, layout: Layout, outline: Outline) -> Iterator[tuple[Node, str]]:
        """What the nodes of the target say; a line of an index says what its fact does."""
        text = self._text(self.target)
        for node in outline.walk():
            if node.kind is NodeKind.INDEX_LINE:
                yield node, node.body_text(text)
                yield from ((node, said) for said in self._fact_of(layout, node))
            elif node.editable and node.kind is not NodeKind.HEADING:
                yield node, node.body_text(text)

    def _fact_of(self, layout: Layout, line: Node) -> Iterator[str]:
        """The body of the fact that a line of an index leads to."""
        path = posixpath.join(posixpath.dirname(self.target.path), line.facts["file"])
        found, text = self.workspace.look_up(path), decode(self.view.data(path) or b"")
        nodes = layout.outline(found[1], text).nodes if found else ()
        yield from (node.body_text(text) for node in nodes[-1:])
