"""The right panel of the screen "Prune": the lines that go, the one that stays, and what all ticked ones save."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from memdesk.services.prune.prune import Candidate
from memdesk.services.prune.step import Given, LeftOut, Saving
from memdesk.services.remembered.entries import ReadDocument
from memdesk.text.document import line_content, readable, split_lines
from memdesk.text.excerpt import keys_around
from memdesk.text.shortening import beginning
from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.preview.difference import compare_contents
from memdesk.ui.preview.halves import keys_of
from memdesk.ui.prune.words import chip_of, where_of, whys_left_out
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, LinkButton
from memdesk.ui.widgets.labels import ElidedLabel, Hairline, PlaneFrame, TextLabel
from memdesk.ui.widgets.lines.line import Line, LineKind, unchanged_runs
from memdesk.ui.widgets.lines.view import LinesView

_MARGIN_PX = 16
_AROUND = 2
"""So many lines of the file are shown on each side of what goes."""
_MOST_LINES = 60
_MOST_FILES = 12
_LEAST_PARTS = 3
_MOST_KEPT_CHARS = 600
_LEAST_LINES_PX = 240
_NOT_KNOWN_YET = "…"


class Shown(NamedTuple):
    """What one look at the ticked ones found. `best` is the prompt that gets shortest, by `tokens`.

    `difference` is what changes in it, `keys` are the private keys that this may be a part of, and `sizes` its bytes
    before and after.
    """

    saving: Saving
    left_out: tuple[LeftOut, ...]
    tokens: int
    best: Given | None = None
    difference: tuple[Line, ...] = ()
    keys: str = ""
    sizes: tuple[int, int] = (0, 0)


def shown_of(saving: Saving, left_out: tuple[LeftOut, ...]) -> Shown:
    """What is to be shown of a saving; for a worker, since comparing prompts takes time."""
    best, tokens = (
        max(saving.given, key=lambda given: given.tokens_saved, default=None),
        saving.tokens_estimate,
    )
    if best is None:
        return Shown(saving, left_out, tokens)
    before, after = best.before.text, best.after.text
    lines = tuple(line._replace(number=None) for line in compare_contents(before, after).lines)
    sizes = _size(before), _size(after)
    return Shown(saving, left_out, tokens, best, lines, keys_of(best.before, best.after), sizes)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))


def lines_in_file(candidate: Candidate, document: ReadDocument) -> list[Line]:
    """The lines of a document that go with a candidate, and some around them."""
    lines, span = split_lines(document.text), candidate.entry.span
    # Of each line its start, and the end of the last one: looked up, since a document may have very many.
    starts = [0, *accumulate(map(len, lines))]
    first = bisect_right(starts, span.start, lo=1) - 1
    goes = range(first, bisect_left(starts, span.end, hi=len(lines)))
    if not goes:
        return []
    around = range(max(0, goes[0] - _AROUND), min(len(lines), goes[-1] + _AROUND + 1))
    found = [
        Line(
            readable(line_content(lines[number])),
            LineKind.REMOVED if number in goes else LineKind.PLAIN,
            number + 1,
        )
        for number in around
    ]
    if len(found) <= _MOST_LINES:
        return found
    more = len(found) - _MOST_LINES
    return [*found[:_MOST_LINES], Line(trn("{n} more line", "{n} more lines", more), LineKind.NOTE)]


class DetailPanel(QWidget):
    """Shows a candidate and what all ticked ones save.

    Signals:
        trash_requested: show the trash.
        merge_requested: make one of the entry and the one that stays; argument: the `Entry`.
    """

    trash_requested = Signal()
    merge_requested = Signal(object)

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        self._place = ElidedLabel(themes, role="small", tone="text2", mode=Qt.TextElideMode.ElideMiddle)
        self._lines = LinesView(
            themes, tr("The lines that go, in their file"), framed=True, least_px=_LEAST_LINES_PX
        )
        self._why = TextLabel(themes, role="small", tone="text2", wrap=True)
        self._kept_head = TextLabel(themes, role="small", tone="text2", weight=Weight.DemiBold, wrap=True)
        self._kept = TextLabel(themes, wrap=True)
        self.merge_button = LinkButton(themes, tr("Merge…"))
        self.merge_button.clicked.connect(self.merge)
        self._totals_head = ElidedLabel(themes, role="small", tone="text2", weight=Weight.DemiBold)
        self._numbers = [
            (TextLabel(themes, role="heading"), TextLabel(themes, role="small", tone="text2", wrap=True))
            for _ in range(3)
        ]
        self._files = TextLabel(themes, role="small", tone="text2", wrap=True)
        self._prompt = TextLabel(themes, role="small", tone="text2", wrap=True)
        self._difference = LinesView(
            themes, tr("What the agent gets, before and after"), least_px=_LEAST_LINES_PX
        )
        self._where = TextLabel(themes, role="small", tone="text2", wrap=True)
        self._trash = Button(themes, tr("Open trash"))
        self._trash.clicked.connect(self.trash_requested)
        self._totals = self._make_totals()
        self._lay_out()
        self._shown: tuple[Candidate | None, ReadDocument | None] = None, None
        themes.masks.changed.connect(self._show)
        self._show()
        self.show_pending(0)

    def show_candidate(self, candidate: Candidate | None, document: ReadDocument | None) -> None:
        """Show the lines of one candidate and why it is one; nothing for None."""
        # A look that finds the same would else go through the whole document again, twice.
        if self._shown[0] is not candidate or self._shown[1] is not document:
            self._shown = candidate, document
            self._show()

    def _show(self) -> None:
        candidate, document = self._shown
        is_there = candidate is not None and document is not None
        for widget in (self._place, self._lines, self._why, self._kept_head, self._kept):
            widget.setVisible(is_there)
        self.merge_button.setVisible(candidate is not None and is_repeated(candidate))
        if candidate is None or document is None:
            return
        title = document.document.title
        self._place.set_text(" · ".join((*where_of(candidate), title)))
        lines = lines_in_file(candidate, document)
        keys = keys_around(document.text, "\n".join(line.text for line in lines))
        self._lines.set_lines(lines, around="\n".join(keys))
        self._why.setText(self._themes.masks.shown("\n".join(_reasons(candidate))))
        reason = next((reason for reason in candidate.reasons if reason.stays is not None), None)
        stays = reason.stays if reason is not None else None
        self._kept_head.setVisible(stays is not None)
        self._kept.setVisible(stays is not None)
        if stays is not None:
            self._kept_head.setText(tr("Kept instead, in {title}", title=stays.document.title))
            begin = readable(beginning(stays.text, _MOST_KEPT_CHARS))
            self._kept.setText(self._themes.masks.shown_in(begin, stays.around))

    def merge(self) -> None:
        """Ask for one entry of this one and what is alike, where anything is."""
        candidate = self._shown[0]
        if candidate is not None and is_repeated(candidate):
            self.merge_requested.emit(candidate.entry)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the file that are shown."""
        return self._lines.lines

    @property
    def difference(self) -> tuple[Line, ...]:
        """What the agent gets, before and after; nothing while that is not known."""
        return self._difference.lines if self._difference.isVisibleTo(self) else ()

    def show_pending(self, ticked: int) -> None:
        """So many are ticked; what they save is being worked out."""
        self._totals.setVisible(ticked > 0)
        head = trn("The ticked entry", "All {n} ticked entries", ticked, n=shown.number(ticked))
        self._totals_head.set_text(head if ticked else tr("Nothing is ticked"))
        for value, _ in self._numbers:
            value.setText(_NOT_KNOWN_YET)
        for widget in (self._files, self._prompt, self._difference):
            widget.setVisible(False)

    def show_saving(self, found: Shown) -> None:
        """Show what the ticked ones save."""
        saving, best = found.saving, found.best
        numbers = (
            (shown.number(saving.entries), trn("entry", "entries", saving.entries)),
            (shown.number(saving.size_bytes), tr("bytes")),
            (f"≈ {shown.number(found.tokens)}", tr("tokens per prompt")),
        )
        for (label, unit), (value, word) in zip(self._numbers, numbers, strict=True):
            label.setText(value)
            unit.setText(word)
        self._files.setText("\n".join(_files(found)))
        self._files.setVisible(bool(saving.by_file or found.left_out))
        self._prompt.setVisible(best is not None or saving.entries > 0)
        self._difference.setVisible(best is not None)
        if best is None:
            self._prompt.setText(tr("No prompt changes by it: the agents do not get these as they are."))
            return
        words = tr(
            "What {agent} gets in {context}: {before} before, {after} after",
            agent=best.root.title,
            context=best.context.title,
            before=shown.exact_size(found.sizes[0]),
            after=shown.exact_size(found.sizes[1]),
        )
        self._prompt.setText(words)
        self._difference.fold_again()
        self._difference.set_lines(found.difference, unchanged_runs(found.difference), around=found.keys)

    def show_place(self, folder: str, undo_keys: str) -> None:
        """Say where what goes is kept, and how it comes back; no `undo_keys` where undo has none."""
        words = tr(
            "The history keeps it, in {folder}. Restore puts each entry back where it was; {undo} takes back the "
            "whole step.",
            folder=shown.isolated(folder),
            undo=undo_keys or tr("Undo"),
        )
        self._where.setText(words)

    # Parts

    def _make_totals(self) -> QWidget:
        card = QFrame()
        card.setObjectName("card")
        grid = QGridLayout(card)
        grid.setContentsMargins(12, 8, 12, 8)
        grid.setSpacing(2)
        for column, (value, unit) in enumerate(self._numbers):
            grid.addWidget(value, 0, column)
            unit.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
            grid.addWidget(unit, 1, column)
            grid.setColumnStretch(column, 1)
        return card

    def _lay_out(self) -> None:
        page = PlaneFrame("panel")
        inside = QVBoxLayout(page)
        inside.setContentsMargins(_MARGIN_PX, 12, _MARGIN_PX, 12)
        inside.setSpacing(8)
        for widget in (self._place, self._lines, self._why, self._kept_head, self._kept):
            inside.addWidget(widget)
        inside.addWidget(self.merge_button, 0, Qt.AlignmentFlag.AlignLeading)
        inside.addSpacing(8)
        for part in (self._totals_head, self._totals, self._files, self._prompt, self._difference):
            inside.addWidget(part)
        inside.addStretch(1)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        foot = PlaneFrame("panel")
        below = QVBoxLayout(foot)
        below.setContentsMargins(_MARGIN_PX, 8, _MARGIN_PX, 12)
        head = QHBoxLayout()
        head.addWidget(ElidedLabel(self._themes, tr("Where it goes"), weight=Weight.Medium), 1)
        head.addWidget(self._trash)
        below.addLayout(head)
        below.addWidget(self._where)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(area, 1)
        column.addWidget(Hairline(self._themes))
        column.addWidget(foot)


def is_repeated(candidate: Candidate) -> bool:
    """Whether another entry that stays says the same, or nearly, or what holds now."""
    return any(reason.stays is not None for reason in candidate.reasons)


def _reasons(candidate: Candidate) -> Iterator[str]:
    for reason in candidate.reasons:
        yield tr("{reason}: {evidence}", reason=chip_of(reason), evidence=readable(told(reason.evidence)))
    if candidate.is_pinned:
        yield tr("Pinned by you, so it is not proposed.")
    elif candidate.is_dismissed:
        yield tr("Dismissed by you until its text changes.")


def _files(found: Shown) -> Sequence[str]:
    lines, files = [], list(found.saving.by_file.items())[:_MOST_FILES]
    names = _names([path for path, _ in files])
    for path, (entries, size) in files:
        name = shown.isolated(names[path])
        what = tr("the file") if path in found.saving.gone else f"−{shown.number(entries)}"
        if entries or path in found.saving.gone:
            lines.append(tr("{name}: {what}, −{size} bytes", name=name, what=what, size=shown.number(size)))
        else:
            lines.append(tr("{name}: its lines, −{size} bytes", name=name, size=shown.number(size)))
    more = len(found.saving.by_file) - _MOST_FILES
    if more > 0:
        lines.append(trn("{n} more file", "{n} more files", more))
    return [*lines, *whys_left_out(found.left_out, _MOST_FILES)]


def _names(paths: Sequence[str]) -> dict[str, str]:
    """Each path by its last parts: a few, and more where two agents keep memory under the same names."""
    names = dict[str, str]()
    for path in paths:
        parts, count = path.split("/"), _LEAST_PARTS
        while any(other != path and other.split("/")[-count:] == parts[-count:] for other in paths):
            count += 1
        names[path] = "/".join(parts[-count:])
    return names
