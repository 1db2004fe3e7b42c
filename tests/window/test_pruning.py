"""The screen "Prune", by real keys: tick, let go, undo, dismiss, tune, and what changed meanwhile."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from memdesk.services.prune import step as prune_step
from memdesk.services.prune.prune import Candidate, Candidates
from memdesk.services.prune.reasons.reason import Rule
from memdesk.store.locks import DocumentLocks
from memdesk.store.progress import Progress
from memdesk.store.several_files import _LOCK
from memdesk.ui.prune import pruning as pruning_module
from memdesk.ui.prune.listed import Known, Listed
from memdesk.ui.prune.model import Column
from memdesk.ui.prune.pruning import REST_MS
from memdesk.ui.prune.weights import WeightsDialog
from memdesk.ui.widgets.buttons import LinkButton, PrimaryButton
from memdesk.ui.widgets.labels import TextLabel
from tests.patience import PATIENCE_S
from tests.window.conftest import Start
from tests.window.inside import CONTROL, NONE, SHIFT, InsideProgram, Key, words_in
from tests.window.test_quick_note import add, asked, typed
from tests.window.test_stopping import part, told

ENTRIES = """## project

- Staging is reset every Monday at six, ask before *(2026-11-08T07:10:00Z)*
- Staging is reset each Monday at six, ask before *(2026-10-11T16:42:09Z)*
- The billing code lives in the legacy branch *(2026-02-11T16:42:09Z)*
- The openapi client is generated *(2026-11-11T16:42:09Z)*

## debug

- The worker leaked file handles *(2026-10-01T16:42:09Z)*
"""
OTHER = "## general\n\n- TBD *(2026-11-01T09:00:00Z)*\n- Prices are with tax *(2026-11-02T09:00:00Z)*\n"
_UNITS = {"entry", "bytes", "tokens per prompt"}


class Painted(QObject):
    """Counts how often something is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - as Qt calls it
        self.count += event.type() is QEvent.Type.Paint
        return False


class Pruning:
    """The screen of a running program."""

    def __init__(self, program: InsideProgram) -> None:
        self.program = program
        self.overview = program.program.pruning
        self.screen = self.overview.screen
        self.table = self.screen.table

    def come(self) -> None:
        """Bring the screen to the front by its key."""
        self.program.key(Key.Key_3, CONTROL)
        self.look()

    def look(self) -> None:
        """Wait until the list is true."""
        self.program.wait_until(lambda: self.overview.is_true, what="the list of candidates")
        self.program.settle()

    def key(self, key: Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        """Press a key in the table."""
        self.program.wait_until(self.table.hasFocus, what="the focus in the table")
        QTest.keyClick(self.table, key, modifier)

    @property
    def rows(self) -> tuple[Candidate, ...]:
        """What is listed."""
        return self.screen.candidates.rows

    @property
    def header(self) -> str:
        """How the tick in the header is."""
        return self.screen.candidates.state.name

    @property
    def texts(self) -> list[str]:
        """What the rows say."""
        return [row.entry.text for row in self.rows]

    def order(self, words: str) -> None:
        """Choose another order in its menu."""
        menu = self.screen.order.menu()
        menu.aboutToShow.emit()
        next(action for action in menu.actions() if action.text() == words).trigger()

    def go_to(self, words: str) -> None:
        """Walk to a row by Up and Down."""
        place = next(number for number, text in enumerate(self.texts) if words in text)
        self.key(Key.Key_Home, CONTROL)
        for _ in range(place):
            self.key(Key.Key_Down)
        current = self.table.current
        assert current is not None
        assert words in current.entry.text


@pytest.fixture
def files(home: Path) -> tuple[Path, Path]:
    root = home / ".local/state/ub/memory"
    paths = (root / "1111111111111111/memory.md", root / "2222222222222222/memory.md")
    for path, text in zip(paths, (ENTRIES, OTHER), strict=True):
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return paths


@pytest.fixture
def pruning(start: Start, files: tuple[Path, Path]) -> Pruning:
    pruning = Pruning(start(files[0].parent.parent))
    pruning.come()
    return pruning


def test_what_is_ticked_goes_in_one_step_and_ctrl_z_brings_it_back(
    pruning: Pruning, files: tuple[Path, Path]
) -> None:
    assert not pruning.screen.candidates.ticked
    assert {"TBD", "The worker leaked file handles"} <= set(pruning.texts)
    pruning.go_to("TBD")
    pruning.key(Key.Key_Space)
    pruning.go_to("leaked file handles")
    pruning.key(Key.Key_Space)
    assert len(pruning.screen.candidates.ticked) == 2
    pruning.program.wait_until(lambda: "frees" in words_in(pruning.screen), what="the saving")
    pruning.key(Key.Key_Delete)
    pruning.program.wait_until(lambda: "2 moved to trash." in words_in(pruning.screen), what="the removal")
    assert "TBD" not in files[1].read_text()
    pruning.look()
    assert "leaked" not in files[0].read_text()
    assert not {"TBD", "The worker leaked file handles"} & set(pruning.texts)
    pruning.program.key(Key.Key_Z, CONTROL)
    pruning.program.wait_until(lambda: files[1].read_text() == OTHER, what="the undo")
    pruning.program.wait_until(lambda: files[0].read_text() == ENTRIES, what="the undo of the other file")
    pruning.program.wait_until(lambda: "TBD" in pruning.texts, what="the row that came back")


def test_scopes_of_one_name_are_told_apart_by_the_names_of_their_agents(start: Start, home: Path) -> None:
    facts, evva = home / ".claude/projects/-srv-api/memory", home / ".evva/projects/-srv-api"
    for folder, name, text in (
        (facts, "MEMORY.md", "# Memory\n\n- [port](port.md) - where it listens\n"),
        (facts, "port.md", "---\nname: port\ndescription: where it listens\n---\n\nIt listens on 8080.\n"),
        (evva, "MEMORY.md", "## Project facts\nIt has two workers.\n"),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
        os.utime(folder / name, (1_700_000_000, 1_700_000_000))
    pruning = Pruning(start(home / ".claude", home / ".evva"))
    pruning.come()
    rows = pruning.screen.choices.list.choices.rows
    names = [row.title for row in rows if row.kind == "scope"]
    assert sorted(names) == ["-srv-api (Claude Code)", "-srv-api (evva)"]


def test_what_other_ticks_saved_is_not_said_of_these(pruning: Pruning) -> None:
    pruning.go_to("TBD")
    pruning.key(Key.Key_Space)
    pruning.program.wait_until(lambda: "1 entry" in words_in(pruning.screen.detail), what="the saving")
    pruning.screen.detail.show_pending(2)
    told = words_in(pruning.screen.detail)
    assert "All 2 ticked entries" in told
    assert "1 entry" not in told


def test_files_of_two_roots_with_the_same_names_are_told_apart(
    start: Start, files: tuple[Path, Path], tmp_path: Path
) -> None:
    files[1].unlink()
    other = tmp_path / "elsewhere" / "state/ub/memory/1111111111111111/memory.md"
    other.parent.mkdir(parents=True)
    other.write_text(OTHER)
    pruning = Pruning(start(files[0].parent.parent, other.parent.parent))
    pruning.come()
    for entry in ("TBD", "leaked file handles"):
        pruning.go_to(entry)
        pruning.key(Key.Key_Space)
    pruning.program.wait_until(lambda: "frees" in words_in(pruning.screen), what="the saving")
    shown = words_in(pruning.screen)
    assert ".local/state/ub/memory/1111111111111111/memory.md" in shown
    assert "elsewhere/state/ub/memory/1111111111111111/memory.md" in shown


@pytest.mark.parametrize("many", [0, 2_000])
def test_what_went_is_off_the_list_before_the_next_look(
    pruning: Pruning, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    """Of many a worker takes it out."""
    monkeypatch.setattr(pruning_module, "MANY", many)
    before = len(pruning.rows)
    pruning.go_to("TBD")
    pruning.key(Key.Key_Space)
    # No look follows: what the list says now is all that it will ever say.
    pruning.overview.stop()
    pruning.key(Key.Key_Delete)
    pruning.program.wait_until(lambda: "TBD" not in files[1].read_text(), what="the removal")
    pruning.program.wait_until(lambda: "TBD" not in pruning.texts, what="the row to go")
    assert len(pruning.rows) == before - 1
    assert pruning.screen.heading == f"{before - 1} candidates"
    assert pruning.screen.choices.list.choices.rows[0].how_many == before - 1
    assert not pruning.screen.candidates.ticked


def test_what_some_save_is_given_up_once_others_are_ticked(
    pruning: Pruning, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Progress] = []
    prepare = prune_step.prepare

    def note(steps: Any, disk: Any, chosen: Any, looked_at: Any, progress: Progress) -> Any:
        asked.append(progress)
        return prepare(steps, disk, chosen, looked_at, progress)

    monkeypatch.setattr(prune_step, "prepare", note)
    pruning.key(Key.Key_Space)
    pruning.program.wait_until(lambda: asked, what="the first look")
    pruning.key(Key.Key_Down)
    pruning.key(Key.Key_Space)
    assert not asked[0].is_wanted
    pruning.program.wait_until(lambda: len(asked) > 1, what="the second look")
    pruning.program.wait_until(lambda: "frees" in words_in(pruning.screen), what="the saving of both")
    assert [one.is_wanted for one in asked] == [False, True]


def test_what_is_painted_again_is_what_would_be_painted_anew(pruning: Pruning) -> None:
    table, themes = pruning.table, pruning.program.program.themes
    pruning.program.settle()
    first = table.grab().toImage()
    assert table.grab().toImage() == first
    themes.masks.set_private(True)
    hidden = table.grab().toImage()
    assert hidden != first
    themes.masks.set_private(False)
    assert table.grab().toImage() == first
    table.resize(300, table.height())
    narrow = table.grab().toImage()
    themes.masks.changed.emit()
    assert table.grab().toImage() == narrow


def test_a_table_of_another_width_is_painted_once(pruning: Pruning) -> None:
    table, painted = pruning.table, Painted()
    pruning.program.settle()
    table.viewport().installEventFilter(painted)
    table.resize(table.width() - 20, table.height())
    pruning.program.wait_until(lambda: painted.count > 0, what="the table")
    pruning.program.settle()
    QTest.qWait(50)
    assert painted.count == 1
    right = table.columnViewportPosition(Column.SIZE) + table.columnWidth(Column.SIZE)
    assert right == table.viewport().width()


def test_what_is_ticked_stays_so_where_the_removal_is_stopped(
    pruning: Pruning, files: tuple[Path, Path]
) -> None:
    program = pruning.program
    pruning.go_to("TBD")
    pruning.key(Key.Key_Space)
    with DocumentLocks(program.desk.folders.locks).held(_LOCK):
        pruning.key(Key.Key_Delete)
        program.wait_until(lambda: part(program, "Stop"), what="the way to stop it")
        files[1].write_text("## general\n")  # as a step leaves it that is taken back later
        QTest.qWait(3 * REST_MS)
        files[1].write_text(OTHER)
        program.click("Stop")
    program.wait_until(lambda: "Stopped: nothing was changed." in told(program), what="the end")
    pruning.look()
    assert "TBD" in pruning.texts
    assert len(pruning.screen.candidates.ticked) == 1


def test_where_nothing_is_ticked_it_is_said_how_to(pruning: Pruning, files: tuple[Path, Path]) -> None:
    pruning.key(Key.Key_Delete)
    assert pruning.program.said("Nothing is ticked. Space ticks the entry that is chosen.")
    assert (files[0].read_text(), files[1].read_text()) == (ENTRIES, OTHER)


def test_the_way_back_in_the_footer_is_that_of_what_it_names(
    pruning: Pruning, files: tuple[Path, Path]
) -> None:
    program = pruning.program
    pruning.go_to("TBD")
    pruning.key(Key.Key_Space)
    pruning.key(Key.Key_Delete)
    program.wait_until(lambda: "1 moved to trash" in words_in(pruning.screen), what="the removal")
    asked(program)
    typed(program, "Deploys go out on Fridays")
    add(program)

    def noted() -> bool:
        return any("Deploys go out" in path.read_text() for path in files[0].parent.parent.rglob("*.md"))

    assert noted()
    (link,) = [one for one in pruning.screen.findChildren(LinkButton) if one.text() == "Undo"]
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    program.wait_until(lambda: files[1].read_text() == OTHER, what="the undo")
    assert noted()
    assert "moved to trash" not in words_in(pruning.screen)


def test_the_footer_names_nothing_that_was_undone_elsewhere(
    pruning: Pruning, files: tuple[Path, Path]
) -> None:
    pruning.go_to("TBD")
    pruning.key(Key.Key_Space)
    pruning.key(Key.Key_Delete)
    pruning.program.wait_until(lambda: "1 moved to trash" in words_in(pruning.screen), what="the removal")
    pruning.program.key(Key.Key_Z, CONTROL)
    pruning.program.wait_until(lambda: files[1].read_text() == OTHER, what="the undo")
    pruning.program.wait_until(lambda: "moved to trash" not in words_in(pruning.screen), what="the footer")


def test_shift_extends_and_ctrl_a_ticks_what_the_filter_shows(pruning: Pruning) -> None:
    pruning.key(Key.Key_Home, CONTROL)
    pruning.key(Key.Key_Down, SHIFT)
    pruning.key(Key.Key_Space)
    assert len(pruning.screen.candidates.ticked) == 2
    assert pruning.header == "PartiallyChecked"
    pruning.key(Key.Key_A, CONTROL)
    assert pruning.header == "Checked"
    assert len(pruning.screen.candidates.ticked) == len(pruning.rows)
    pruning.key(Key.Key_A, CONTROL)
    assert not pruning.screen.candidates.ticked
    choices = pruning.screen.choices.list
    row = next(n for n, one in enumerate(choices.choices.rows) if one.value == Rule.BOILERPLATE)
    choices.setFocus()
    while choices.currentIndex().row() < row:
        QTest.keyClick(choices, Key.Key_Down)
    assert pruning.texts == ["TBD"]
    pruning.table.setFocus()
    pruning.key(Key.Key_A, CONTROL)
    assert len(pruning.screen.candidates.ticked) == 1


def test_any_selection_of_scopes_and_agents_is_shown_together(pruning: Pruning) -> None:
    choices = pruning.screen.choices.list
    rows = choices.choices.rows
    scopes = [number for number, one in enumerate(rows) if one.kind == "scope"]
    assert len(scopes) == 2
    everything = list(pruning.texts)

    def click(row: int, keys: Qt.KeyboardModifier = NONE) -> list[str]:
        place = choices.visualRect(choices.choices.index(row)).center()
        QTest.mouseClick(choices.viewport(), Qt.MouseButton.LeftButton, keys, place)
        pruning.look()
        return list(pruning.texts)

    of_each = [click(row) for row in scopes]
    assert all(of_each)
    assert of_each[0] != of_each[1]
    assert sorted(click(scopes[0], CONTROL)) == sorted(everything)
    # A reason beside them: what is in either scope and has that reason.
    boilerplate = next(n for n, one in enumerate(rows) if one.value == Rule.BOILERPLATE)
    assert click(boilerplate, CONTROL) == ["TBD"]
    pruning.overview.look_again()
    pruning.look()
    assert pruning.texts == ["TBD"]
    # "All candidates" stands for itself, and so does the way back from it; nothing chosen is everything.
    assert click(0, CONTROL) == everything
    assert click(scopes[0], CONTROL) == of_each[0]
    assert click(scopes[0], CONTROL) == everything
    assert [index.row() for index in choices.selectedIndexes()] == [0]
    choices.setFocus()
    QTest.keyClick(choices, Key.Key_Down, SHIFT)
    QTest.keyClick(choices, Key.Key_Down, SHIFT)
    assert 0 not in [index.row() for index in choices.selectedIndexes()]


def test_the_list_stands_in_the_order_that_is_chosen(pruning: Pruning) -> None:
    by_reason = list(pruning.texts)

    def choose(words: str) -> tuple[Candidate, ...]:
        pruning.order(words)
        pruning.look()
        assert pruning.screen.order.text() == words
        assert pruning.table.currentIndex().row() == 0
        return pruning.rows

    pruning.go_to(by_reason[-1])
    times = [row.since for row in choose("Oldest")]
    assert times == sorted(times)
    sizes = [row.size_bytes for row in choose("Largest")]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]
    places = [(row.entry.document.path, row.entry.span.start) for row in choose("By document")]
    assert places == sorted(places)
    # Another look keeps the order, and what one looks at.
    pruning.go_to(pruning.texts[2])
    pruning.overview.look_again()
    pruning.look()
    assert [(row.entry.document.path, row.entry.span.start) for row in pruning.rows] == places
    assert pruning.table.currentIndex().row() == 2
    choose("Strongest reason")
    assert pruning.texts == by_reason


def test_a_file_that_changed_meanwhile_is_left_alone_and_named(
    pruning: Pruning, files: tuple[Path, Path]
) -> None:
    pruning.program.program.outside.stop()
    pruning.go_to("TBD")
    pruning.key(Key.Key_Space)
    pruning.go_to("leaked file handles")
    pruning.key(Key.Key_Space)
    changed = OTHER + "- Learned meanwhile *(2026-11-20T09:00:00Z)*\n"
    files[1].write_text(changed)
    pruning.key(Key.Key_Delete)
    pruning.program.wait_until(lambda: "1 of 2 moved" in words_in(pruning.screen), what="the removal")
    assert "leaked" not in files[0].read_text()
    pruning.look()
    assert files[1].read_text() == changed
    said = [message.text for message in pruning.program.messages]
    assert any("1 of 2 moved. memory.md (ub, 2222222222222222) changed, look again." in text for text in said)


def test_of_many_files_that_changed_meanwhile_a_few_are_named(start: Start, home: Path) -> None:
    root = home / ".claude"
    folder = root / "projects/-srv-api/memory"
    folder.mkdir(parents=True)
    for number in range(40):
        (folder / f"fact_{number:02}.md").write_text(f"---\nname: fact {number}\ntype: project\n---\n\nTBD\n")
        os.utime(folder / f"fact_{number:02}.md", (1_700_000_000, 1_700_000_000))
    pruning = Pruning(start(root))
    pruning.come()
    pruning.program.program.outside.stop()
    pruning.table.setFocus()
    pruning.key(Key.Key_A, CONTROL)
    pruning.look()
    for number in range(30):
        (folder / f"fact_{number:02}.md").write_text("Learned meanwhile\n")
    pruning.key(Key.Key_Delete)
    pruning.program.wait_until(lambda: "10 of 40 moved" in words_in(pruning.screen), what="the removal")
    pruning.look()
    assert len(list(folder.glob("fact_*"))) == 30
    said = next(one.text for one in pruning.program.messages if "10 of 40 moved" in one.text)
    assert said.count("changed, look again.") == 3
    assert said.endswith("27 more files were left alone.")


def test_what_is_dismissed_stays_out_until_it_is_proposed_again(pruning: Pruning) -> None:
    pruning.go_to("TBD")
    pruning.key(Key.Key_D)
    pruning.look()
    assert "TBD" not in pruning.texts
    choices = pruning.screen.choices.list
    row = next(n for n, one in enumerate(choices.choices.rows) if one.kind == "dismissed")
    choices.setFocus()
    while choices.currentIndex().row() < row:
        QTest.keyClick(choices, Key.Key_Down)
    assert pruning.texts == ["TBD"]
    QTest.keyClick(pruning.screen.dismiss_button, Key.Key_Space)
    pruning.look()
    assert not any(one.kind == "dismissed" for one in choices.choices.rows)


@pytest.mark.parametrize("by_key", [True, False], ids=["Del", "button"])
def test_what_the_filter_hides_is_said_and_does_not_go(
    pruning: Pruning, files: tuple[Path, Path], by_key: bool
) -> None:
    screen, choices = pruning.screen, pruning.screen.choices.list
    pruning.go_to("TBD")
    pruning.key(Key.Key_Space)
    hidden = screen.candidates.ticked
    scopes = [n for n, one in enumerate(choices.choices.rows) if one.kind == "scope"]
    choices.setFocus()
    for row in scopes:
        choices.setCurrentIndex(choices.choices.index(row))
        if "TBD" not in pruning.texts:
            break
    assert "0 shown + 1 in other filters" in words_in(screen)
    assert not screen.remove_button.isEnabled()
    pruning.table.setFocus()
    pruning.key(Key.Key_Delete)
    pruning.program.settle()
    assert pruning.program.said("Nothing that is shown is ticked.")
    pruning.key(Key.Key_A, CONTROL)
    count = len(pruning.rows)
    assert f"{count} shown + 1 in other filters" in words_in(screen)
    assert screen.remove_button.text() == f"Move {count} to trash"
    if by_key:
        pruning.key(Key.Key_Delete)
    else:
        QTest.keyClick(screen.remove_button, Key.Key_Space)
    pruning.program.wait_until(lambda: f"{count} moved to trash" in words_in(screen), what="the removal")
    pruning.look()
    assert files[1].read_text() == OTHER
    assert screen.candidates.ticked == hidden


@pytest.mark.parametrize("is_dismissed", [False, True])
def test_what_is_ticked_and_hidden_is_shown_by_one_click(pruning: Pruning, is_dismissed: bool) -> None:
    screen, choices = pruning.screen, pruning.screen.choices.list

    def choose(kind: str) -> None:
        rows = [one.kind for one in choices.choices.rows]
        choices.setCurrentIndex(choices.choices.index(rows.index(kind)))
        pruning.look()

    pruning.go_to("TBD")
    if is_dismissed:
        pruning.key(Key.Key_D)
        pruning.look()
        choose("dismissed")
        pruning.table.setFocus()
    pruning.key(Key.Key_Space)
    choose("rule")
    while "TBD" in pruning.texts:
        choices.setCurrentIndex(choices.choices.index(choices.currentIndex().row() + 1))
    assert "0 shown + 1 in other filters" in words_in(screen)
    pruning.program.click("Show")
    pruning.look()
    assert "TBD" in pruning.texts
    assert "1 ticked" in words_in(screen)
    assert pruning.table.hasFocus()


def test_what_is_ticked_elsewhere_stays_so_when_one_is_proposed_again(pruning: Pruning) -> None:
    def choose(kind: str) -> None:
        rows = [one.kind for one in pruning.screen.choices.list.choices.rows]
        pruning.screen.choices.list.setCurrentIndex(
            pruning.screen.choices.list.choices.index(rows.index(kind))
        )
        pruning.look()

    pruning.go_to("TBD")
    pruning.key(Key.Key_D)
    pruning.look()
    pruning.go_to("leaked file handles")
    pruning.key(Key.Key_Space)
    (ticked,) = pruning.screen.candidates.ticked
    assert pruning.screen.dismiss_button.text() == "Dismiss 1"
    choose("dismissed")
    assert pruning.texts == ["TBD"]
    assert pruning.screen.dismiss_button.text() == "Propose again"
    pruning.screen.table.setFocus()
    pruning.key(Key.Key_Space)
    assert pruning.screen.dismiss_button.text() == "Propose 1 again"
    QTest.keyClick(pruning.screen.dismiss_button, Key.Key_Space)
    pruning.look()
    assert not any(one.is_dismissed for one in pruning.overview.found.found)
    assert pruning.screen.candidates.ticked == {ticked}


def test_the_current_row_is_proposed_again_where_only_others_are_ticked(pruning: Pruning) -> None:
    choices = pruning.screen.choices.list
    pruning.go_to("TBD")
    pruning.key(Key.Key_D)
    pruning.look()
    pruning.go_to("leaked file handles")
    pruning.key(Key.Key_Space)
    ticked = pruning.screen.candidates.ticked
    rows = [one.kind for one in choices.choices.rows]
    choices.setCurrentIndex(choices.choices.index(rows.index("dismissed")))
    pruning.look()
    pruning.screen.table.choose(0)
    pruning.screen.dismiss_button.click()
    pruning.look()
    assert not any(one.is_dismissed for one in pruning.overview.found.found)
    assert pruning.screen.candidates.ticked == ticked


def test_the_panel_shows_the_lines_that_go_the_one_that_stays_and_the_prompt_before_and_after(
    pruning: Pruning,
) -> None:
    pruning.go_to("reset each Monday")
    lines = pruning.screen.detail.lines
    assert [line.text for line in lines if line.kind.value == "removed"] == [
        "- Staging is reset each Monday at six, ask before *(2026-10-11T16:42:09Z)*"
    ]
    assert "Staging is reset every Monday at six" in words_in(pruning.screen.detail)
    pruning.key(Key.Key_Space)
    pruning.program.wait_until(lambda: pruning.screen.detail.difference, what="before and after")
    gone = [line.text for line in pruning.screen.detail.difference if line.kind.value == "removed"]
    assert len(gone) == 1
    assert "reset each Monday" in gone[0]
    # A unit that breaks into two lines makes the others as high as itself.
    units = [one for one in pruning.screen.detail.findChildren(TextLabel) if one.text() in _UNITS]
    assert len(units) == len(_UNITS)
    assert all(one.alignment() & Qt.AlignmentFlag.AlignTop for one in units)


def test_m_opens_the_merge_editor_at_the_group_of_the_row(pruning: Pruning) -> None:
    pruning.go_to("TBD")
    assert not pruning.screen.detail.merge_button.isVisible(), "nothing is like it"
    pruning.go_to("reset each Monday")
    assert pruning.screen.detail.merge_button.isVisible()
    pruning.key(Key.Key_M)
    dialog = pruning.program.program.duplicates.dialog
    assert dialog is not None
    pruning.program.wait_until(lambda: bool(dialog.cards), what="the group")
    assert any("reset each Monday" in card.entry.text for card in dialog.cards)


def test_m_takes_the_row_that_a_listing_made_the_current_one_just_now(pruning: Pruning) -> None:
    pruning.go_to("TBD")
    repeated = [row for row in pruning.rows if "reset each Monday" in row.entry.text]
    pruning.screen.show_rows(Listed.of(repeated, pruning.screen.asked))
    QTest.keyClick(pruning.table, Key.Key_M)
    dialog = pruning.program.program.duplicates.dialog
    assert dialog is not None, "the details of the row before are still shown"


def test_a_weight_that_is_tuned_is_kept_and_changes_the_list(pruning: Pruning) -> None:
    QTest.keyClick(pruning.screen.choices.tune_button, Key.Key_Space)
    (dialog,) = pruning.program.window.findChildren(WeightsDialog)
    assert all(area.focusPolicy() is Qt.FocusPolicy.NoFocus for area in dialog.findChildren(QScrollArea))
    assert not dialog.findChildren(PrimaryButton), "Closing is no primary action"
    field = dialog.rows[Rule.BOILERPLATE].field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0")
    QTest.keyClick(field, Key.Key_Return)
    QTest.keyClick(dialog, Key.Key_Escape)
    pruning.look()
    assert "TBD" not in pruning.texts
    assert pruning.program.desk.settings.prune_weights == {"boilerplate": 0}


def test_rows_say_all_to_a_screen_reader_and_the_forecast_has_a_column(pruning: Pruning) -> None:
    pruning.go_to("leaked file handles")
    index = pruning.table.currentIndex()
    said = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert said.startswith("not ticked, The worker leaked file handles, Expired: Due since 15 Oct 2026")
    assert "ub, " in said
    assert index.siblingAtColumn(Column.NEXT).data() == "overdue"


def test_an_empty_list_says_what_was_checked(start: Start, home: Path) -> None:
    path = home / ".local/state/ub/memory/1111111111111111/memory.md"
    path.parent.mkdir(parents=True)
    path.write_text("## project\n\n- The client is generated *(2026-11-11T16:42:09Z)*\n")
    pruning = Pruning(start(path.parent.parent))
    pruning.come()
    assert pruning.rows == ()
    assert "Nothing to prune." in words_in(pruning.screen)
    assert "Checked " in words_in(pruning.screen)


def test_what_agents_write_moves_neither_the_rows_nor_what_is_chosen(
    pruning: Pruning, files: tuple[Path, Path]
) -> None:
    many = "".join(f"- Ticket {n}{n * 7}{n * 13} *(2025-02-11T16:42:09Z)*\n" for n in range(40))
    files[0].write_text(ENTRIES.replace("\n\n## debug", f"\n{many}\n## debug"))
    pruning.program.wait_until(lambda: len(pruning.rows) > 40, what="the candidates")
    pruning.look()
    table = pruning.table
    table.choose(20)
    pruning.key(Key.Key_Down, SHIFT)
    pruning.key(Key.Key_Down, SHIFT)
    bar = table.verticalScrollBar()
    bar.setValue(bar.maximum() - 100)
    chosen, first = [pruning.rows[row] for row in table.chosen_rows], pruning.rows[table.rowAt(3)]
    top = table.rowViewportPosition(table.rowAt(3))
    files[1].write_text("## general\n\n- TODO\n- TBD *(2026-11-01T09:00:00Z)*\n")
    pruning.program.wait_until(lambda: "TODO" in pruning.texts, what="the new candidate")
    pruning.look()
    assert len(chosen) > 2
    assert [pruning.rows[row].address for row in table.chosen_rows] == [one.address for one in chosen]
    assert pruning.rows[table.rowAt(3)].address == first.address
    assert table.rowViewportPosition(table.rowAt(3)) == top


def test_a_look_that_began_before_does_not_bring_back_what_went(
    pruning: Pruning, monkeypatch: pytest.MonkeyPatch
) -> None:
    pruning.come()
    program, overview, pruner = pruning.program, pruning.overview, pruning.program.desk.pruner
    pruning.go_to("Staging is reset each")
    pruning.key(Key.Key_Space)
    may_end, look, shown = Event(), pruner.look, list[list[str]]()

    def long_look(*words: Any) -> Candidates:
        found = look(*words)
        may_end.wait(PATIENCE_S)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(pruner, "look", long_look)
        overview.look_again()
        assert not overview.is_true
        overview.remove_ticked()
        program.wait_until(
            lambda: not any("reset each" in text for text in pruning.texts), what="the removal"
        )
    overview.looked.connect(lambda: shown.append(pruning.texts))
    may_end.set()
    pruning.look()
    assert len(shown) > 1, "the look from before, and one that knows better"
    assert not any("reset each" in text for texts in shown for text in texts)


def test_another_order_brings_back_nothing_that_a_worker_is_still_taking_out(
    pruning: Pruning, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    program, without, begun, may_end = pruning.program, Known.without, Event(), Event()

    def long(*words: Any) -> Known:
        begun.set()
        may_end.wait(PATIENCE_S)
        return without(*words)

    monkeypatch.setattr(pruning_module, "MANY", 0)
    monkeypatch.setattr(Known, "without", long)
    pruning.go_to("TBD")
    pruning.key(Key.Key_Space)
    # No look follows: what the list says now is all that it will ever say.
    pruning.overview.stop()
    pruning.key(Key.Key_Delete)
    program.wait_until(begun.is_set, what="the worker that takes it out")
    pruning.order("Largest")
    may_end.set()
    program.wait_until(lambda: not program.program.tasks.busy, what="the list")
    sizes = [row.size_bytes for row in pruning.rows]
    assert sizes == sorted(sizes, reverse=True)
    assert "TBD" not in pruning.texts
    assert pruning.screen.heading == f"{len(sizes)} candidates"
