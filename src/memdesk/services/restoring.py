"""The way back: an earlier version of a document, or of one node of it, through the save like any other change."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Document
from memdesk.services.node_differences import NodeDifference, node_differences
from memdesk.services.step import Step, StepJob
from memdesk.services.taken import NodeId
from memdesk.store.outcomes import FileChange, MergeTexts
from memdesk.text.document import decode, encode
from memdesk.text.edits import Span
from memdesk.text.outline import NodeKind, Outline

if TYPE_CHECKING:
    from memdesk.services.steps import Steps
    from memdesk.services.workspace import Workspace
    from memdesk.store.history import History
    from memdesk.store.versions import Version

RESTORE = "restore"
"""Why a version is in the history that came from a restore."""


class Restoring:
    """Finds earlier versions of the documents of a workspace and brings them back, as steps that can be undone."""

    def __init__(self, workspace: Workspace, steps: Steps, history: Callable[[], History]) -> None:
        self._workspace = workspace
        self._steps = steps
        self._history = history

    def versions(self, path: str) -> tuple[Version, ...]:
        """Every version of a document that is known, newest first. Raises `HistoryError`."""
        return self._history().versions(path)

    def text(self, version: Version) -> str:
        """What a version holds; empty for one in which the file was gone. Raises `HistoryError`."""
        return "" if version.removed else decode(self._history().data(version.id))

    def last_text(self, path: str) -> Version:
        """The newest version in which the document was there; for one that is gone. Raises `NotFound`."""
        found = next(
            (version for version in self.versions(path) if version.landed and not version.removed), None
        )
        if found is None:
            raise NotFound("No version of {path} is known.", path=path)
        return found

    def differences(self, document: Document, version: Version, now_text: str) -> tuple[NodeDifference, ...]:
        """What a version has otherwise than the document whose text is `now_text`. For a worker.

        Raises `HistoryError`.
        """
        outline_of, then_text = self._workspace.layout_of(document).outline, self.text(version)
        then, now = outline_of(document, then_text), outline_of(document, now_text)
        return node_differences(then_text, now_text, then, now)

    def version(self, path: str, number: int) -> Version:
        """The version of this number. Raises `NotFound`, `HistoryError`."""
        found = next((version for version in self.versions(path) if version.id == number), None)
        if found is None:
            raise NotFound(
                "{path} has no version {number}.",
                hint="memdesk history lists those it has.",
                path=path,
                number=number,
            )
        return found

    def prepare(self, document: Document, version: Version, node: NodeId | None = None) -> StepJob:
        """A restore, ready to be run: of the whole document, or of one node of it where that is named.

        Raises:
            NotFound: the version does not have that node, or the file was gone then.
            Refused: the document cannot be written.
            HistoryError: the history cannot be read.
        """
        if document.why_read_only:
            raise Refused("{reason}", reason=document.why_read_only)
        if version.removed:
            raise NotFound("In version {id}, {path} was gone.", id=version.id, path=document.path)
        before, old = self._on_disk(document.path), self._history().data(version.id)
        merge_of = self._workspace.merge_of(document.path)
        after = old
        if node is not None and before is not None:
            outline_of = self._workspace.layout_of(document).outline
            text = with_node_of(
                decode(before), decode(old), node, lambda text: outline_of(document, text), merge_of
            )
            if text is None:
                raise NotFound("Version {id} has no “{key}”.", id=version.id, key=node[0])
            after = encode(text)
        files = (FileChange(document.path, before, after, merge_of),)
        return StepJob(document, files, RESTORE, node[0] if node is not None else "")

    def restore(self, document: Document, version: Version, node: NodeId | None = None) -> Step:
        """Restore here and now; undone by `Steps.undo`. Raises as `prepare`."""
        return self._steps.now(self.prepare(document, version, node))

    def _on_disk(self, path: str) -> bytes | None:
        try:
            return self._workspace.disk.read(path)
        except (FileNotFoundError, NotADirectoryError):
            return None


def with_node_of(
    text: str, old: str, node: NodeId, outline_of: Callable[[str], Outline], merge: MergeTexts
) -> str | None:
    """`text` with one node as `old` has it, in its old place where the neighbours still tell; None if it has none."""
    then, now = outline_of(old).find(*node), outline_of(text).find(*node)
    if then is None:
        return None
    if now is not None and now.kind is then.kind is NodeKind.FIELD:
        # What joins it to its neighbours is theirs: a comma, an indentation.
        return _replaced(text, now.body, then.body.of(old))
    if now is not None:
        return _replaced(text, now.span, then.span.of(old))
    # As if somebody had added the node to a text that was `old` without it.
    added = merge(_replaced(old, then.span, ""), old, text)
    return added.text if added.clean else _ended(text) + then.span.of(old)


def _replaced(text: str, span: Span, words: str) -> str:
    return text[: span.start] + words + text[span.end :]


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"
