"""One open document: its buffer, the disk text it was loaded from, and what happens when either moves.

A session is free of files and threads. It hands out a `SaveJob` that a worker runs, takes what the disk holds now, and
keeps one promise: what was typed stays in the buffer until the user gives it up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from memdesk.layouts.contract import Change, ChangeKind, Layout
from memdesk.layouts.documents import Document
from memdesk.layouts.view import View
from memdesk.services.documents.composing import composed
from memdesk.services.documents.conflict import Choice, Conflict, both_as_a_whole, settling_edits
from memdesk.services.documents.known_outlines import KnownOutlines
from memdesk.services.documents.meeting import (
    counterpart,
    differing_nodes,
    merge_with_data,
    texts_by_key,
    texts_of,
    why_as_a_whole,
)
from memdesk.services.documents.meeting_job import Meeting, MeetingJob
from memdesk.services.documents.merging import merging
from memdesk.services.documents.reading_job import LONG_CHARS, Ahead, Reading, ReadingJob
from memdesk.services.documents.saving import SaveJob
from memdesk.services.documents.taken import Arrival, NodeId, Taken
from memdesk.store.outcomes import (
    Conflicted,
    DurabilityUnknown,
    Merged,
    MergeTexts,
    Saved,
    SaveResult,
    Unchanged,
    Vanished,
)
from memdesk.text.compare import edits_between
from memdesk.text.document import Encoding, decode, encode, sniff_encoding
from memdesk.text.doubt import is_text
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit
from memdesk.text.edits import replace as replacing
from memdesk.text.merge_result import Merge
from memdesk.text.outline import Outline
from memdesk.text.parts import in_place_of
from memdesk.text.sentence import say
from memdesk.text.union import unite


class DocumentSession:
    """An open document. `data` is what the disk held when it was opened, None where there was no file.

    `base` is the disk text that the buffer was last loaded from or merged with, None while there is no file;
    `obstacle` a sentence on why the disk cannot be read just now, empty while it can.
    """

    def __init__(self, document: Document, layout: Layout, data: bytes | None) -> None:
        self.document = document
        self.layout = layout
        self.base = data
        self.text = EditableText(decode(data or b""))
        self.conflict: Conflict | None = None
        self.obstacle = ""
        self._base_text = decode(data or b"")
        self._encoding = sniff_encoding(data or b"")
        self._saving: SaveJob | None = None
        self._look_again = False
        self._doubted: bytes | None = None
        self._started: bytes | None = None
        self._outlines = KnownOutlines(lambda text: self.layout.outline(self.document, text))
        self._data: tuple[int, bytes] = (-1, b"")
        self._met: Meeting | None = None
        self.is_meeting = False
        """Whether a text from the disk comes in just now: what is unsaved is known only behind it."""
        self._unsaved: tuple[object, frozenset[NodeId]] = (None, frozenset())

    # Reading

    @property
    def path(self) -> str:
        """Where the document lies."""
        return self.document.path

    @property
    def base_text(self) -> str:
        """The disk text that the buffer was last loaded from or merged with; what was there last, once it is gone."""
        return self._base_text

    @property
    def draft_base(self) -> bytes | None:
        """What a draft is made from: `base`, what was there last where the file is gone; None for a new one."""
        return encode(self._base_text) if self.is_removed else self.base

    @property
    def disk_text(self) -> str:
        """What the disk held when it was last looked at; in a conflict that is not `base_text`."""
        return self._base_text if self.conflict is None else decode(self.conflict.theirs)

    @property
    def encoding(self) -> Encoding:
        """How the bytes on disk can be read."""
        return self._encoding

    @property
    def why_read_only(self) -> str:
        """Why this document cannot be edited; empty where it can."""
        if not is_text(self.base or b""):
            return say(
                "{title} is {value}, which Memdesk shows and does not edit.",
                title=self.document.title,
                value=self._encoding.value,
            )
        return self.document.why_read_only

    @property
    def is_removed(self) -> bool:
        """Whether the file was there and is gone."""
        return self.base is None and bool(self._base_text)

    @property
    def is_dirty(self) -> bool:
        """Whether the buffer holds text that the disk does not."""
        if self.base is None:
            return bool(self.text.text)
        return self.text.text != self._base_text

    @property
    def is_saving(self) -> bool:
        """Whether a save was prepared and not finished."""
        return self._saving is not None

    @property
    def data(self) -> bytes:
        """The bytes that a save would write."""
        if self._data[0] != self.text.revision:
            self._data = (self.text.revision, encode(self.text.text))
        return self._data[1]

    def outline(self) -> Outline:
        """The node tree of the buffer."""
        return self._outlines.of("buffer", self.text.revision, lambda: self.text.text)

    @property
    def is_read(self) -> bool:
        """Whether `outline` takes no time: it is known, or the text is not long. Who can wait has it read first."""
        return not self.is_long or self._outlines.knows("buffer", self.text.revision, self.text.text)

    @property
    def is_long(self) -> bool:
        """Whether what goes through all of its nodes takes a good part of a frame."""
        return len(self.text.text) >= LONG_CHARS

    def prepare_reading(self, ahead: Ahead | None = None) -> ReadingJob:
        """What a worker needs to work out what `outline` and `unsaved_nodes` are of the buffer as it is now.

        It works out `ahead` as well.
        """
        base_text = None if self.base is None else self._base_text
        read = partial(self._read_with, ahead)
        return ReadingJob(self.text.revision, self.text.text, base_text, self.base_outline(), read)

    def _read_with(self, ahead: Ahead | None, text: str) -> Outline:
        outline = self.layout.outline(self.document, text)
        if ahead is not None:
            ahead(self.document, outline, text)
        return outline

    def take_reading(self, reading: Reading) -> bool:
        """Take over what a worker has worked out; whether the text is still the one that it read."""
        if reading.revision != self.text.revision:
            return False
        if not self._outlines.knows("buffer", reading.revision, reading.text):
            self._outlines.take("buffer", reading.revision, reading.text, reading.outline)
        if reading.base_text == (None if self.base is None else self._base_text):
            self._unsaved = self._unsaved_of, reading.unsaved
        return True

    @property
    def _unsaved_of(self) -> object:
        """What `unsaved_nodes` depends on."""
        return self.text.revision, self.base is None, self._base_text

    def base_outline(self) -> Outline:
        """The node tree of `base_text`."""
        return self._outlines.of("base", self._base_text, lambda: self._base_text)

    def unsaved_nodes(self) -> frozenset[NodeId]:
        """The nodes whose text differs from that on disk, in either direction."""
        if not self.is_dirty:
            return frozenset()
        now = self._unsaved_of
        if self._unsaved[0] != now:
            on_disk = {} if self.base is None else texts_of(self.base_outline(), self._base_text)
            self._unsaved = now, differing_nodes(on_disk, texts_of(self.outline(), self.text.text))
        return self._unsaved[1]

    # Own changes

    def add_section(self, heading: str, view: View, body: str = "") -> None:
        """Add a section, as one step of undo. Raises `Refused`."""
        self.change(Change(ChangeKind.ADD, self.document, heading, body=body), view)

    def change(self, change: Change, view: View) -> None:
        """Make a change in the agent's grammar, as one step of undo. Raises as `composed`."""
        plan = composed(self.layout, view, change)
        self.text.replace_all(plan.edits.get(self.path, ()))

    def revert_node(self, node_id: NodeId) -> None:
        """Give a node the text it has on disk, as one step of undo; a node that is new goes."""
        now = self.outline().find(*node_id)
        if now is not None:
            text, before = self.text.text, self.base_outline()
            here = texts_by_key(self.outline(), text, now.key)
            which = counterpart(here, texts_by_key(before, self._base_text, now.key), now.occurrence)
            then = before.find(now.key, which) if which is not None else None
            old = in_place_of(text, now.span, self._base_text, then.span) if then is not None else ""
            self.text.replace_all([replacing(text, now.span, old)])

    def repair(self, edits: Iterable[Edit]) -> None:
        """Make the edits of a repair, as one step of undo."""
        self.text.replace_all(edits)

    def take_draft(self, base: bytes | None, mine: bytes) -> Taken:
        """Bring back a buffer that was never saved: `mine`, made from `base`, merged with what the disk holds now.

        What comes back is a step of undo. Where it does not go together with the disk, it is a conflict; where the
        file has gone since, it comes back whole.
        """
        mine_text = decode(mine)
        if self.base is None:
            self._base_text = decode(base or b"")
            self.text.replace_all(edits_between(self.text.text, mine_text))
            return Taken(Arrival.SAME if base is None else Arrival.REMOVED)
        disk, started_text = self.base, decode(base or b"")
        is_known = disk in (base or b"", mine)
        merge, why_whole = Merge(mine_text), ""
        if not is_known:
            why_whole = why_as_a_whole(started_text, disk, self.document.title)
            merge = merge_with_data(started_text, mine_text, disk, self.merge)
        is_settled = merge.clean and not why_whole
        self.text.replace_all(edits_between(self.text.text, merge.text if is_settled else mine_text))
        if is_settled:
            return Taken(Arrival.SAME if is_known else Arrival.MERGED)
        self.base, self._base_text = base, started_text
        return self._clash(disk, merge, why_whole)

    def discard(self) -> None:
        """Give up what was not saved, as one step of undo: the buffer is what the disk holds, as last known."""
        on_disk = self.disk_text
        if self.conflict is not None:
            self._now_on_disk(self.conflict.theirs)
        self.text.replace_all(edits_between(self.text.text, on_disk if self.base is not None else ""))

    # Saving

    def prepare_save(self, why: str = "edit") -> SaveJob:
        """What a worker needs to save the buffer as it is now. `finish_save` must follow, however it ends."""
        self.text.seal()
        started = self.base if self._started is None else self._started
        self._saving = SaveJob(self.path, self.base, self.data, self._merge_now, why, started)
        return self._saving

    def merge(self, base: str, mine: str, theirs: str) -> Merge:
        """The three-way merge of this document's grammar, in any thread."""
        return merging(self.document, self.layout, self._outlines.read)(base, mine, theirs)

    def conflict_merge(self) -> Merge:
        """The merge of the buffer as it is now with the disk text that it is in conflict with."""
        known, mine = self.conflict, self.text.text
        is_known = known is not None and (known.base, known.mine) == (self._base_text, mine)
        if known is not None and is_known and self._started is None:
            return known.merge
        return self.merge(self._base_text, mine, self.disk_text)

    def finish_save(self, job: SaveJob, result: SaveResult) -> Taken:
        """Take up how a save ended; what was typed meanwhile stays, what others wrote comes in."""
        self._saving, look_again = None, self._look_again
        self._look_again = False
        taken = self._finished(job, result)
        came_together = isinstance(result, Conflicted) and taken.arrival in (Arrival.SAME, Arrival.MERGED)
        return taken._replace(look_again=look_again or taken.look_again, save_again=came_together)

    def _finished(self, job: SaveJob, result: SaveResult) -> Taken:
        if isinstance(result, Saved | Merged | Unchanged | DurabilityUnknown):
            if result.data == job.mine:
                self._now_on_disk(result.data)
                return Taken(Arrival.SAME)
            self._now_on_disk(job.mine)
            taken = self._come_together(result.data)
            return self._with_flags(taken, job, result.theirs) if isinstance(result, Merged) else taken
        if isinstance(result, Conflicted):
            if result.doubt is not None:  # the save has looked twice
                self._doubted = result.theirs
            return self._come_together(result.theirs)
        return self._take_removal() if isinstance(result, Vanished) else Taken(Arrival.SAME)

    def _with_flags(self, taken: Taken, job: SaveJob, theirs: bytes) -> Taken:
        """What a save merged by itself, with what of it one side had edited and the other deleted."""
        merge = merge_with_data(decode(job.base or b""), decode(job.mine), theirs, job.merge)
        return taken._replace(kept_against_delete=merge.kept_against_delete, returned=merge.returned)

    # Other people's changes

    def prepare_meeting(self, ahead: Ahead | None = None) -> MeetingJob:
        """What a worker needs to bring the buffer as it is now and the disk together, before `take_disk` does."""
        mine = self.text.text if self.is_dirty else None
        read = partial(self._read_with, ahead)
        return MeetingJob(
            self.path,
            self.base,
            self._base_text,
            self.text.revision,
            mine,
            self._merge_now,
            read,
            self._outlines.read,
        )

    def fits(self, met: Meeting, data: bytes | None) -> bool:
        """Whether `met` is a meeting of the buffer as it is now with `data`."""
        return met.base is self.base and met.revision == self.text.revision and met.data == data

    def take_disk(self, data: bytes | None, met: Meeting | None = None) -> Taken:
        """Take what the disk holds now, None for no file: reload where clean, merge where dirty, else ask.

        `met` is what a worker has made of it; it saves time where it still fits, and is of no account elsewhere.
        """
        self._met = met if met is not None and self.fits(met, data) else None
        self._outlines.from_worker = self._met.outlines if self._met is not None else ()
        try:
            return self._take(data)
        finally:
            self._met, self._outlines.from_worker = None, ()

    def _take(self, data: bytes | None) -> Taken:
        if self._saving is not None:
            self._look_again = True
            return Taken(Arrival.POSTPONED)
        if data == self.base:
            self.conflict = self._doubted = None
            return Taken(Arrival.SAME)
        if data is None:
            return self._take_removal()
        known = self.conflict.theirs if self.conflict is not None else None
        taken = self._come_together(data)
        # Nobody has written since: what is typed meanwhile may end the conflict, and is no news where it does not.
        is_news = taken.arrival is not Arrival.CLASHED or data != known
        return taken if is_news else Taken(Arrival.SAME)

    def _come_together(self, data: bytes) -> Taken:
        """Bring the buffer and the disk text `data` together, from what both started from."""
        if data == self.data:
            self._now_on_disk(data)
            return Taken(Arrival.SAME)
        dirty, replaced = self.is_dirty, self.base
        why_whole = why_as_a_whole(self._base_text, data, self.document.title)
        if why_whole and data != self._doubted:
            self._doubted = data
            return Taken(Arrival.DOUBTED, look_again=True, replaced=replaced)
        merge = self._merge_with(data) if dirty else Merge(decode(data))
        if (dirty and why_whole) or not merge.clean:
            return self._clash(data, merge, why_whole)
        met, mine = self._met, self.text.text
        before = texts_of(self.outline(), mine) if met is None else None
        # Known while it still is what the buffer says: whoever follows the text asks for it before the base follows.
        self.base_outline()
        self.is_meeting = True
        try:
            self.text.apply_outside(merge.text)
        finally:
            self.is_meeting = False
        self._now_on_disk(data)
        # The same for what is on disk and what came of both, while what a worker has made of them is at hand.
        self.base_outline()
        self.outline()
        if met is not None and met.text == self.text.text:
            changed, self._unsaved = met.nodes, (self._unsaved_of, met.unsaved)
        else:
            then = texts_of(self._outlines.read(mine), mine) if before is None else before
            changed = differing_nodes(then, texts_of(self.outline(), self.text.text))
        nodes = tuple(sorted(changed))
        arrival = Arrival.MERGED if dirty else Arrival.RELOADED
        flags = (merge.kept_against_delete, merge.returned)
        return Taken(arrival, nodes, self._dropped(), *flags, replaced=replaced)

    def _merge_with(self, data: bytes) -> Merge:
        if self._met is not None and self._met.merge is not None:
            return self._met.merge
        return merge_with_data(self._base_text, self.text.text, data, self._merge_now)

    @property
    def _merge_now(self) -> MergeTexts:
        """The merge for the next disk text. Once a text gave way as a whole, what was there before that is the base."""
        return self.merge if self._started is None else partial(self._merge_beside, decode(self._started))

    def _merge_beside(self, started: str, _base: str, mine: str, theirs: str) -> Merge:
        return unite(started, mine, theirs, self.merge)

    def _take_removal(self) -> Taken:
        if self.base is None:
            return Taken(Arrival.SAME)
        dirty, replaced = self.is_dirty, self.base
        self.base, self.conflict, self._doubted = None, None, None
        if not dirty:
            self.text.apply_outside("")
        return Taken(Arrival.REMOVED, dropped=self._dropped(), replaced=replaced)

    def _clash(self, data: bytes, merge: Merge, why_whole: str = "") -> Taken:
        base = self._base_text if self._started is None else decode(self._started)
        self.conflict = Conflict(base, self.text.text, data, merge, why_whole)
        nodes = tuple((clash.key, clash.occurrence) for clash in self.conflict.clashes)
        return Taken(Arrival.CLASHED, nodes, replaced=self.base)

    # Settling a conflict

    def resolve(self, choice: Choice) -> None:
        """Settle the conflict; giving up what is mine is one step of undo. A save then writes what was chosen.

        Mine and theirs speak of the nodes where both changed: everything else comes in whatever is chosen.
        """
        conflict = self.conflict
        if conflict is None:
            return
        if conflict.why_whole:
            self._resolve_whole(conflict, choice)
            return
        # Computed anew: more may have been typed since.
        merge = self._merge_with(conflict.theirs)
        self.text.apply_outside(merge.text)
        self._now_on_disk(conflict.theirs)
        self.text.replace_all(settling_edits(merge, choice))

    def settle(self, text: str) -> None:
        """Settle what a compare view was about: the buffer becomes `text`. A save then writes it.

        What others wrote comes in first and is no step of undo; what was decided here is one.
        """
        conflict = self.conflict
        if conflict is not None:
            merge = self._merge_with(conflict.theirs)
            if conflict.why_whole:
                self._give_up(conflict)
            else:
                self.text.apply_outside(merge.text)
                self._now_on_disk(conflict.theirs)
        self.text.replace_all(edits_between(self.text.text, text))

    def _resolve_whole(self, conflict: Conflict, choice: Choice) -> None:
        mine = self.text.text
        if choice is Choice.THEIRS:
            self._now_on_disk(conflict.theirs)
            self.text.replace_all(edits_between(mine, decode(conflict.theirs)))
            return
        both = both_as_a_whole(conflict, mine, self.merge) if choice is Choice.BOTH else None
        self._give_up(conflict)
        if both is not None:
            self.text.replace_all(edits_between(mine, both))

    def _give_up(self, conflict: Conflict) -> None:
        """Let the disk text give way as a whole, without counting that as the user's removal of each of its entries."""
        self._now_on_disk(conflict.theirs)
        self._started = encode(conflict.base)

    # One step below

    def _now_on_disk(self, data: bytes) -> None:
        self.base, self._base_text = data, decode(data)
        self.conflict = self._doubted = self._started = None
        self.obstacle = ""
        self._encoding = sniff_encoding(data)

    def _dropped(self) -> tuple[Edit, ...]:
        dropped = self.text.dropped
        self.text.forget_dropped()
        return dropped
