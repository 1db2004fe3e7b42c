"""The watch after a save: whether an agent that read before it wrote its old copy back, and how to put ours back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import MemdeskError, NotListed, Refused
from memdesk.layouts.contract import NO_OP, Layout
from memdesk.layouts.documents import Document
from memdesk.services.documents.meeting import NOT_TEXT
from memdesk.services.machine.laid_over import LaidOverView
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.roots.roots import Documents
from memdesk.services.steps.step import StepJob, Was
from memdesk.services.workspace.recent_saves import NOTICED_WITHIN_S, WATCHED_S, RecentSave
from memdesk.store.outcomes import FileChange, MergeTexts
from memdesk.store.rest import at_rest
from memdesk.text.document import decode, encode, sniff_encoding
from memdesk.text.doubt import Doubt, is_text
from memdesk.text.edits import Span
from memdesk.text.merge_result import Clash, Merge
from memdesk.text.putting_back import OwnSave, own_lines
from memdesk.text.reverting import Grammar, Reverted, find_cut, find_revert

if TYPE_CHECKING:
    from memdesk.services.workspace.workspace import Workspace

REAPPLIED = "re-applied"
"""Why a version is in the history that puts back what an old copy had taken out."""

MOST_BY_ITSELF = 2
"""So often within `BOUND_S` ours is put back in one document without a question: who goes on is not fought with."""
BOUND_S = 60.0
_REST_PER_WORK = 20
"""After judging an old question for one second no text is judged for so many: it may be one of many saves."""
DOUBTED_S = 1.0
"""So long ours may be missing with most of a text: by then it is no text that somebody is in the middle of writing."""


class NothingMissing(Refused):
    """Nothing is to be put back any more, or not without another look."""


@dataclass(frozen=True, slots=True)
class Revert:
    """An old copy that stands where we saved. `nodes` counts what of ours is gone; the save was `age_s` seconds ago.

    `is_clean` says that nothing in the copy contradicts ours, `by_itself` that ours is put back without a question.
    `saves` are those that were watched, in texts, and `newest` is the last of them; `is_removal` says that this one had
    taken the file away. There is a `doubt` where it is no old copy, but ours went with most of what stood around it.
    """

    document: Document
    nodes: int
    age_s: float
    is_clean: bool
    by_itself: bool
    saves: tuple[OwnSave, ...]
    newest: RecentSave
    is_removal: bool = False
    doubt: Doubt | None = None

    @property
    def path(self) -> str:
        """Where the document lies."""
        return self.document.path


class _Judged(NamedTuple):
    """A text on the disk that was looked at, the last save before that, and whether anything of ours was missing."""

    data: bytes
    save: RecentSave
    is_missing: bool


class RevertWatch:
    """Looks at what `workspace` saved in its documents. Calls read the disk: make them from one worker.

    Each old copy is told once, and once more where to put ours back was tried since. A save is watched until it is old
    and nothing was missing at a look: what was told comes along in all that is told after it, until it is put back or
    left. `elsewhere(path, data)` gives the save by which another process of ours wrote that there: what the user takes
    back in a shell is no old copy, and is watched as well.
    """

    def __init__(self, workspace: Workspace, elsewhere: Callable[[str, bytes], Was | None]) -> None:
        self._workspace = workspace
        self._elsewhere = elsewhere
        self._judged: dict[str, _Judged] = {}
        self._by_itself: dict[str, list[RecentSave]] = {}
        self._left: set[str] = set()
        self._doubted_since_s: dict[str, float] = {}
        self._rests_until_s: dict[str, float] = {}

    @property
    def paths(self) -> frozenset[str]:
        """The documents that were saved a moment ago, or of which something is missing since."""
        return self._workspace.saves.paths

    def is_missing(self, path: str) -> bool:
        """Whether something of ours was missing at `path` when that was last looked at."""
        judged = self._judged.get(path)
        return judged is not None and judged.is_missing

    def look(self, path: str, listed: dict[str, Documents] | None = None) -> Revert | None:
        """What an old copy at `path` takes back of our recent saves, the first time it is seen there.

        None as well for what cannot be read, or is not listed any more: others tell of that. Nothing is said of a file
        that we are writing ourselves; it can be looked at after that. `listed` is that of `Workspace.known`.
        """
        looked_s, saves = self._workspace.saves.now_s, self._workspace.saves.settled(path)
        data = self._present_data(path) if saves else None
        present = None if data is None or not saves else _Judged(data, saves[-1], is_missing=False)
        # Often asked of many files at once, and a list of their root takes long.
        is_well = present is not None and self._judged.get(path) == present
        found = None if is_well or data is None else self._find(path, listed)
        if not saves or self._workspace.saves.settled(path) != saves:
            return None
        if found is None or data is None or present is None:
            self._let_go_of_old(path, looked_s)
            return None
        is_judged = self._judged.get(path) == present._replace(is_missing=True)
        is_put_off = self._may_rest(path, saves[-1], looked_s)
        revert = None if is_judged or is_put_off else self._judge(*found, saves, data)
        if self._judged.get(path) == present:
            self._let_go_of_old(path, looked_s)
        return revert

    def _judge(
        self, document: Document, layout: Layout, saves: Sequence[RecentSave], data: bytes
    ) -> Revert | None:
        """What `data` takes back of `saves`; not judged where it may be what somebody is in the middle of writing."""
        texts, path = tuple(_own(save) for save in saves), document.path
        began_s = self._workspace.saves.now_s
        reverted = _reverted(texts, data, self._grammar(document, layout))
        self._note_work(path, saves[-1], began_s)
        if reverted is None or reverted.doubt is None:
            self._doubted_since_s.pop(path, None)
        elif not self._is_to_be_told(path, data):
            return None
        if reverted is not None and data != saves[-1].after and (was := self._elsewhere(path, data)):
            self._workspace.saves.note(path, *was)  # the next look judges with it
            return None
        self._judged[path] = _Judged(data, saves[-1], reverted is not None)
        return None if reverted is None else self._told(document, reverted, saves, texts)

    def _may_rest(self, path: str, newest: RecentSave, now_s: float) -> bool:
        """Whether a question stands that need not be judged anew yet."""
        judged = self._judged.get(path)
        stands = judged is not None and judged.is_missing and judged.save == newest
        return stands and now_s < self._rests_until_s.get(path, 0.0)

    def _note_work(self, path: str, newest: RecentSave, began_s: float) -> None:
        """Note how long judging took, so that the next text may wait accordingly.

        While an agent may still hold a copy from before `newest`, no text waits.
        """
        now_s = self._workspace.saves.now_s
        watched_s = newest.when_s + WATCHED_S + NOTICED_WITHIN_S
        self._rests_until_s[path] = now_s + _REST_PER_WORK * (now_s - began_s) if now_s > watched_s else 0.0

    def _let_go_of_old(self, path: str, looked_s: float) -> None:
        """Nothing is missing, or nobody can put it back."""
        self._workspace.saves.let_go_of_old(path, looked_s)
        if not self._workspace.saves.of(path):
            self._judged.pop(path, None)
            self._doubted_since_s.pop(path, None)
            self._rests_until_s.pop(path, None)

    def _told(
        self, document: Document, reverted: Reverted, saves: Sequence[RecentSave], texts: tuple[OwnSave, ...]
    ) -> Revert:
        newest, path = saves[-1], document.path
        is_removal = newest.after is None
        by_itself = reverted.clean and not is_removal and self._may_put_back(path, newest)
        age_s = self._workspace.saves.age_s(saves[reverted.first])
        return Revert(
            document,
            reverted.nodes,
            age_s,
            reverted.clean,
            by_itself,
            texts,
            newest,
            is_removal,
            reverted.doubt,
        )

    def _is_to_be_told(self, path: str, data: bytes) -> bool:
        """Whether a doubtful text is what somebody left there, and nothing is asked about it already.

        Several agents may never leave it alone: then one counts that is doubtful each time it is looked at.
        """
        session = self._workspace.sessions.get(path)
        if session is not None and session.conflict is not None:
            return False
        now_s = self._workspace.saves.now_s
        if now_s - self._doubted_since_s.setdefault(path, now_s) >= DOUBTED_S:
            return True
        with at_rest(path) as rest:
            still = self._present_data(path) == data
        return rest.lasted and still

    def prepare(self, revert: Revert) -> StepJob:
        """What puts ours back into what the disk holds by now, both where both changed the same; ready to be run.

        Raises `Refused` where the document cannot be written, and `NothingMissing` where there is nothing to put back
        any more. That is so as well where the question is another one by now: what goes back by itself cannot go back
        without a question, or what was to stand beside ours is no text any more. Whatever comes of it, the next look
        tells once more what is missing then.
        """
        document = revert.document
        if document.why_read_only:
            raise Refused("{reason}", reason=document.why_read_only)
        self._judged.pop(document.path, None)
        data = SeenView(self._workspace.disk).data(document.path)
        reverted = None if self._is_overtaken(revert) else self._present(revert, data)
        if data is None or reverted is None or (revert.by_itself and not reverted.clean):
            raise NothingMissing("In {title} nothing of yours is missing any more.", title=document.title)
        if reverted.doubt is Doubt.NOT_TEXT and revert.doubt is not Doubt.NOT_TEXT:
            encoding = sniff_encoding(data).value
            raise NothingMissing(NOT_TEXT, title=document.title, encoding=encoding)
        after = None if revert.is_removal else encode(reverted.text)
        change = FileChange(document.path, data, after, self._merge_of(revert, decode(data), reverted.text))
        return StepJob(None, (change,), REAPPLIED, ours=own_lines(revert.saves))

    def _merge_of(self, revert: Revert, before: str, after: str) -> MergeTexts:
        """The merge of the document, by which ours is put back into what stands there once it is written.

        What was put into an earlier text may be there again, in another place: to add it as a change would double it.
        """
        merge, found = self._workspace.merge_of(revert.path), self._find(revert.path)

        def merged(base: str, mine: str, theirs: str) -> Merge:
            if found is None or (base, mine) != (before, after):
                return merge(base, mine, theirs)
            reverted = _reverted(revert.saves, encode(theirs), self._grammar(*found))
            if reverted is not None and revert.by_itself and not reverted.clean:
                return Merge(mine, (Clash("", 0, base, mine, theirs, Span(0, len(mine))),))
            return Merge(theirs if reverted is None else reverted.text)

        return merged

    def leave(self, revert: Revert) -> None:
        """Let the old copy stand as the agent's word. In this document nothing is put back by itself any more."""
        self.dismiss(revert)
        self._left.add(revert.path)

    def dismiss(self, revert: Revert) -> None:
        """Ask no more about what was told of."""
        self._workspace.saves.forget(revert.path, revert.newest)
        self._judged.pop(revert.path, None)

    def _may_put_back(self, path: str, save: RecentSave) -> bool:
        """Whether there is still no need to ask; that one more is put back, which `save` asks for, is noted."""
        counted = [one for one in self._by_itself.get(path, ()) if self._workspace.saves.age_s(one) < BOUND_S]
        may = path not in self._left and len(counted) < MOST_BY_ITSELF
        self._by_itself[path] = [*counted, save] if may else counted
        return may

    def _is_overtaken(self, revert: Revert) -> bool:
        """Whether we have written there since, such as by an undo: then nothing goes back without a question."""
        saves = self._workspace.saves.settled(revert.path)
        return revert.by_itself and (saves is None or saves[-1:] not in ((), (revert.newest,)))

    def _present(self, revert: Revert, data: bytes | None) -> Reverted | None:
        found = self._find(revert.path)
        if found is None or data is None:
            return None
        return _reverted(revert.saves, data, self._grammar(*found))

    def _present_data(self, path: str) -> bytes | None:
        """What the disk holds; None where there is no file, or none that can be read."""
        try:
            return SeenView(self._workspace.disk).data(path)
        except OSError:
            return None

    def _find(self, path: str, listed: dict[str, Documents] | None = None) -> tuple[Document, Layout] | None:
        try:
            return self._workspace.known(path, listed)
        except NotListed:
            return None

    def _grammar(self, document: Document, layout: Layout) -> Grammar:
        return Grammar(
            partial(layout.outline, document),
            self._workspace.merge_of(document.path),
            partial(self._rewrites, document, layout),
        )

    def _rewrites(self, document: Document, layout: Layout, text: str) -> Sequence[str]:
        """What the agent's own writing may make of a text, where its layout knows."""
        view = LaidOverView(SeenView(self._workspace.disk), {document.path: encode(text)})
        try:
            outcome = layout.next_write(view, document, NO_OP)
        except (MemdeskError, OSError):
            return ()
        return () if outcome.error or outcome.deleted else outcome.texts


def _reverted(saves: Sequence[OwnSave], data: bytes, grammar: Grammar) -> Reverted | None:
    """What `data` takes back of our saves as an old copy, or with most of the text.

    What is no text is compared as one where it was none when we saved it: agents that write into a file at the same
    time may leave a hole in it.
    """
    is_comparable = is_text(data) or any(not is_text(encode(save.after)) for save in saves[-1:])
    now = decode(data) if is_comparable else None
    old_copy = None if now is None else find_revert(saves, now, grammar)
    if old_copy is not None and not old_copy.is_cut_short:
        return old_copy
    return find_cut(saves, now, grammar) or old_copy


def _own(save: RecentSave) -> OwnSave:
    met = None if save.met in (None, save.before) else decode(save.met)
    return OwnSave(decode(save.before or b""), decode(save.after or b""), save.ours, met)
