"""The repairs of `memdesk check --fix`: made file by file, through the same save as everything else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from memdesk.cli.changing import save_repair
from memdesk.cli.ending import Ending, ending_of_step
from memdesk.cli.finding import Finder
from memdesk.cli.finding import Found as FoundDocument
from memdesk.cli.interrupts import interrupt_held
from memdesk.errors import MemdeskError
from memdesk.layouts.documents import Document
from memdesk.services.problems.checking import ENCODING_RULE, Found, problems_of, repairs_that_fit
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.steps.converting import prepare_conversion
from memdesk.services.steps.step import Status
from memdesk.text.edits import Edit

_MOST_ROUNDS = 8
"""How often a root is looked through again: one repair may make room for the next."""


def fix(finder: Finder, roots: Iterable[MemoryRoot]) -> tuple[list[Found], list[str]]:
    """Repair what can be repaired and is not ignored. What was, and a sentence for each file not saved."""
    fixed: list[Found] = []
    trouble: dict[str, str] = {}
    for root in roots:
        for _ in range(_MOST_ROUNDS):
            heeded = finder.desk.problems.heeded(root, problems_of(root, finder.desk.workspace.disk))
            found = [one for one in heeded if one.problem.repair and one.problem.path not in trouble]
            done = _fix_files(finder, root, found, trouble)
            fixed += done
            if not done:
                break
    return fixed, list(trouble.values())


def _fix_files(
    finder: Finder, root: MemoryRoot, found: Sequence[Found], trouble: dict[str, str]
) -> list[Found]:
    """One round: of each file those repairs that can be made together."""
    fixed: list[Found] = []
    listed = {each.path: each for each in root.documents(finder.desk.workspace.disk)}
    for path in dict.fromkeys(one.problem.path for one in found):
        of_file = [one for one in found if one.problem.path == path]
        edits = repairs_that_fit(one.problem for one in of_file)
        try:
            with interrupt_held():
                ending = _save(finder, _document(finder, root, listed, path), of_file, edits)
        except MemdeskError as error:
            trouble[path] = error.sentence
            continue
        if not ending.is_done:
            trouble[path] = ending.message
        elif ending.status is not Status.UNCHANGED:
            fixed += [one for one in of_file if set(one.problem.repair) <= set(edits)]
    return fixed


def _save(finder: Finder, found: FoundDocument, problems: Sequence[Found], edits: Sequence[Edit]) -> Ending:
    """Save the repairs of one file. What is no UTF-8 is not edited, only converted. Raises `MemdeskError`."""
    if not any(one.problem.rule == ENCODING_RULE for one in problems):
        return save_repair(finder, found, edits)
    finder.open_roots(found.root)
    desk, document = finder.desk, found.document
    return ending_of_step(document.path, desk.steps.now(prepare_conversion(desk.workspace, document)))


def _document(finder: Finder, root: MemoryRoot, listed: Mapping[str, Document], path: str) -> FoundDocument:
    if path in listed:
        return FoundDocument(listed[path], root.layout, root)
    return finder.document(path)
