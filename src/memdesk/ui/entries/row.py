"""One row of the entries view: what it is and what it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from memdesk.text.edits import Span
from memdesk.text.excerpt import excerpt
from memdesk.text.labelled import labelled_words
from memdesk.text.outline import Node
from memdesk.text.shortening import beginning
from memdesk.ui import format as shown
from memdesk.ui.editor.page_parts import Group
from memdesk.ui.editor.session import NO_MARK, Loss, NodeId, SectionMark
from memdesk.ui.i18n import listed, told, tr, trn

NEW_NAME = ("new", "", 0)
"""Name of the row in which a new entry is written."""


class RowKind(Enum):
    """What a row is."""

    HEAD = "head"
    ENTRY = "entry"
    TEXT = "text"
    """What stands between entries and is none."""
    LINE = "line"
    """A line that the agent writes and that parts the entries above it from those below."""
    ADD = "add"
    NEW = "new"


class Sent(Enum):
    """Whether the agent gets an entry."""

    UNKNOWN = "unknown"
    SENT = "sent"
    LEFT_OUT = "left out"


RowName = tuple[str, str, int]
"""What makes a row the same row after a change: its kind, and the group or the node."""


@dataclass
class Row:
    """One row; never changed once it is made, and not frozen because that takes three times as long, for thousands.

    `lead` stands before `text` where an entry has a name besides its words. `time_s` is the time of its stamp (Unix
    seconds); `lacks_stamp` says that it should have one. `count` and `folded` are of a head. `nth` counts the groups of
    one key, of which a file may have several. `source` is the text of the document.
    """

    kind: RowKind
    # Positions change with every edit; whether a row looks the same does not depend on them.
    group: Group = field(compare=False)
    node: Node | None = field(default=None, compare=False)
    lead: str = ""
    text: str = ""
    time_s: float | None = None
    lacks_stamp: bool = False
    sent: Sent = Sent.UNKNOWN
    mark: SectionMark = NO_MARK
    losses: tuple[Loss, ...] = ()
    note: str = ""
    folded: bool = False
    count: int = 0
    starts_card: bool = False
    ends_card: bool = False
    nth: int = field(default=0, compare=False)
    source: str = field(default="", compare=False)

    @cached_property
    def around(self) -> str:
        """What of the document tells what of the row is a secret."""
        if self.node is None or self.kind is RowKind.HEAD:
            return ""
        span, begin = self.node.span, self.node.body.start
        return excerpt(self.source, Span(span.start, min(span.end, begin + _MOST_SHOWN))).around

    @property
    def name(self) -> RowName:
        """What makes it the same row after a change."""
        if self.kind is RowKind.NEW:
            return NEW_NAME
        if self.node is not None and self.kind is not RowKind.HEAD:
            return ("node", *self.node_id)
        return (self.kind.value, self.group.key, self.nth)

    @property
    def node_id(self) -> NodeId:
        """Key and occurrence of its node; raises `ValueError` where it has none."""
        if self.node is None:
            raise ValueError("the row has no node")
        return self.node.key, self.node.occurrence

    @property
    def is_entry(self) -> bool:
        """Whether it stands for something in the document that can be selected."""
        return self.kind in (RowKind.ENTRY, RowKind.TEXT)

    @property
    def is_editable(self) -> bool:
        """Whether its text can be changed."""
        return self.is_entry and self.node is not None and self.node.editable

    @property
    def has_sections(self) -> bool:
        """Whether the entry is longer than its row shows: it opens to a panel."""
        return self.node is not None and any(child.editable for child in self.node.children)

    @cached_property
    def shown_lead(self) -> str:
        """`lead` with hidden characters by name."""
        return visible(self.lead)

    @cached_property
    def shown_text(self) -> str:
        """`text` on one line with hidden characters by name."""
        return visible(self.text)

    @cached_property
    def sentence(self) -> str:
        """All of it, for a screen reader."""
        if self.kind is RowKind.HEAD:
            state = tr("folded") if self.folded else tr("open")
            entries = trn("{n} entry", "{n} entries", self.count)
            return listed((self.shown_text, entries, self.note, state))
        said = f"{self.shown_lead}: {self.shown_text}" if self.lead and self.text else self.shown_text
        parts = [
            said or self.shown_lead,
            tr("no entry") if self.kind is RowKind.TEXT else "",
            self.note,
            tr("unsaved") if self.mark.unsaved else "",
            tr("changed here and on disk") if self.mark.clash else "",
            tr("changed since you looked") if self.mark.changed else "",
            _sent_words(self.sent),
            shown.spoken_age(self.time_s) if self.time_s is not None else "",
            tr("no stamp") if self.lacks_stamp else "",
            *(
                tr("warning: {sentence}", sentence=told(loss.message))
                if loss.is_problem
                else told(loss.message)
                for loss in self.losses[:1]
            ),
        ]
        return listed(parts)


_MOST_SHOWN = 2_000


def _sent_words(sent: Sent) -> str:
    if sent is Sent.UNKNOWN:
        return ""
    return tr("the agent gets it") if sent is Sent.SENT else tr("left out")


def visible(text: str) -> str:
    """`text` on one line as a row shows it: runs of blanks as one, what hides or pretends by name."""
    return " ".join(labelled_words(beginning(text, _MOST_SHOWN)).split())
