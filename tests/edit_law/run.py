"""The law over the documents of a layout's sample, worsened at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from memdesk.errors import MemdeskError, NotFound
from memdesk.layouts.contract import Layout, Plan
from memdesk.layouts.documents import Document
from memdesk.layouts.view import View
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.machine.laid_over import LaidOverView
from memdesk.services.machine.machine import Surroundings
from memdesk.services.steps.steps import Steps
from memdesk.store.folders import StateFolders
from memdesk.text.document import canonical, decode, encode
from memdesk.text.edits import apply_all
from memdesk.text.outline import Outline
from tests.edit_law.agent import broken_elsewhere, lost_by_agent
from tests.edit_law.documents import Hostility
from tests.edit_law.laws import Made, bytes_moved, outline_broken
from tests.edit_law.on_disk import differs_on_disk
from tests.edit_law.requests import Request, Requests

_MADE_FOR_ONE_ON_DISK = 20
"""Changes of one file for each that is carried out on the disk too; all those of several files are."""

_MOST_SHOWN_CHARS = 300

NOW = datetime(2026, 6, 1, 9, 30, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Broken:
    """A law that a change broke, and all that is needed to see it again."""

    seed: int
    document: Document
    text: str
    request: Request
    law: str

    def __str__(self) -> str:
        change = self.request.change
        return (
            f"[{self.seed}] {self.document.title}: {change.kind.value} key={change.key!r}#{change.occurrence} "
            f"body={_shortened(repr(change.body))} title={change.title!r} index={change.index}\n"
            f"  {self.law}\n  text={_shortened(repr(self.text))}"
        )


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN_CHARS else f"{text[:_MOST_SHOWN_CHARS]}… ({len(text)})"


@dataclass
class Figures:
    """How many changes were made, of these on the disk too, how many refused, and how many had nothing to change."""

    made: int = 0
    refused: int = 0
    unchanged: int = 0
    on_disk: int = 0
    reasons: Counter[str] = field(default_factory=Counter)


class LawRun:
    """The law over one layout, on a copy of its sample in `folder`. `close` lets go of it."""

    def __init__(self, layout: Layout, folder: Path) -> None:
        self._layout = layout
        surroundings = Surroundings(str(folder), {"HOME": str(folder)}, "linux", lambda: NOW)
        folders = StateFolders.below(str(folder / "ours"))
        self._desk = Desk(folders, surroundings, (layout,), keeps_drafts=False)
        self._folder = folder / "sample"
        for root in self._desk.samples.make(str(self._folder)):
            self._desk.workspace.open_root(root)
        known = [
            one for root in self._desk.workspace.roots for one in self._desk.workspace.documents(root.path)
        ]
        self._by_path = {document.path: document for document in known}
        self._documents = [document for document in known if document.editable]
        disk = self._desk.workspace.disk
        self._texts = {one.path: decode(disk.read(one.path)) if one.exists else "" for one in self._documents}
        self._lines = [line for text in self._texts.values() for line in text.split("\n") if len(line) < 2000]
        self.figures = Figures()

    def close(self) -> None:
        """Let go of the history."""
        self._desk.close()

    def _view(self, buffers: Mapping[str, bytes]) -> LaidOverView:
        return LaidOverView(self._desk.workspace.disk, buffers)

    def run(self, seeds: range) -> Iterator[Broken]:
        """Change the document of each seed once in each way."""
        for seed in seeds:
            random = Random(seed)
            document = random.choice(self._documents)
            text = Hostility(random, self._lines).worsened(document, self._texts[document.path])
            yield from self._change_once(seed, document, canonical(text), random)

    def _change_once(self, seed: int, document: Document, text: str, random: Random) -> Iterator[Broken]:
        """One change of each kind of this text."""
        outline = self._layout.outline(document, text)
        for request in Requests(random, document, outline, seed).one_of_each():
            for law in self._broken_by(document, text, outline, request):
                yield Broken(seed, document, text, request, law)

    def _broken_by(self, document: Document, text: str, outline: Outline, request: Request) -> Iterator[str]:
        try:
            made = self._made(document, text, outline, request)
        except MemdeskError as error:
            self.figures.refused += 1
            self.figures.reasons[f"{request.change.kind.value}: {error.template}"] += 1
            if isinstance(error, NotFound) and request.node:
                yield f"a node that is there is not found: {error.sentence}"
            if not error.sentence.endswith((".", "?")):
                yield f"no sentence: {error.sentence!r}"
            return
        except (ValueError, LookupError, AttributeError, TypeError, AssertionError) as error:
            yield f"raised {error!r}"
            return
        is_made = bool(made.edits or made.plan.creates or made.plan.deletes)
        self.figures.made += is_made
        is_of_one_file = Steps.is_of_one_file(made.plan, document.path)
        if is_made and (not is_of_one_file or self.figures.made % _MADE_FOR_ONE_ON_DISK == 0):
            self.figures.on_disk += 1
            yield from differs_on_disk(self._desk, self._folder, made)
        self.figures.unchanged += not is_made
        yield from broken_elsewhere(made, self._by_path)
        if document.path not in made.plan.deletes:
            yield from bytes_moved(made)
            yield from outline_broken(made)
            yield from lost_by_agent(made)

    def _made(self, document: Document, text: str, outline: Outline, request: Request) -> Made:
        view = self._view({document.path: encode(text)})
        plan = self._layout.compose(view, request.change)
        session = DocumentSession(document, self._layout, encode(text))
        session.change(request.change, view)
        after = session.text.text
        session.text.undo()
        if session.text.text != text:
            raise AssertionError("undo does not bring the text back")
        buffers = {document.path: encode(after), **_elsewhere(view, plan, document.path)}
        return Made(self._layout, document, request, plan, text, outline, after, view, self._view(buffers))


def _elsewhere(view: View, plan: Plan, path: str) -> dict[str, bytes]:
    """The other files that a plan changes or makes, as they are then."""
    changed = {
        other: encode(apply_all(decode(view.read(other)), edits))
        for other, edits in plan.edits.items()
        if other != path
    }
    return changed | {other: encode(text) for other, text in plan.creates.items()}
