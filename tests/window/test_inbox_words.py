"""What the inbox says where there is nothing to see or nothing to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk.services.inbox.items import InboxState, Unread
from memdesk.ui.inbox.action_bar import ActionBar
from memdesk.ui.inbox.card_lines import lines_of
from memdesk.ui.inbox.words import empty_words, foot_words, form_words
from memdesk.ui.widgets.labels import ElidedLabel
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import InsideProgram, Key
from tests.window.test_inbox import recorded, show, titles, view, write_elsewhere

PROFILE = b"## Preferences\nShort answers.\n- no emoji\n\n## Working style\nTests first.\n"


def changed(program: InsideProgram, path: Path, data: bytes) -> None:
    write_elsewhere(path, data)
    program.program.taking_up.look_again()
    program.wait_until(lambda: titles(program), what="the change")


def test_keys_that_do_nothing_with_what_was_removed_say_why(start: Start, root: Path) -> None:
    program = recorded(start, root, window_size=(900, 600))
    text = memory_of(root).read_bytes()
    changed(program, memory_of(root), text[: text.index(b"\n## ") + 1])
    found = show(program)
    program.wait_until(
        lambda: found.current is not None and found.current.now is None, what="what was removed"
    )
    assert found.current is not None
    name = found.current.unit.title
    for key, words in (
        (Key.Key_E, "there is nothing to edit"),
        (Key.Key_Delete, "there is nothing to forget"),
        (Key.Key_P, "there is nothing to pin"),
        (Key.Key_M, "there is nothing to move"),
    ):
        program.forget_messages()
        program.key(key)
        [message] = program.messages
        assert name in message.text
        assert words in message.text
        assert message.text.endswith("R puts it back.")
    assert titles(program), "nothing was done"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (PROFILE, PROFILE.replace(b"\n", b"\r\n"), "Only the line ends changed: LF before, CRLF now."),
        (PROFILE.replace(b"\n", b"\r\n"), PROFILE, "Only the line ends changed: CRLF before, LF now."),
        (
            PROFILE,
            PROFILE.replace(b"answers.", b"answers.  "),
            "Only blank space at the ends of lines changed.",
        ),
        (PROFILE, PROFILE.replace(b"answers.\n", b"answers.\n\n"), "Only blank lines changed."),
        (PROFILE, PROFILE.replace(b"Short", b"Long"), ""),
    ],
)
def test_a_card_says_what_changed_where_no_word_did(
    start: Start, root: Path, before: bytes, after: bytes, words: str
) -> None:
    path = root / "USER_PROFILE.md"
    path.write_bytes(before)
    program = recorded(start, root, window_size=(900, 600))
    changed(program, path, after)
    show(program)
    [item] = program.program.inbox.state.items
    lines = lines_of(item, program.program.themes.masks)
    assert form_words(item) == words
    assert bool(lines) is not bool(words), "a change of the form alone is one line, the head"
    assert view(program).model().rowCount() == 2
    spoken = view(program).model().index(1, 0).data(11)  # Qt's role of what a screen reader says
    assert words.rstrip(".") in str(spoken)


@pytest.mark.parametrize(
    ("old", "new", "note", "told"),
    [
        (
            b"Short answers.\n",
            b"Long answers.\n",
            "Forget puts the old text back",
            "Put back “Preferences”.",
        ),
        (
            b"- no emoji\n",
            b"- no emoji\n- no tabs\n",
            "Forget removes it again",
            "Removed the new text from “Preferences”.",
        ),
        (
            b"## Working style\n",
            b"## Elsewhere\n",
            "Forget puts the old text back",
            "Put back “Elsewhere”.",
        ),
        (
            b"Tests first.\n",
            b"Tests first.\n\n## New\nA fact.\n",
            "Forget goes to trash",
            "Forgot “New”.",
        ),
    ],
)
def test_it_says_what_comes_of_forgetting_a_change(
    start: Start, root: Path, old: bytes, new: bytes, note: str, told: str
) -> None:
    path = root / "USER_PROFILE.md"
    path.write_bytes(PROFILE)
    program = recorded(start, root)
    changed(program, path, PROFILE.replace(old, new))
    program.window.resize(1440, 900)
    found = show(program)
    program.wait_until(lambda: found.current is not None, what="a current change")
    program.settle()
    bar = found.findChild(ActionBar)
    assert bar is not None
    [label] = bar.findChildren(ElidedLabel)
    assert label.text == note
    assert label.isVisible()
    assert label.width() <= label.sizeHint().width()
    assert label.geometry().right() == bar.rect().right()
    program.key(Key.Key_Delete)
    program.wait_until(lambda: program.said(told), what="what came of it")
    assert path.read_bytes() == PROFILE


def test_what_could_not_be_read_is_named() -> None:
    state = InboxState(unread=(Unread("/m/a.md", "a.md", "It cannot be read."),))
    words = "Not read, so its newest changes do not stand here: a.md."
    assert empty_words(state) == ("Not everything could be read.", words)
    assert foot_words(state, 0).startswith(words)
