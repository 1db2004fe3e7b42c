"""How a save ended, as values that window and command line put into words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from memdesk.text.doubt import Doubt
from memdesk.text.merge_result import Clash, Merge
from memdesk.text.sentence import Sentence

MergeTexts = Callable[[str, str, str], Merge]
"""`merge(base, mine, theirs)`: the three-way merge of the document's layout."""


@dataclass(frozen=True, slots=True)
class Saved:
    """`data` is on disk and is the new base."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Merged:
    """As `Saved`, with what the disk had got meanwhile. `theirs` is what the disk held, `mine` what was to be saved.

    Where the disk already had everything, nothing was written.
    """

    data: bytes
    theirs: bytes
    mine: bytes = field(default=b"", compare=False)


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Nothing to write: the disk already holds the text. `data` is the new base."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Conflicted:
    """Nothing was written: the disk has other text where ours changed. `theirs` is the new disk text.

    `clashes` is empty where a file was to be created and one is there. With a `doubt`, the disk text was read twice and
    can still hardly be what somebody meant, so it was not merged at all.
    """

    theirs: bytes
    clashes: tuple[Clash, ...]
    doubt: Doubt | None = None


@dataclass(frozen=True, slots=True)
class Vanished:
    """Nothing was written: the file, or its folder, is gone. To write the text all the same, create the file."""


@dataclass(frozen=True, slots=True)
class Declined:
    """Nothing was written, deliberately or because the file system said no.

    `template`, `hint` and `facts` make the sentence, as in `MemdeskError`; `refused` tells a refusal of ours from an
    error of the system. `clause` is the reason alone, to follow a colon; empty where only the sentence tells it.
    `by_user` tells that nothing stood in the way: the user stopped it.
    """

    template: str
    hint: str
    facts: dict[str, object]
    refused: bool
    clause: str = ""
    by_user: bool = False

    @property
    def sentence(self) -> str:
        """What was not done and why, in English."""
        return Sentence(self.template, self.facts)

    @property
    def advice(self) -> str:
        """What to do about it, in English; may be empty."""
        return Sentence(self.hint, self.facts)


@dataclass(frozen=True, slots=True)
class DurabilityUnknown:
    """The new text is in place, but the system could not confirm that it will survive a power cut.

    `data` is the new base; as with `Merged`, it may hold what the disk had got meanwhile.
    """

    data: bytes
    reason: str


SaveResult = Saved | Merged | Unchanged | Conflicted | Vanished | Declined | DurabilityUnknown


@dataclass(frozen=True, slots=True)
class Removed:
    """The file is gone. `data` is what it held; the history has it."""

    data: bytes


RemovalResult = Removed | Conflicted | Vanished | Declined | DurabilityUnknown
FileResult = SaveResult | RemovalResult


@dataclass(frozen=True, slots=True)
class FileChange:
    """What one file is to become: `after`, which was made from `before`; None where there is no file.

    `modified_ns` is the time that the file had when it held `after`, which it gets back with that.
    """

    path: str
    before: bytes | None
    after: bytes | None
    merge: MergeTexts
    modified_ns: int | None = None


@dataclass(frozen=True, slots=True)
class FileDone:
    """What became of one file: it held `before`, now `after`, None for no file; the same where nothing was done.

    `modified_ns` is the time that it had as it held `before`.
    """

    path: str
    before: bytes | None
    after: bytes | None
    result: FileResult
    modified_ns: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Applied:
    """How a change of several files ended.

    `stopped` is the file that could not be changed, with the reason; then everything else has been taken back, but for
    the files in `kept`, where another program has written since. `files` tells of each file what was done for good.
    With `is_open` the disk failed on the way back too: what is in `kept` is taken back, or finished, by the next start.
    `note` is a sentence on what could not be done beside the files, empty where nothing is to be said.
    """

    files: tuple[FileDone, ...]
    stopped: FileDone | None = None
    kept: tuple[str, ...] = ()
    is_open: bool = False
    note: str = ""
