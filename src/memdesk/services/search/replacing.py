"""Replace what a search found: looked at first, then made as one step over all files, in each agent's grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from memdesk.errors import MemdeskError, Refused, UsageError
from memdesk.layouts.contract import Change, ChangeKind, Plan
from memdesk.layouts.view import View
from memdesk.services.documents.composing import composed
from memdesk.services.documents.disk_text import unread
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.search.hits import Hit
from memdesk.services.search.patterns import PatternFinder
from memdesk.services.search.queries import Query
from memdesk.services.search.searchable import Index, Sheet
from memdesk.services.steps.step import StepJob
from memdesk.services.steps.steps import Steps, together
from memdesk.store.progress import Progress
from memdesk.text.document import decode, encode
from memdesk.text.edits import Span, apply_all
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.text.sentence import say, says

REPLACE = "replace"
"""Why such a step was made, as the history has it."""

_OWN = say("Not replaced: the agent’s own, or a heading, a name, an id.")
_MOST_TRIED_CHARS = 4_000_000
"""So much text is gone through to try what comes into it, a document once for each of its nodes; fields are tried in
any case, since a name has rules of its own."""
_UNSAVED = say("It has unsaved text; save it first.")


class Swap(NamedTuple):
    """One place of `hit.sheet.text` and what comes there."""

    place: Span
    text: str


class Replacement(NamedTuple):
    """What becomes of one hit: its swaps, each with the node that it changes; `why_not` says why it stays."""

    hit: Hit
    swaps: tuple[Swap, ...]
    nodes: tuple[Node, ...] = ()
    why_not: str = ""

    @property
    def is_possible(self) -> bool:
        """Whether anything would change."""
        return bool(self.swaps) and not self.why_not


class Prepared(NamedTuple):
    """A step ready to be run, and the documents that are left alone, each with a reason."""

    job: StepJob
    left: Mapping[str, str]


def check(query: Query) -> None:
    """Raise `UsageError` where it is not one thing that is to be replaced."""
    if not query.pattern and len(query.words) != 1:
        raise UsageError("Replace takes one word, one “phrase” in quotation marks, or one expression.")


def plan(
    index: Index,
    query: Query,
    hits: Sequence[Hit],
    replacement: str,
    patterns: PatternFinder,
    view: View,
    is_wanted: Callable[[], bool] = lambda: True,
) -> tuple[Replacement, ...]:
    r"""What becomes of each hit, with why its agent's grammar would refuse it. Nothing is written; for a worker.

    In an expression, `\1` and the like stand for its groups. Raises `UsageError` for a replacement that cannot be
    understood, and what `patterns` raises.
    """
    check(query)
    texts = _texts(index, query, hits, replacement, patterns)
    outlines: dict[str, Outline] = {}
    found = [
        _replacement(hit, [Swap(mark, text) for mark, text in zip(hit.marks, found, strict=True)], outlines)
        for hit, found in zip(hits, texts, strict=True)
    ]
    refused = _refusals(found, view, is_wanted)
    return tuple(one._replace(why_not=refused.get(number, one.why_not)) for number, one in enumerate(found))


def _refusals(found: Sequence[Replacement], view: View, is_wanted: Callable[[], bool]) -> Mapping[int, str]:
    """Which of these would be refused when they are made one after the other, by their place, and why."""
    by_path: dict[str, list[tuple[int, Replacement]]] = {}
    for number, one in enumerate(found):
        if one.is_possible:
            by_path.setdefault(one.hit.document.path, []).append((number, one))
    refused: dict[int, str] = {}
    seen: dict[str, bytes | None] = {}
    left_chars = _MOST_TRIED_CHARS
    for path, members in by_path.items():
        sheet = members[0][1].hit.sheet
        seen.setdefault(path, encode(sheet.read.text))
        for hit, node, swaps, numbers in _by_node(members):
            is_field = node.kind is NodeKind.FIELD
            left_chars -= 0 if is_field else len(sheet.read.text)
            if not is_wanted():
                return refused
            if not is_field and left_chars < 0:
                continue
            try:
                made = composed(sheet.read.root.layout, SeenView(view, seen), _change(hit, node, swaps))
            except MemdeskError as error:
                refused.update(dict.fromkeys(numbers, error.sentence))
            else:
                _see(made, seen, view)
    return refused


def _see(made: Plan, seen: dict[str, bytes | None], view: View) -> None:
    """Let `seen` be what is there once a plan is carried out."""
    before = SeenView(view, dict(seen))
    seen.update((path, encode(text)) for path, text in made.creates.items())
    for path, edits in made.edits.items():
        seen[path] = encode(apply_all(decode(before.data(path) or b""), edits))
    seen.update(dict.fromkeys(made.deletes))


def _texts(
    index: Index, query: Query, hits: Sequence[Hit], replacement: str, patterns: PatternFinder
) -> list[list[str]]:
    """What comes to each mark of each hit."""
    if not query.pattern:
        return [[replacement] * len(hit.marks) for hit in hits]
    numbers = {id(sheet): number for number, sheet in enumerate(index.sheets)}
    places = [(numbers[id(hit.sheet)], mark.start) for hit in hits for mark in hit.marks]
    found = iter(patterns.expand(index.texts, query.expression, query.flags, replacement, places))
    return [[next(found) for _ in hit.marks] for hit in hits]


def _replacement(hit: Hit, swaps: list[Swap], outlines: dict[str, Outline]) -> Replacement:
    why_not = hit.document.why_read_only or (_UNSAVED if hit.sheet.read.is_unsaved else "")
    if why_not:
        return Replacement(hit, tuple(swaps), why_not=why_not)
    nodes = [_node_of(hit, swap.place, outlines) for swap in swaps]
    known = tuple(node for node in nodes if node is not None)
    return Replacement(hit, tuple(swaps), known, "" if len(known) == len(nodes) else _OWN)


def _node_of(hit: Hit, place: Span, outlines: dict[str, Outline]) -> Node | None:
    """The node whose body holds a place, None where that is not the user's to change."""
    read = hit.sheet.read
    outline = outlines.get(read.document.path)
    if outline is None:
        outline = outlines[read.document.path] = read.root.layout.outline(read.document, read.text)
    node = outline.at(place.start) if hit.sheet.is_source else outline.find(*hit.entry.node_id)
    if node is None or not node.editable or "locked" in node.facts:
        return None
    is_inside = node.body.start <= place.start and place.end <= node.body.end
    return node if (is_inside and node.value is None) or not hit.sheet.is_source else None


class _OfNode(NamedTuple):
    """What comes into one node, and the numbers of the replacements that it is part of."""

    hit: Hit
    node: Node
    swaps: list[Swap]
    numbers: list[int]


def _by_node(members: Iterable[tuple[int, Replacement]]) -> list[_OfNode]:
    """The nodes of one document, from its end on, so that none changes what those after it are called."""
    by_node: dict[tuple[int, str, int], _OfNode] = {}
    for number, member in members:
        for node, swap in zip(member.nodes, member.swaps, strict=True):
            address = (node.span.start, node.key, node.occurrence)
            one = by_node.setdefault(address, _OfNode(member.hit, node, [], []))
            one.swaps.append(swap)
            one.numbers.append(number)
    return [by_node[address] for address in sorted(by_node, reverse=True)]


def _changes(members: Sequence[Replacement]) -> Iterator[Change]:
    """The changes of one document's nodes."""
    for one in _by_node(enumerate(members)):
        yield _change(one.hit, one.node, one.swaps)


def _change(hit: Hit, node: Node, swaps: Iterable[Swap]) -> Change:
    sheet = hit.sheet
    body = node.body_text(sheet.read.text)
    start = node.body.start if sheet.is_source else sheet.starts[hit.number]
    for swap in sorted(set(swaps), reverse=True):
        body = body[: swap.place.start - start] + swap.text + body[swap.place.end - start :]
    return Change(ChangeKind.SET_BODY, sheet.read.document, node.key, node.occurrence, body=body)


def prepare(
    steps: Steps,
    view: SeenView,
    replacements: Sequence[Replacement],
    unsaved: Callable[[str], bool],
    progress: Progress | None = None,
) -> Prepared:
    """All of them as one step, made of what is on disk now. For a worker.

    Documents that were changed since they were searched, that have unsaved text, that cannot be read, or whose agent's
    grammar does not allow the change are left alone. Raises `Refused` where nothing is left, `Stopped` once `progress`
    wants no more.
    """
    progress = progress or Progress()
    by_path: dict[str, list[Replacement]] = {}
    for replacement in replacements:
        if replacement.is_possible:
            by_path.setdefault(replacement.hit.document.path, []).append(replacement)
    job, left = StepJob(None, (), REPLACE), dict[str, str]()
    for path, members in by_path.items():
        progress.go_on()
        sheet = members[0].hit.sheet
        later = SeenView(view, {file.path: file.after for file in job.files})
        try:
            left[path] = _obstacle(sheet, view, is_unsaved=unsaved(path))
            if not left[path]:
                job = _joined(steps, later, job, sheet, tuple(_changes(members)))
        except MemdeskError as error:
            left[path] = error.sentence
        except OSError as error:
            left[path] = unread(error, path).sentence
    left = {path: reason for path, reason in left.items() if reason}
    if not job.files:
        raise _refused(left)
    return Prepared(job, left)


def _refused(left: Mapping[str, str]) -> Refused:
    """Of several documents the first stands for all: there may be hundreds."""
    if not left:
        return Refused("Nothing was replaced.")
    path, reason = next(iter(left.items()))
    if len(left) == 1:
        return Refused("Nothing was replaced. {path}: {reason}", path=path, reason=reason)
    files = says("{n} file", "{n} files", len(left))
    return Refused("Nothing was replaced in {files}. {path}: {reason}", files=files, path=path, reason=reason)


def _joined(steps: Steps, view: SeenView, job: StepJob, sheet: Sheet, changes: Sequence[Change]) -> StepJob:
    document, layout, files = sheet.read.document, sheet.read.root.layout, job.files
    for change in changes:
        later = SeenView(view, {file.path: file.after for file in files})
        made = steps.job(document, later, composed(layout, later, change), REPLACE)
        files = together(files, made.files)
    return StepJob(None, files, REPLACE)


def _obstacle(sheet: Sheet, view: SeenView, *, is_unsaved: bool) -> str:
    if is_unsaved:
        return _UNSAVED
    data = view.data(sheet.read.document.path)
    if data is None:
        return say("It is gone.")
    return "" if decode(data) == sheet.read.text else say("It has changed since it was searched.")
