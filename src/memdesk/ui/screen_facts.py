"""What the status bar says of the screen in front, beside what it says of the disk: how much there is to be done."""

from __future__ import annotations

from PySide6.QtCore import QObject

from memdesk.services.inbox.items import paths_of
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.parts import Parts
from memdesk.ui.screens import FIRST_RUN, HISTORY, INBOX, PROBLEMS, PRUNE, SEARCH
from memdesk.ui.search.rows import HitRow
from memdesk.ui.timers import single_shot

_Facts = tuple[str, str]


class ScreenFacts(QObject):
    """Keeps the two facts of the screen in front of `parts` true: one in the middle, one at the end."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._parts = parts
        self._looked_in = 0
        self._soon = single_shot(self, 0, self.show)
        """A look changes several of them, and what they come to is counted anew each time."""
        parts.opening.found.connect(self._on_found)
        for changed in (
            parts.window.badge_changed,
            parts.inbox.counted,
            parts.pruning.looked,
            parts.problems.looked,
            parts.history.counted,
            parts.searching.found_changed,
            parts.window.screen_changed,
        ):
            changed.connect(self._on_changed)

    def _on_changed(self, *_told: object) -> None:
        # Not the timer itself: it would take a number that is told for its delay.
        self._soon.start()

    def show(self) -> None:
        """Say everything anew."""
        facts = {
            FIRST_RUN: self._of_first_run,
            INBOX: self._of_inbox,
            PRUNE: self._of_prune,
            SEARCH: self._of_search,
            PROBLEMS: self._of_problems,
            HISTORY: self._of_history,
        }
        of_screen = facts.get(self._parts.window.screen_name)
        with self._parts.window.status.held():
            self._parts.status.show_screen(*(of_screen() if of_screen is not None else ("", "")))

    def _on_found(self, places: int) -> None:
        self._looked_in = places
        self.show()

    def _of_first_run(self) -> _Facts:
        places = self._looked_in
        looked = trn("Looked in {n} place", "Looked in {n} places", places, n=shown.number(places))
        has_roots = bool(self._parts.desk.workspace.roots)
        return looked if places else "", "" if has_roots else tr("No files open")

    def _of_inbox(self) -> _Facts:
        items = self._parts.inbox.waiting
        files = len(set(paths_of(items)))
        pinned = sum(item.is_pin_broken for item in items)
        changes = trn("{n} change to review", "{n} changes to review", len(items), n=shown.number(len(items)))
        words = tr("{changes} in {files}", changes=changes, files=_files(files)) if items else ""
        if pinned:
            return words, trn("{n} pinned entry changed", "{n} pinned entries changed", pinned)
        return words, tr("No agent is waiting")

    def _of_prune(self) -> _Facts:
        found = self._parts.pruning.found
        count = self._parts.pruning.proposed
        candidates = trn("{n} candidate", "{n} candidates", count, n=shown.number(count))
        words = tr("{candidates}, {files} checked", candidates=candidates, files=_files(len(found.documents)))
        return words if found.documents else "", tr("Nothing is removed until you apply")

    def _of_search(self) -> _Facts:
        rows = self._parts.searching.screen.hits.found.rows
        hits = sum(isinstance(row, HitRow) for row in rows)
        documents = len(rows) - hits
        found = trn("{n} hit", "{n} hits", hits, n=shown.number(hits))
        inside = trn("in {n} document", "in {n} documents", documents, n=shown.number(documents))
        words = tr("{hits} {inside}", hits=found, inside=inside) if hits else ""
        return words, tr("There are more") if hits and self._parts.searching.is_cut_short else ""

    def _of_history(self) -> _Facts:
        history = self._parts.history
        if history.screen.mode == "trash":
            count = len(history.screen.trash.trash.rows)
            entries = trn("Trash: {n} entry", "Trash: {n} entries", count, n=shown.number(count))
            if history.is_trash_whole:
                return entries, ""
            # The rest is looked for once the end of the list comes into view.
            return entries, tr("Still looking") if history.is_trash_looking else tr(
                "Scroll down for older ones"
            )
        count = history.version_count
        versions = trn("{n} version", "{n} versions", count, n=shown.number(count))
        is_narrowed = history.screen.is_narrowed
        return versions if count else "", tr("Filters leave the others out") if is_narrowed else ""

    def _of_problems(self) -> _Facts:
        report = self._parts.problems.report
        count = len(report.problems)
        problems = trn("{n} problem", "{n} problems", count, n=shown.number(count))
        words = tr("{problems}, {files} checked", problems=problems, files=_files(report.files))
        ignored = len(report.ignored)
        return words if report.files else "", trn("{n} ignored", "{n} ignored", ignored) if ignored else ""


def _files(count: int) -> str:
    return trn("{n} file", "{n} files", count, n=shown.number(count))
