"""The repairs of `memdesk check --fix`: made file by file, through the same save as everything else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from memdesk.cli.changing import save_repair
from memdesk.cli.ending import Ending, ending_of_step
from memdesk.cli.finding import Finder
from memdesk.cli.finding import Found as FoundDocument
from memdesk.cli.interrupts import interrupt_held
from memdesk.errors import MemdeskError
from memdesk.layouts.documents import Document
from memdesk.layouts.view import View
from memdesk.services.machine.laid_over import RememberedView
from memdesk.services.problems.checking import (
    ENCODING_RULE,
    Found,
    edits_of,
    made_together,
    problems_of,
    said_by,
)
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.steps.converting import prepare_conversion
from memdesk.services.steps.step import Status
from memdesk.text.document import decode

_Said = tuple[str, str, str]

_MOST_ROUNDS = 20
"""How often a root is looked through again: one repair may make room for the next."""


def fix(finder: Finder, roots: Iterable[MemoryRoot]) -> tuple[list[Found], list[str]]:
    """Repair what can be repaired and is not ignored. What was, and a sentence for each file that is given up."""
    fixed: list[Found] = []
    trouble: dict[str, str] = {}
    for root in roots:
        done: list[Found] = []
        known: Counter[_Said] = Counter()
        for _ in range(_MOST_ROUNDS):
            view = RememberedView(finder.desk.workspace.disk)
            found = finder.desk.problems.heeded(root, problems_of(root, view))
            told = Counter(said_by(one.problem) for one in found)
            fixed += _helped(done, known, told, trouble)
            repairs = [one for one in found if one.problem.repair and one.problem.path not in trouble]
            done, known = fix_files(finder, root, view, repairs, trouble), told
            if not done:
                break
        fixed += done
    return fixed, list(trouble.values())


def _helped(
    done: Sequence[Found], before: Counter[_Said], after: Counter[_Said], trouble: dict[str, str]
) -> Iterator[Found]:
    """The repairs after which less is told than before; of the others it is said, and their files are let alone."""
    made = Counter(said_by(one.problem) for one in done)
    for one in done:
        said = said_by(one.problem)
        if after[said] <= before[said] - made[said]:
            yield one
        else:
            path, line = one.problem.path, one.line
            trouble[path] = f"The repair of line {line} of {path} did not help, so no more is repaired there."


def fix_files(
    finder: Finder, root: MemoryRoot, view: View, found: Sequence[Found], trouble: dict[str, str]
) -> list[Found]:
    """Make one round: of each file those repairs that can be made together, as `view` has it."""
    fixed: list[Found] = []
    listed = {each.path: each for each in root.documents(view)}
    for path in dict.fromkeys(one.problem.path for one in found):
        of_file = [one for one in found if one.problem.path == path]
        try:
            document = _document(finder, root, listed, path)
            made = made_together(root, view, document.document, of_file)
            with interrupt_held():
                ending = _save(finder, document, made, decode(view.read(path)))
        except MemdeskError as error:
            trouble[path] = error.sentence
            continue
        if not ending.is_done:
            trouble[path] = ending.message
        elif ending.status is not Status.UNCHANGED:
            fixed += made
    return fixed


def _save(finder: Finder, found: FoundDocument, problems: Sequence[Found], text: str) -> Ending:
    """Save the repairs of one file. What is no UTF-8 is not edited, only converted. Raises `MemdeskError`."""
    if not any(one.problem.rule == ENCODING_RULE for one in problems):
        return save_repair(finder, found, text, edits_of(problems))
    finder.open_roots(found.root)
    desk, document = finder.desk, found.document
    return ending_of_step(document.path, desk.steps.now(prepare_conversion(desk.workspace, document)))


def _document(finder: Finder, root: MemoryRoot, listed: Mapping[str, Document], path: str) -> FoundDocument:
    if path in listed:
        return FoundDocument(listed[path], root.layout, root)
    return finder.document(path)
