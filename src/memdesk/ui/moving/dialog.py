"""The question before something is moved: where to, what it will say there, what is lost and what is there already."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from memdesk.services.moving.moving import Move
from memdesk.services.steps.move_targets import MoveTarget, Proposal
from memdesk.text.document import line_content, split_lines
from memdesk.ui.i18n import listed, sentences, told, tr
from memdesk.ui.memory.step_words import short
from memdesk.ui.moving.target_list import TargetList, TargetModel, where
from memdesk.ui.preview.remarks import WarningList
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.timers import single_shot
from memdesk.ui.widgets.buttons import Button, PrimaryButton
from memdesk.ui.widgets.dialog_foot import DialogFoot
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.fields import FilterField
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame, TextLabel
from memdesk.ui.widgets.lines.line import Line, LineKind
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.menus import PopupMenu

_WIDE, _HIGH = 800, 540
_MARGIN_PX = 40
_LIST_PX = 300
_PAGE_ROWS = 8
_REST_MS = 60
_DUPLICATE_CHARS = 300
_Key = Qt.Key
_STEPS = {_Key.Key_Up: -1, _Key.Key_Down: 1, _Key.Key_PageUp: -_PAGE_ROWS, _Key.Key_PageDown: _PAGE_ROWS}


class MoveDialog(QDialog):
    """Asks where something goes, from `begin` on. Answer `proposal_wanted` with `show_proposal`.

    Signals:
        proposal_wanted: what would come of it there; arguments: a `MoveTarget`, a section or an empty text.
        move_chosen: do it as it is shown; argument: the `Move`.
        save_requested: save these documents first; argument: a tuple of `Document`.
    """

    proposal_wanted = Signal(object, str)
    move_chosen = Signal(object)
    save_requested = Signal(object)

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._window = parent.window()
        self._proposal = Proposal()
        self._section = ""
        self._moves_soon = self._is_told = False
        self.model = TargetModel()
        self.field = FilterField(themes, tr("Filter the documents"), placeholder=tr("Agent, project or file"))
        self.list = TargetList(themes, self.model, self.field)
        self.preview = LinesView(themes, tr("What will be written"))
        self.warnings = WarningList(themes)
        self._heading = ElidedLabel(themes, weight=Weight.DemiBold)
        self._title = ElidedLabel(themes, weight=Weight.DemiBold)
        self._section_button = Button(themes, "", chevron=True)
        self._sections = PopupMenu(themes, self)
        self._nothing = EmptyState(themes, "file-text", "")
        self._pages = QStackedWidget()
        self._note = TextLabel(themes, role="small", tone="text2", wrap=True)
        self.save_button = Button(themes, tr("Save"))
        self.move_button = PrimaryButton(themes, tr("Move"))
        self.copy_button = Button(themes, tr("Copy"))
        self.cancel_button = Button(themes, tr("Cancel"))
        self._rest = single_shot(self, _REST_MS, self._on_rest)
        self.setWindowTitle(tr("Move to"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._lay_out()
        self._connect()
        self._show_nothing()

    def begin(self, name: str, targets: Sequence[MoveTarget]) -> None:
        """Ask where `name` goes, of these."""
        self._heading.set_text(tr("Move “{name}” to", name=name))
        window = self._window.size()
        self.resize(min(_WIDE, window.width() - _MARGIN_PX), min(_HIGH, window.height() - _MARGIN_PX))
        # Not before: Qt lays all rows out whenever the list gets another parent.
        self.model.offer(targets)
        self.list.step(0)

    def choose(self, path: str, section: str = "") -> None:
        """Begin at this document."""
        for row, target in enumerate(self.model.rows):
            if target.document.path == path:
                self._section = section
                self.list.setCurrentIndex(self.model.index(row, 0))
                self._section = section

    @property
    def target(self) -> MoveTarget | None:
        """The document that is chosen."""
        row = self.list.currentIndex().row()
        return self.model.at(row)

    def look_again(self) -> None:
        """Ask anew what would come of it."""
        self._rest.start()

    def show_proposal(self, target: MoveTarget, section: str, proposal: Proposal) -> None:
        """Show what would come of it there, where that is still the question."""
        if target != self.target or section != self._section or self._rest.isActive():
            return
        self._proposal = proposal
        move = proposal.move
        if move is None:
            self._pages.setCurrentWidget(self._nothing)
            heading = tr("It does not fit there.") if proposal.why_not else tr("Save first.")
            self._nothing.set_words(heading, self._themes.masks.shown_sentence(told(proposal.why_not)))
        else:
            self._pages.setCurrentWidget(self.preview)
            lines = [line_content(line) for line in split_lines(move.text)]
            self.preview.set_lines([Line(line, LineKind.ADDED) for line in lines], around=move.around)
        said = _warnings(move, self._themes.masks) if move is not None else ()
        self.warnings.show_warnings(said)
        self.preview.setAccessibleDescription(sentences(*said))
        self._show_sections(proposal)
        self._show_note(proposal)
        moves_soon = self._moves_soon
        self._allow()
        if moves_soon and move is not None and move.duplicate is None:
            self.move_button.click()

    def _show_sections(self, proposal: Proposal) -> None:
        move = proposal.move
        self._section_button.setVisible(bool(proposal.sections))
        chosen = (move.section if move is not None else "") or self._section
        self._section_button.setText(chosen or tr("Section"))
        self._section_button.setAccessibleName(tr("Section: {name}", name=chosen or tr("as it suits")))
        self._sections.clear()
        for name in proposal.sections:
            action = self._sections.add_literal(name)
            action.setCheckable(True)
            action.setChecked(name == chosen)
            action.triggered.connect(lambda _checked=False, name=name: self._on_section_chosen(name))

    def _show_note(self, proposal: Proposal) -> None:
        words = ""
        if proposal.unsaved:
            names = listed(document.title for document in proposal.unsaved)
            words = tr("Unsaved changes of {names} would not come along.", names=names)
        elif proposal.why_stays and proposal.move is not None:
            why = self._themes.masks.shown_sentence(told(proposal.why_stays))
            words = tr("It can be copied only: {why}", why=why)
        self._note.setText(words)
        self._note.setVisible(bool(words))
        self.save_button.setVisible(bool(proposal.unsaved))

    def _allow(self, *, is_known: bool = True) -> None:
        self._moves_soon, self._is_told = False, is_known
        move = self._proposal.move if is_known else None
        can_copy = move is not None and not self._proposal.unsaved
        self.copy_button.setEnabled(can_copy)
        self.move_button.setEnabled(can_copy and move is not None and not move.is_copy)

    def _show_nothing(self) -> None:
        """No document is chosen: none is there, or none is called so."""
        self._proposal = Proposal()
        said = self.field.text()
        self._title.set_text("")
        self._pages.setCurrentWidget(self._nothing)
        sentence = tr("No document is called “{text}”.", text=short(said)) if said else ""
        self._nothing.set_words(
            tr("Nothing fits."), sentence or tr("No other document can take it. Open another folder first.")
        )
        self.warnings.show_warnings(())
        self._show_sections(self._proposal)
        self._show_note(self._proposal)
        self._allow()

    # Laying out

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = PlaneFrame("header")
        inside = QHBoxLayout(head)
        inside.setContentsMargins(16, 12, 16, 12)
        inside.addWidget(self._heading, 1)
        column.addWidget(head)
        body = PlaneFrame("panel")
        halves = QHBoxLayout(body)
        halves.setContentsMargins(16, 12, 16, 12)
        halves.setSpacing(16)
        halves.addLayout(self._make_left())
        halves.addLayout(self._make_right(), 1)
        column.addWidget(body, 1)
        self.move_button.setDefault(True)
        last = (self.copy_button, self.move_button)
        column.addWidget(DialogFoot(self._themes, (self.cancel_button,), last))

    def _make_left(self) -> QVBoxLayout:
        left = QVBoxLayout()
        left.setSpacing(8)
        for widget in (self.field, self.list):
            widget.setFixedWidth(_LIST_PX)
            left.addWidget(widget)
        return left

    def _make_right(self) -> QVBoxLayout:
        right = QVBoxLayout()
        right.setSpacing(8)
        top = QHBoxLayout()
        top.addWidget(self._title, 1)
        top.addWidget(self._section_button)
        self._section_button.setMenu(self._sections)
        self._pages.addWidget(self.preview)
        self._pages.addWidget(self._nothing)
        note = QHBoxLayout()
        note.setSpacing(8)
        note.addWidget(self._note, 1)
        note.addWidget(self.save_button)
        right.addLayout(top)
        right.addWidget(self._pages, 1)
        right.addWidget(self.warnings)
        right.addLayout(note)
        return right

    def _connect(self) -> None:
        self.field.installEventFilter(self)
        self.list.installEventFilter(self)
        self.field.textChanged.connect(self._on_filter_changed)
        self.field.list_requested.connect(lambda: self.list.step(1))
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.list.doubleClicked.connect(lambda _index: self.move_button.click())
        self.cancel_button.clicked.connect(self.reject)
        self.move_button.clicked.connect(lambda: self._choose(is_copy=False))
        self.copy_button.clicked.connect(lambda: self._choose(is_copy=True))
        self.save_button.clicked.connect(lambda: self.save_requested.emit(self._proposal.unsaved))

    # Slots

    def _is_early(self, event: QKeyEvent) -> bool:
        """Whether Enter was pressed while it is still to be told what would come of it."""
        is_enter = event.key() in (_Key.Key_Return, _Key.Key_Enter)
        return is_enter and self.target is not None and not self._is_told

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The field keeps the focus: what moves in the list moves there, and Escape closes where nothing is typed.

        Enter moves as soon as it is known what would come of it, but not unseen to where it is already.
        """
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._is_early(event):
            self._moves_soon = True
            return True
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            by = _STEPS.get(Qt.Key(event.key()))
            if by is not None:
                self.list.step(by)
                return True
            if event.key() == _Key.Key_Escape and not self.field.text():
                self.reject()
                return True
        return super().eventFilter(watched, event)

    def _on_filter_changed(self, text: str) -> None:
        self.model.set_filter(text)
        if self.model.rowCount():
            self.list.step(0)
        else:
            self._show_nothing()

    def _on_current_changed(self) -> None:
        self._section = ""
        target = self.target
        if target is not None:
            self._title.set_text(f"{target.document.title} · {where(target)} · {target.agent}")
            # What another document was refused for is not said of this one.
            self._nothing.set_words(tr("Working it out…"))
            self._allow(is_known=False)
            self._rest.start()

    def _on_section_chosen(self, name: str) -> None:
        self._section = name
        self._allow(is_known=False)
        self._rest.start()

    def _on_rest(self) -> None:
        target = self.target
        # What is asked once it has closed would be told to a dialog that is deleted.
        if target is not None and self.isVisible():
            self.proposal_wanted.emit(target, self._section)

    def _choose(self, *, is_copy: bool) -> None:
        move = self._proposal.move
        if move is not None:
            self.move_chosen.emit(move.as_copy() if is_copy and not move.is_copy else move)
            self.accept()


def _warnings(move: Move, masks: SecretMasks) -> tuple[str, ...]:
    """What is there already, and what finds no place."""
    lost = tuple(masks.shown_sentence(told(one)) for one in move.lost)
    if move.duplicate is None:
        return lost
    said = " ".join(masks.shown_in(move.duplicate_text, move.around).split())
    said = said if len(said) <= _DUPLICATE_CHARS else f"{said[: _DUPLICATE_CHARS - 1]}…"
    words = (
        tr("It is there already: “{text}”", text=said)
        if move.is_same
        else tr("Nearly the same is there already: “{text}”", text=said)
    )
    return (words, *lost)
