"""The repairs of problems, as one step over all their files: made of what stands on the disk by then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memdesk.errors import Refused
from memdesk.layouts.contract import Plan
from memdesk.layouts.documents import Document
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.problems.checking import ENCODING_RULE, edits_of, made_together, problems_of
from memdesk.services.problems.listed import Listed, listed_of
from memdesk.services.steps.converting import CONVERT
from memdesk.services.steps.step import StepJob
from memdesk.services.steps.steps import Steps
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.edits import Edit

_WHY = "repair"


def prepare_repairs(workspace: Workspace, steps: Steps, wanted: Sequence[Listed]) -> StepJob:
    """The repairs of these problems, ready to be run. For a worker.

    A problem is looked for again first: one that is gone from the disk meanwhile, or stands only in unsaved text, is
    left out, and of two repairs that overlap the second. Raises `Refused` where nothing is left.
    """
    view = SeenView(workspace.disk)
    found = [one for one in _found_again(view, wanted) if one.found.problem.repair]
    edits = {}
    for path, of_file in _by_file(found).items():
        document = _document(workspace, path)
        made = made_together(of_file[0].root, view, document, [one.found for one in of_file])
        edits[path] = edits_of(made)
    if not edits:
        raise Refused(
            "There is nothing left to fix on the disk.",
            hint="What stands only in unsaved text is fixed in its document.",
        )
    converts = all(one.found.problem.rule == ENCODING_RULE for one in found)
    return _job(workspace, steps, view, edits, CONVERT if converts else _WHY)


def _job(
    workspace: Workspace, steps: Steps, view: SeenView, edits: dict[str, tuple[Edit, ...]], why: str
) -> StepJob:
    documents = [_document(workspace, path) for path in edits]
    for document in documents:
        workspace.writable.allow_beside(document, document.path)
    return steps.job(documents[0], view, Plan(edits), why)


def _document(workspace: Workspace, path: str) -> Document:
    found = workspace.look_up(path)
    if found is None:
        raise Refused("{path} is not a document of an open folder.", path=path)
    if found[1].why_read_only:
        raise Refused("{path} cannot be changed: {why}", path=path, why=found[1].why_read_only)
    return found[1]


def _found_again(view: SeenView, wanted: Iterable[Listed]) -> list[Listed]:
    """What is still wrong, as the disk has it now, in the order of its roots."""
    by_root: dict[str, list[Listed]] = {}
    for one in wanted:
        by_root.setdefault(one.root.path, []).append(one)
    found = []
    for of_root in by_root.values():
        root, addresses = of_root[0].root, {one.address for one in of_root}
        now = listed_of(root, view, problems_of(root, view))
        found += [one for one in now if one.address in addresses]
    return found


def _by_file(listed: Iterable[Listed]) -> dict[str, list[Listed]]:
    found: dict[str, list[Listed]] = {}
    for one in listed:
        found.setdefault(one.path, []).append(one)
    return found
