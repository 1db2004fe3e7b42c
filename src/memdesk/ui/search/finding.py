"""Finds and replaces in the document on screen: in its text as it is now, saved or not."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from memdesk.errors import MemdeskError
from memdesk.layouts.documents import Codec
from memdesk.services.documents.session import DocumentSession
from memdesk.services.search.history_search import places_of
from memdesk.services.search.patterns import Matches, PatternFinder
from memdesk.services.search.queries import Query, check_pattern
from memdesk.text.edits import Edit, Span
from memdesk.text.edits import replace as replacing
from memdesk.text.folding import Folded
from memdesk.ui.actions import ActionTable
from memdesk.ui.attempts import sentence_of, words_of
from memdesk.ui.i18n import tr, trn
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.messages import Message, Messages
from memdesk.ui.search.find_bar import FindBar
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.timers import single_shot

_REST_MS = 60
_MOST_PLACES = 5000


class Finding(QObject):
    """Leads the bar above the document. Expressions are matched by `patterns`, in a worker."""

    def __init__(
        self,
        memory: MemoryScreen,
        actions: ActionTable,
        patterns: PatternFinder,
        tasks: Tasks,
        messages: Messages,
        masks: SecretMasks,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._memory = memory
        self._bar: FindBar = memory.find_bar
        self._actions = actions
        self._patterns = patterns
        self._tasks = tasks
        self._messages = messages
        self._masks = masks
        self._places: Sequence[Span] = ()
        self._has_more = False
        self._current: Span | None = None
        self._found_in = ""
        """The text in which the places are."""
        self._is_asked_anew = False
        """Whether what is looked for is another thing since."""
        self._goes = 0
        """Which way to go once the places are known, as for `step`."""
        self._matches: Newest[Matches] = Newest(tasks)
        self._folded: tuple[str, Folded] | None = None
        self._rest = single_shot(self, _REST_MS, self._find)
        self._connect()

    def _connect(self) -> None:
        self._bar.asked_changed.connect(self._on_asked_changed)
        self._bar.stepped.connect(self.step)
        self._bar.replace_requested.connect(self._replace)
        self._bar.dismissed.connect(self.close)
        self._memory.editor.text_changed.connect(self._on_text_changed)
        self._memory.document_shown.connect(self._on_text_changed)
        self._memory.editor.mode_changed.connect(self._on_mode_changed)
        self._masks.changed.connect(self._on_masks_changed)

    def stop(self) -> None:
        """Find no further."""
        self._rest.stop()

    # Opening and stepping

    def open(self, *, replaces: bool = False) -> None:
        """Show the bar; what is selected in the text is looked for."""
        session = self._memory.open.session
        if session is None:
            return
        selected = self._memory.editor.selected_text
        self._bar.open(replaces=replaces, text="" if "\n" in selected else selected)
        self._bar.allow_replacing(self._why_not(session))
        self._current, self._goes = None, 0
        self._find()

    def close(self) -> None:
        """Hide the bar; the focus goes where the caret is."""
        self._rest.stop()
        self._bar.hide()
        self._memory.editor.show_found(())
        if self._current is not None:
            self._memory.editor.select(self._current, focus=True)
        else:
            self._memory.editor.focus_text()

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) place, around the ends; open the bar where nothing is looked for."""
        if not self._bar.text:
            self.open()
            return
        self._goes = 0
        if not self._is_up_to_date():
            self._goes = by
            return
        if not self._places:
            return
        number = self._number()
        if number is None:
            start = self._memory.editor.caret
            ahead = bisect_left(self._places, Span(start, start))
            number = ahead if by > 0 else ahead - 1
        else:
            number += by
        self._go_to(number % len(self._places))

    def _is_up_to_date(self) -> bool:
        """Whether the places are of what is asked in the text as it is; if not, they are looked for."""
        session = self._memory.open.session
        if session is not None and (self._is_asked_anew or session.text.text != self._found_in):
            self._find()
        return not self._matches.is_running

    def _number(self) -> int | None:
        return self._places.index(self._current) if self._current in self._places else None

    def _go_to(self, number: int) -> None:
        self._current = self._places[number]
        focused = self._bar.window().focusWidget()
        self._memory.editor.select(self._current, focus=True)
        # Rows show their place by the focus; keys go on where they went.
        if self._bar.isVisible() and self._bar.isAncestorOf(focused):
            focused.setFocus()
        self._show_count()

    def _show_count(self) -> None:
        number = self._number()
        self._memory.editor.show_found(self._places if self._bar.isVisible() else (), self._current)
        self._bar.show_count(
            0 if number is None else number + 1,
            len(self._places),
            has_more=self._has_more,
            is_hidden=number is not None and self._is_hidden(self._places[number]),
        )

    def _is_hidden(self, place: Span) -> bool:
        """Whether some of it is below a mask, so that a hit shows, and its words do not."""
        session = self._memory.open.session
        if session is None or not self._masks.is_on:
            return False
        text, node = session.text.text, session.outline().at(place.start)
        around = node.span if node is not None else Span(0, len(text))
        if node is not None and self._masks.is_private and place.end <= node.body.start:
            # Headings and names of fields are titles.
            return False
        hidden = (each.span for each in self._masks.hidden(around.of(text)))
        return any(
            around.start + span.start < place.end and place.start < around.start + span.end for span in hidden
        )

    def _on_masks_changed(self) -> None:
        if self._bar.isVisible():
            self._show_count()

    # Finding

    def _on_asked_changed(self) -> None:
        self._goes, self._current, self._is_asked_anew = 1, None, True
        self._rest.start()

    def _on_text_changed(self) -> None:
        if self._bar.isVisible():
            self._rest.start()

    def _on_mode_changed(self) -> None:
        """Other places can be seen now."""
        self._is_asked_anew = True
        self._on_text_changed()

    def _find(self) -> None:
        session, self._is_asked_anew = self._memory.open.session, False
        if self._matches.is_running:
            self._matches.cancel()
            self._patterns.stop()
        if session is None or not self._bar.text:
            self._take((), has_more=False)
            return
        self._bar.allow_replacing(self._why_not(session))
        try:
            query = self._query()
        except MemdeskError as error:
            self._bar.show_fault(sentence_of(error))
            self._places = ()
            return
        text = self._found_in = session.text.text
        if query.pattern:
            self._matches.attempt(self._matching(text, query), self._on_matched)
        else:
            found = list(places_of(self._fold(text), query.words[0], query))
            self._take(found[:_MOST_PLACES], has_more=len(found) > _MOST_PLACES)

    def _query(self) -> Query:
        """All that is typed is one phrase here, or one expression. Raises `UsageError`."""
        ways, text = self._bar.ways, self._bar.text
        if ways.regex.isChecked():
            return ways.query("")._replace(pattern=check_pattern(text))
        return ways.query("")._replace(words=(text,))

    def _fold(self, text: str) -> Folded:
        if self._folded is None or self._folded[0] is not text:
            self._folded = text, Folded(text)
        return self._folded[1]

    def _matching(self, text: str, query: Query) -> Callable[[], Matches]:
        return lambda: self._patterns.find((text,), query.expression, query.flags, _MOST_PLACES)

    def _on_matched(self, found: Matches | MemdeskError) -> None:
        if isinstance(found, MemdeskError):
            self._places = ()
            self._bar.show_fault(words_of(found))
        else:
            self._take([Span(start, end) for _, start, end in found.found], has_more=found.has_more)

    def _take(self, places: Sequence[Span], *, has_more: bool) -> None:
        self._places, self._has_more = self._memory.editor.shown_only(places), has_more
        places = self._places
        if self._goes and places:
            by, self._goes = self._goes, 0
            self.step(by)
        self._show_count()

    # Replacing

    def _why_not(self, session: DocumentSession) -> str:
        """Why nothing can be replaced here; empty where it can."""
        if session.why_read_only:
            return session.why_read_only
        if session.document.codec is not Codec.LINES:
            search = self._actions.hint("view.search")
            return tr("This agent keeps its text in JSON: replace on the screen {screen}.", screen=search)
        return ""

    def _replace(self, is_all: bool) -> None:
        session = self._memory.open.session
        if session is None or self._why_not(session) or not self._is_up_to_date() or not self._places:
            return
        if self._number() is None and not is_all:
            self.step(1)
            return
        places = list(self._places) if is_all or self._current is None else [self._current]
        places = [place for place in places if _is_free(session, place)]
        if not places:
            words = tr("This belongs to the agent; edit it in the source if that is meant.")
            self._messages.tell(Message(words, subject=session.path))
            return
        query = self._query()
        if not query.pattern:
            self._make(session, places, [self._bar.new_text] * len(places), session.text.text)
            return
        text, template, patterns = session.text.text, self._bar.new_text, self._patterns

        def work() -> list[str]:
            starts = [(0, place.start) for place in places]
            return patterns.expand((text,), query.expression, query.flags, template, starts)

        self._tasks.attempt(work, lambda made: self._on_expanded(session, places, made, text))

    def _on_expanded(
        self, session: DocumentSession, places: Sequence[Span], made: list[str] | MemdeskError, text: str
    ) -> None:
        if isinstance(made, MemdeskError):
            self._messages.tell_error(made, session.path)
        else:
            self._make(session, places, made, text)

    def _make(self, session: DocumentSession, places: Sequence[Span], new: Sequence[str], text: str) -> None:
        """One step of undo, in the buffer; a text that has changed since is left alone."""
        if session.text.text != text:
            self._find()
            return
        edits: list[Edit] = [replacing(text, place, words) for place, words in zip(places, new, strict=True)]
        session.text.replace_all(edits)
        first = places[0].start
        self._memory.editor.go_to(min(first + len(new[0]), len(session.text.text)), focus=False)
        self._current, self._goes = None, int(len(places) == 1)
        self._find()
        words = trn(
            "Replaced {n} place; {keys} takes it back.",
            "Replaced {n} places; {keys} takes it back.",
            len(places),
            keys=self._actions.keys("edit.undo"),
        )
        self._messages.tell(Message(words, subject=session.path))


def _is_free(session: DocumentSession, place: Span) -> bool:
    """Whether what stands there is the user's: no id, owner or time that its agent keeps."""
    node = session.outline().at(place.start)
    return node is None or (node.editable and "locked" not in node.facts)
