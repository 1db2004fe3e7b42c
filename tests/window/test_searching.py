"""Search by real keys: everything as one types, opening, replacing, history, and finding in a document."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from memdesk.services.search.history_search import PastHit
from memdesk.ui import format as shown
from memdesk.ui.screens import MEMORY, SEARCH
from memdesk.ui.search.rows import HeadRow, HitRow
from tests.window.conftest import Start
from tests.window.homes import PROFILE, memory_of
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key, words_in


@pytest.fixture
def inside(start: Start, root: Path) -> InsideProgram:
    return start(root)


def _search(inside: InsideProgram, text: str) -> None:
    inside.key(Key.Key_F, CONTROL | SHIFT)
    inside.key(Key.Key_A, CONTROL)
    inside.type(text)
    _wait(inside)


def _wait(inside: InsideProgram) -> None:
    inside.wait_until(lambda: not inside.program.searching.is_busy, what="the search")


def _hits(inside: InsideProgram) -> list[HitRow]:
    return [row for row in inside.program.searching.screen.hits.found.rows if isinstance(row, HitRow)]


def _marked(inside: InsideProgram) -> list[str]:
    return [piece.text for row in _hits(inside) for piece in row.pieces if piece.is_marked]


def _counts(inside: InsideProgram, words: str) -> None:
    inside.wait_until(lambda: words_in(inside.memory.find_bar) == words, what=f"“{words}”")


def test_what_is_typed_is_found_and_opened_where_it_stands(inside: InsideProgram, root: Path) -> None:
    _search(inside, "MAKE start")
    assert _marked(inside) == ["start", "make"]
    inside.key(Key.Key_Down)
    inside.key(Key.Key_Return)
    inside.settle()
    assert inside.window.screen_name == "memory"
    assert inside.session.path == str(memory_of(root))
    assert inside.editor.selected_text == "start"


def test_what_no_name_contains_is_searched_in_the_texts(inside: InsideProgram) -> None:
    _search(inside, "pin.*")
    inside.program.searching.screen.ways.regex.setChecked(True)
    inside.program.searching.screen.show_place("history")
    inside.key(Key.Key_1, CONTROL)
    inside.key(Key.Key_T, CONTROL)
    inside.type("npm, not")
    inside.settle()
    inside.key(Key.Key_Tab)
    while inside.focus.text() != "Search in text":  # type: ignore[attr-defined]  # they are buttons
        inside.key(Key.Key_Tab)
    inside.key(Key.Key_Return)
    _wait(inside)

    assert inside.window.screen_name == SEARCH
    assert inside.program.searching.screen.text == '"npm, not"'
    assert _marked(inside) == ["npm, not"]


def test_who_comes_back_from_a_hit_goes_on_with_the_search(inside: InsideProgram) -> None:
    _search(inside, "agent:evva npm")
    inside.key(Key.Key_Down)
    inside.key(Key.Key_Return)
    inside.wait_until(lambda: inside.window.screen_name == MEMORY, what="the document")
    inside.key(Key.Key_4, CONTROL)
    assert inside.program.searching.screen.text == "agent:evva npm"


def test_what_the_user_selected_is_searched_for(inside: InsideProgram, root: Path) -> None:
    inside.show(memory_of(root))
    inside.put_caret("Decisions")
    inside.key(Key.Key_Right, CONTROL | SHIFT)
    selected = inside.editor.selected_text
    assert selected.strip()
    inside.key(Key.Key_F, CONTROL | SHIFT)
    assert inside.program.searching.screen.text.strip('"') == selected


def test_ctrl_h_shows_what_comes_instead_from_every_screen(inside: InsideProgram) -> None:
    inside.key(Key.Key_2, CONTROL)
    inside.key(Key.Key_H, CONTROL)
    assert inside.window.screen_name == SEARCH
    assert inside.program.searching.screen.new_field.isVisible()


def test_unsaved_text_is_found(inside: InsideProgram, root: Path) -> None:
    inside.show(root / "USER_PROFILE.md")
    inside.put_caret("Preferences", at_end=True)
    inside.type(" quokka")
    _search(inside, "quokka unsaved:")
    assert _marked(inside) == ["quokka"]
    heads = [row for row in inside.program.searching.screen.hits.found.rows if isinstance(row, HeadRow)]
    assert [head.note for head in heads] == ["unsaved"]


def test_what_another_program_writes_is_found_without_asking(inside: InsideProgram, root: Path) -> None:
    _search(inside, "quokka")
    assert not _hits(inside)
    (root / "USER_PROFILE.md").write_bytes(PROFILE + b"A quokka.\n")
    inside.wait_until(lambda: _hits(inside), what="the hit")


def test_what_cannot_be_understood_is_said(inside: InsideProgram) -> None:
    _search(inside, "go(")
    screen = inside.program.searching.screen
    inside.key(Key.Key_R, ALT)
    inside.wait_until(screen.ways.regex.isChecked, what="the switch")
    _wait(inside)
    assert "no regular expression" in screen.field.accessibleDescription()
    inside.key(Key.Key_Backspace)
    _wait(inside)
    assert not screen.field.accessibleDescription()
    assert {piece.lower() for piece in _marked(inside)} == {"go"}


def test_what_is_ticked_is_replaced_by_one_step(inside: InsideProgram, root: Path) -> None:
    before = {path: path.read_bytes() for path in (memory_of(root), root / "USER_PROFILE.md")}
    _search(inside, "go")
    inside.key(Key.Key_H, CONTROL)
    inside.type("Rust")
    _wait(inside)
    hits = _hits(inside)
    assert len(hits) == 2
    assert [piece.text for piece in hits[0].pieces if piece.is_new] == ["Rust"]
    inside.key(Key.Key_Return)
    inside.key(Key.Key_Down)
    inside.key(Key.Key_Down)
    inside.key(Key.Key_Space)
    screen = inside.program.searching.screen
    assert len(screen.hits.found.ticked()) == 1
    screen.replace_button.click()
    inside.settle()
    _wait(inside)
    changed = [path for path, data in before.items() if path.read_bytes() != data]
    assert len(changed) == 1
    assert b"Rust" in changed[0].read_bytes()
    # Who looks for old copies may see the disk before it is told of the undo.
    inside.program.reverting.stop()
    inside.key(Key.Key_Z, CONTROL)
    inside.settle()
    assert {path: path.read_bytes() for path in before} == before


def test_what_was_left_alone_is_said_beside_what_was_replaced(inside: InsideProgram, root: Path) -> None:
    _search(inside, "go")
    inside.key(Key.Key_H, CONTROL)
    inside.type("Rust")
    _wait(inside)
    # What was found is not what is there: nothing tells the window before the button is pressed.
    (root / "USER_PROFILE.md").write_bytes(b"## Preferences\n- go elsewhere\n")
    inside.program.searching.screen.replace_button.click()
    inside.settle()
    (said,) = (message.text for message in inside.messages if message.text.startswith("Replaced"))
    assert "Replaced in 1 file." in said
    assert "USER_PROFILE.md" in said
    assert "was left alone: It has changed since it was searched." in said


def test_keys_lead_from_what_comes_instead_to_the_hits_and_back(inside: InsideProgram) -> None:
    _search(inside, "go")
    inside.key(Key.Key_H, CONTROL)
    inside.type("Rust")
    _wait(inside)
    screen = inside.program.searching.screen
    inside.key(Key.Key_Down)
    assert screen.hits.hasFocus()
    screen.new_field.setFocus()
    inside.key(Key.Key_Escape)
    assert screen.field.hasFocus()
    assert screen.new_text is None


def test_a_click_on_replace_leads_into_its_field_and_back(inside: InsideProgram) -> None:
    _search(inside, "go")
    screen = inside.program.searching.screen
    screen.replace_switch.click()
    inside.settle()
    assert screen.new_field.hasFocus()
    screen.replace_switch.click()
    inside.settle()
    assert screen.field.hasFocus()
    assert screen.new_text is None


def test_who_has_typed_nothing_reads_how_words_are_taken(inside: InsideProgram) -> None:
    inside.key(Key.Key_F, CONTROL | SHIFT)
    screen = inside.program.searching.screen
    told = set()
    for switch in (screen.ways.case, screen.ways.regex):
        switch.click()
        _wait(inside)
        told.add(words_in(screen))
    assert len(told) == 2


def test_the_history_is_searched_too(inside: InsideProgram, root: Path) -> None:
    inside.show(root / "USER_PROFILE.md")
    inside.put_caret("Preferences", at_end=True)
    inside.type(" quokka")
    inside.save()
    inside.key(Key.Key_Z, CONTROL)
    inside.save()
    _search(inside, "quokka")
    assert not _hits(inside)
    inside.program.searching.screen.show_place("history")
    _wait(inside)
    assert _marked(inside) == ["quokka"]
    (row,) = _hits(inside)
    assert isinstance(row.hit, PastHit)
    assert row.fact == shown.short_moment(row.hit.version.when), "it leaves room for the line"
    inside.key(Key.Key_Return)
    inside.settle()
    assert inside.window.screen_name == "history"


def test_secrets_are_masked_in_what_is_found(inside: InsideProgram, root: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 4
    (root / "USER_PROFILE.md").write_bytes(f"## Preferences\ntoken {secret}\n".encode())
    _search(inside, "token")
    inside.wait_until(lambda: len(_hits(inside)) == 1, what="the hit")
    shown = "".join(piece.text for piece in _hits(inside)[0].pieces)
    assert shown.startswith("token ")
    assert secret not in shown
    inside.key(Key.Key_Down)
    assert secret not in _hits(inside)[0].spoken


def test_what_changes_while_the_memory_is_read_is_found(inside: InsideProgram, root: Path) -> None:
    profile, searching = root / "USER_PROFILE.md", inside.program.searching
    inside.program.outside.stop()
    inside.window.actions_table["view.search"].trigger()
    reading = searching._answering._task
    assert reading is not None
    reading.future.result()
    profile.write_bytes(PROFILE + b"\n## Newest\nbrand new\n")
    inside.program.outside.read(frozenset({str(profile)}))
    inside.wait_until(lambda: not searching.is_busy, what="the search")
    inside.type("brand")
    inside.wait_until(lambda: len(_hits(inside)) == 1, what="the hit")


# In the document


def test_places_of_a_document_are_gone_through(inside: InsideProgram, root: Path) -> None:
    inside.show(memory_of(root))
    inside.put_caret("Project facts")
    inside.key(Key.Key_F, CONTROL)
    bar = inside.memory.find_bar
    assert bar.isVisible()
    inside.type("with")
    _counts(inside, "1 of 2")
    inside.key(Key.Key_Return)
    assert words_in(bar) == "2 of 2"
    inside.key(Key.Key_Return, SHIFT)
    assert words_in(bar) == "1 of 2"
    inside.key(Key.Key_F3)
    assert words_in(bar) == "2 of 2"
    inside.key(Key.Key_Escape)
    assert not bar.isVisible()
    assert inside.editor.selected_text == "with"
    inside.type("by")
    assert "start it by make dev" in inside.text


def test_places_are_replaced_in_the_buffer_by_one_undo(inside: InsideProgram, root: Path) -> None:
    inside.show(memory_of(root))
    before = inside.text
    inside.put_caret("Project facts")
    inside.key(Key.Key_H, CONTROL)
    inside.type("with")
    _counts(inside, "1 of 2")
    inside.memory.find_bar.new_field.setFocus()
    inside.type("by")
    inside.memory.find_bar.replace_all_button.click()
    inside.settle()
    assert inside.text == before.replace("with", "by")
    assert memory_of(root).read_text() == before
    inside.key(Key.Key_Escape)
    inside.key(Key.Key_Z, CONTROL)
    inside.settle()
    assert inside.text == before


def test_expressions_find_and_replace_with_groups(inside: InsideProgram, root: Path) -> None:
    inside.show(memory_of(root))
    inside.key(Key.Key_H, CONTROL)
    inside.type(r"(npm), not (\w+)")
    inside.key(Key.Key_R, ALT)
    _counts(inside, "1 of 1")
    inside.memory.find_bar.new_field.setFocus()
    inside.type(r"\2, not \1")
    inside.memory.find_bar.replace_all_button.click()
    inside.settle()
    assert "Use yarn, not npm." in inside.text


@pytest.mark.parametrize("is_pattern", [False, True], ids=["words", "expression"])
def test_f3_goes_to_a_place_of_the_text_as_it_is(inside: InsideProgram, root: Path, is_pattern: bool) -> None:
    inside.show(memory_of(root))
    inside.put_caret("Project facts")
    inside.key(Key.Key_F, CONTROL)
    inside.type("w.th" if is_pattern else "with")
    if is_pattern:
        inside.key(Key.Key_R, ALT)
    _counts(inside, "1 of 2")
    inside.key(Key.Key_Escape)
    inside.put_caret("Project facts")
    inside.type("typed above ")
    inside.key(Key.Key_F3)
    inside.wait_until(lambda: inside.editor.selected_text == "with", what="the place")


def test_f3_goes_to_what_was_typed_last_though_the_bar_was_closed_at_once(
    inside: InsideProgram, root: Path
) -> None:
    inside.show(memory_of(root))
    inside.put_caret("Project facts")
    inside.key(Key.Key_F, CONTROL)
    inside.type("with")
    _counts(inside, "1 of 2")
    inside.key(Key.Key_A, CONTROL)
    inside.type("npm")
    inside.key(Key.Key_Escape)
    inside.key(Key.Key_F3)
    inside.wait_until(lambda: inside.editor.selected_text == "npm", what="the place")


def test_the_source_is_searched_like_the_cards(inside: InsideProgram, root: Path, qapp: QApplication) -> None:
    inside.show(memory_of(root))
    inside.key(Key.Key_M, CONTROL | ALT)
    inside.settle()
    inside.key(Key.Key_F, CONTROL)
    inside.type("YARN")
    _counts(inside, "1 of 1")
    inside.key(Key.Key_C, ALT)
    _counts(inside, "nothing found")
    inside.key(Key.Key_C, ALT)
    _counts(inside, "1 of 1")
    inside.key(Key.Key_F3)
    inside.key(Key.Key_Escape)
    qapp.processEvents()
    assert inside.editor.selected_text == "yarn"


def test_every_place_is_marked_in_cards_and_source_until_the_bar_goes(
    inside: InsideProgram, root: Path
) -> None:
    inside.show(memory_of(root))
    editor = inside.memory.editor

    def marked() -> list[str]:
        return [one.cursor.selectedText() for body in editor._bodies() for one in body.extraSelections()]

    assert marked() == []
    inside.put_caret("Project facts")
    inside.key(Key.Key_F, CONTROL)
    inside.type("with")
    _counts(inside, "1 of 2")
    assert marked() == ["with"] * 3, "both, and the current one once more"
    inside.key(Key.Key_M, CONTROL | ALT)
    inside.settle()
    assert marked() == ["with"] * 3
    inside.key(Key.Key_F, CONTROL)
    inside.key(Key.Key_Escape)
    assert marked() == []


def _numbers(inside: InsideProgram) -> tuple[int, int]:
    found = inside.program.searching.screen.hits.found
    return len(found.ticked()), len(_hits(inside))


def test_what_is_unticked_stays_so_while_others_write_and_one_types(
    inside: InsideProgram, root: Path
) -> None:
    _search(inside, "e")
    inside.key(Key.Key_H, CONTROL)
    _wait(inside)
    screen = inside.program.searching.screen
    hits_shown = screen.hits
    heads = [number for number, row in enumerate(hits_shown.found.rows) if isinstance(row, HeadRow)]
    inside.key(Key.Key_Return)
    for head in heads[1:]:
        hits_shown.setCurrentIndex(hits_shown.found.index(head))
        inside.key(Key.Key_Space)
    current = hits_shown.found.rows[hits_shown.currentIndex().row()]
    ticked, hits = _numbers(inside)
    assert 0 < ticked < hits
    said = screen.replace_button.text()
    assert said == f"Replace {ticked} in 1 file"
    (root / "USER_PROFILE.md").write_bytes(PROFILE.replace(b"Tests", b"\nTests") + b"\nSee the elephant.\n")
    inside.wait_until(lambda: _numbers(inside)[1] > hits, what="the new hits")
    assert _numbers(inside)[0] == ticked, "what an agent writes is not ticked either"
    assert hits_shown.found.rows[hits_shown.currentIndex().row()].path == current.path
    screen.new_field.setFocus()
    inside.type("E")
    _wait(inside)
    assert screen.replace_button.text() == said
    _search(inside, "s")
    assert _numbers(inside)[0] > 0, "something else is asked for"
    assert screen.replace_button.text().endswith("in 2 files")


def test_enter_opens_what_answers_the_last_letter(inside: InsideProgram, root: Path) -> None:
    _search(inside, "npm")
    inside.key(Key.Key_A, CONTROL)
    inside.type("emoji")
    inside.key(Key.Key_Return)
    assert inside.window.screen_name == "search", "what is shown answers what was typed before"
    inside.wait_until(lambda: inside.window.screen_name == "memory", what="the hit")
    assert inside.session.path == str(root / "USER_PROFILE.md")
    assert inside.editor.selected_text == "emoji"


def test_enter_opens_nothing_once_more_is_typed(inside: InsideProgram) -> None:
    _search(inside, "npm")
    inside.type(" ")
    inside.key(Key.Key_Return)
    inside.type("y")
    _wait(inside)
    inside.settle()
    assert inside.window.screen_name == "search"


def test_what_is_replaced_is_what_was_typed_last(inside: InsideProgram, root: Path) -> None:
    _search(inside, "npm")
    inside.key(Key.Key_H, CONTROL)
    inside.type("pnp")
    _wait(inside)
    inside.type("m")
    inside.program.searching.screen.replace_button.setFocus()
    inside.key(Key.Key_Space)
    inside.wait_until(lambda: b"Use npm" not in memory_of(root).read_bytes(), what="the replacement")
    assert b"Use pnpm, not yarn." in memory_of(root).read_bytes()
