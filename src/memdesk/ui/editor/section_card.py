"""One section on a card: its head, its text, what an agent would do to it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from memdesk.text.edits import Span
from memdesk.text.outline import NodeKind
from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.editor.card_head import TEXT_LEFT_PX, CardHead
from memdesk.ui.editor.head_facts import HeadFacts
from memdesk.ui.editor.requests import EditorRequests
from memdesk.ui.editor.section_lines import SectionLines
from memdesk.ui.editor.session import NO_MARK, Loss, NodeId, SectionMark
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.editor.source_view import SourceView
from memdesk.ui.editor.warnings import underline_spans
from memdesk.ui.i18n import told, tr
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.found_mark import FoundMark
from memdesk.ui.widgets.notices import Strip

LONG_SECTION_LINES = 400
"""A longer section is shown as source, in a view that lays out only what is seen."""

LONG_BODY_PX = 480
TEXT_RIGHT_PX = 14
TEXT_BOTTOM_PX = 15
_STRIP_TOP_PX = 16

_READABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard

Body = CardBody | SourceView


class SectionCard(QFrame):
    """Shows one section; `section` says which lines it is. The body is made when the card opens for the first time."""

    body_made = Signal()
    """There is a new `body`."""
    caret_entered = Signal()
    caret_left = Signal()
    fold_changed = Signal()
    add_text_requested = Signal()
    drag_moved = Signal(object)
    """The card is dragged by its head; the pointer is at this place of the screen (`QPoint`)."""
    drag_ended = Signal()
    drag_given_up = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        shown: ShownText,
        requests: EditorRequests,
        section: SectionLines,
        *,
        why_locked: str = "",
        folded: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._shown = shown
        self._requests = requests
        self.section = section
        self._why_locked = why_locked
        self._folded = folded
        self._mark = NO_MARK
        self._losses: tuple[Loss, ...] = ()
        self._losses_revision = -1
        self._has_caret = False
        self.body: Body | None = None
        self._strip: Strip | None = None
        self._strip_box = QVBoxLayout()
        self.setObjectName("card")
        self.setProperty("locked", bool(why_locked))
        self._head = CardHead(themes, self._facts(), self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)
        self._column.addWidget(self._head)
        self._connect_head()
        if not folded:
            self._make_body()
            self._column.setContentsMargins(1, 1, 1, TEXT_BOTTOM_PX)
        requests.found_shown.connect(self._show_found)
        self._show_found()

    @property
    def node_id(self) -> NodeId:
        """Key and occurrence of the section."""
        return self.section.node_id

    @property
    def title(self) -> str:
        """The heading, or what stands for it above the text before the first heading."""
        if self.section.node.kind is NodeKind.PREAMBLE:
            return tr("Before the first section")
        return told(self.section.node.title) or tr("(no heading)")

    @property
    def facts(self) -> HeadFacts:
        """What the head says."""
        return self._head.facts

    @property
    def live_lines(self) -> tuple[int, int] | None:
        """First line and count that the text shows now; None where none was ever shown, or it is broken."""
        if self.body is None or self.body.bridge.broken:
            return None
        return self.body.bridge.first, self.body.bridge.count

    @property
    def stops(self) -> Sequence[QWidget]:
        """What Tab stops at, in the order of reading."""
        body = [self.body] if self.body is not None else []
        return [*self._head.stops, *body, *(self._strip.findChildren(Button) if self._strip else ())]

    @property
    def folded(self) -> bool:
        """Whether only the head can be seen."""
        return self._folded

    def set_folded(self, folded: bool) -> None:
        """Show the head alone, or the text too."""
        if folded == self._folded:
            return
        self._folded = folded
        if folded and self.body is not None and self.body.hasFocus():
            self._head.focus_fold()
        body = self.body or (None if folded else self._make_body())
        if body is not None:
            body.setVisible(not folded)
        self._show_strip()
        self._column.setContentsMargins(1, 1, 1, 1 if folded else TEXT_BOTTOM_PX)
        self._say()
        self._show_found()
        self.fold_changed.emit()

    def set_section(self, section: SectionLines) -> None:
        """Show another state of the section. Text that the widget already shows is not touched."""
        is_said = _said_of(section) == _said_of(self.section)
        self.section = section
        if self.body is not None:
            if self.live_lines != (section.first, section.count):
                self.body.bridge.show_lines(section.first, section.count)
            if self._is_wrong_kind(self.body) and not self.body.hasFocus():
                self._replace_body(self.body)
        if not is_said:
            self._name_body()
            self._say()

    def set_mark(self, mark: SectionMark) -> None:
        """Say what is known of the section beside its text."""
        if mark == self._mark:
            return
        if mark.clash != self._mark.clash:
            self.setProperty("clash", mark.clash)
            self.update()
        self._mark = mark
        self._say()

    def set_changed_lines(self, runs: Sequence[tuple[int, int]]) -> None:
        """Mark these runs of lines, counted from the first shown line, as changed since the last save."""
        if self.body is not None:
            self.body.set_changed_lines(runs)

    def set_losses(self, losses: Sequence[Loss]) -> None:
        """Say what an agent would do to the section, worst first, and underline where."""
        before = self._losses
        self._losses, self._losses_revision = tuple(losses), self._shown.text.revision
        if not before and not losses:
            return
        if self._losses and self._strip is None:
            self._make_strip()
        if self._losses and self._strip is not None:
            worst = self._losses[0]
            self._strip.show_warning(
                told(worst.message),
                fixable=self._can_fix(worst),
                more=len(self._losses) - 1,
                is_problem=worst.is_problem,
            )
        self._show_strip()
        self._underline()
        self._say()

    def focus_text(self) -> None:
        """Open the card and put the focus into its text."""
        self.set_folded(False)
        if self.body is not None:
            self.body.setFocus(Qt.FocusReason.OtherFocusReason)

    def ask_for_heading(self) -> None:
        """Ask for another heading where it stands."""
        self._requests.naming.emit()
        self._head.ask_for_title(self.section.node.title)

    def settle_layout(self) -> None:
        """Lay out now what would be laid out at the next event."""
        self._column.activate()

    @property
    def head_rect(self) -> QRect:
        """Where the heading is on the card."""
        return self._head.geometry()

    @property
    def heading_mark(self) -> FoundMark:
        """How the heading is marked for what was found in it, or below it where the card is folded."""
        return self._head.found

    def _show_found(self) -> None:
        text, section, found = self._shown.text, self.section, self._requests.found
        end = section.end if self._folded else section.top
        is_of_this = bool(found.spans) and found.text == text.text
        spans = found.within(text.start(section.start), text.start(end)) if is_of_this else ()
        self._head.set_found(found.mark_of(spans))

    def close_text(self) -> None:
        """Let go of the text, for good."""
        if self.body is not None:
            self.body.bridge.close()

    # The body

    def _make_body(self) -> Body:
        section = self.section
        kind = SourceView if section.count > LONG_SECTION_LINES else CardBody
        body = kind(self._themes, self._shown, section.first, section.count, self)
        body.bridge.most_growth = LONG_SECTION_LINES
        if isinstance(body, SourceView):
            body.setFixedHeight(LONG_BODY_PX)
        if self._why_locked:
            body.setReadOnly(True)
            body.setTextInteractionFlags(_READABLE)
        # Margins of the body, not of the layout: a click beside the text still goes into it.
        body.set_margins(TEXT_LEFT_PX, TEXT_RIGHT_PX - 1)
        self._column.insertWidget(1, body)
        body.focus_changed.connect(self._on_focus_changed)
        body.menu_requested.connect(lambda place: self._requests.text_menu_requested.emit(body, place))
        body.input.undo_requested.connect(self._requests.undo_requested)
        body.input.redo_requested.connect(self._requests.redo_requested)
        body.bridge.lines_changed.connect(self._say)
        self.body = body
        self._name_body()
        self._underline()
        self.body_made.emit()
        return body

    def _name_body(self) -> None:
        if self.body is not None:
            self.body.setAccessibleName(plain_name(self.title))

    def _is_wrong_kind(self, body: Body) -> bool:
        return isinstance(body, CardBody) == (self.section.count > LONG_SECTION_LINES)

    def _replace_body(self, old: Body) -> None:
        old.bridge.close()
        self._column.removeWidget(old)
        old.deleteLater()
        self._make_body().setVisible(not self._folded)

    def _underline(self) -> None:
        """Underline where the losses are; later their spans are of another text, but the lines go along with it."""
        if self.body is not None and self._losses_revision == self._shown.text.revision:
            spans: list[Span] = [loss.span for loss in self._losses if loss.is_problem]
            underline_spans(self.body, self.body.bridge, spans, self._themes.theme)

    # The strip

    def _make_strip(self) -> None:
        strip = Strip(self._themes, parent=self)
        strip.why_requested.connect(lambda: self._ask(self._requests.why_requested))
        strip.fix_requested.connect(lambda: self._ask(self._requests.repair_requested))
        strip.more_requested.connect(lambda: self._requests.more_losses_requested.emit(*self.node_id))
        self._strip_box.addWidget(strip)
        self._column.addLayout(self._strip_box)
        self._strip = strip

    def _ask(self, request: SignalInstance) -> None:
        """Ask something about the worst loss; it may have gone while its button was held down."""
        if self._losses:
            request.emit(self._losses[0])

    def _show_strip(self) -> None:
        if self._strip is None:
            return
        is_shown = bool(self._losses) and not self._folded
        self._strip.setVisible(is_shown)
        left, right = TEXT_LEFT_PX, TEXT_RIGHT_PX - 2
        if self.isRightToLeft():
            left, right = right, left
        # A layout takes the room of its margins also while all in it is hidden.
        self._strip_box.setContentsMargins(left, _STRIP_TOP_PX if is_shown else 0, right, 0)

    def _can_fix(self, loss: Loss) -> bool:
        return bool(loss.repair) and not self._why_locked

    # The head

    def _connect_head(self) -> None:
        head = self._head
        head.fold_requested.connect(lambda: self.set_folded(not self._folded))
        head.add_text_requested.connect(self.add_text_requested)
        head.drag_moved.connect(self.drag_moved)
        head.drag_ended.connect(self.drag_ended)
        head.drag_given_up.connect(self.drag_given_up)
        head.title_given.connect(lambda title: self._requests.rename_requested.emit(*self.node_id, title))
        head.title_kept.connect(self._requests.naming_given_up)
        head.revert_requested.connect(lambda: self._ask_by_name(self._requests.revert_requested))
        head.menu_requested.connect(
            lambda place: self._ask_by_name(self._requests.card_menu_requested, place)
        )

    def _ask_by_name(self, request: SignalInstance, *facts: object) -> None:
        """Ask something about the section, by the name that it has now, if it is still there."""
        self._requests.naming.emit()
        if not self.isHidden():
            request.emit(*self.node_id, *facts)

    def _facts(self) -> HeadFacts:
        mark, node = self._mark, self.section.node
        count = self.body.bridge.count if self.body is not None else self.section.count
        writing = mark.unsaved and self._has_caret
        meta = tr("you · editing") if writing else mark.meta
        return HeadFacts(
            title=plain_name(self.title),
            line_count=count,
            empty=not count and "chapter" not in node.facts,
            folded=self._folded,
            unsaved=mark.unsaved,
            clash=mark.clash,
            changed=mark.changed,
            warned=self._folded and any(loss.is_problem for loss in self._losses),
            kept=node.facts.get("known") == "no" and not self._losses,
            why_locked=self._why_locked,
            meta=meta,
            spoken_meta=meta if writing else mark.spoken,
            pinned=mark.pinned,
        )

    def _say(self) -> None:
        self._head.set_facts(self._facts())

    # Slots

    def _on_focus_changed(self, has_focus: bool) -> None:
        self._has_caret = has_focus
        self.setProperty("caret", has_focus)
        self.update()
        self._say()
        (self.caret_entered if has_focus else self.caret_left).emit()


def _said_of(section: SectionLines) -> tuple[object, ...]:
    """What of a section its head says, which is much the same for tens of cards as lines come and go above them."""
    return section.node.kind, section.node.title, section.node.facts, section.count
