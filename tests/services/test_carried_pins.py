"""What the user pinned stays pinned whatever he makes of it himself, and comes to the inbox when others touch it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts import discover
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document
from memdesk.services.desk import Desk
from memdesk.services.inbox.items import InboxItem, listing_of
from memdesk.services.inbox.review_changes import ReviewKind
from memdesk.services.machine.machine import Surroundings
from memdesk.services.roots.roots import MemoryRoot
from memdesk.store.folders import StateFolders
from memdesk.text.edits import Edit

RULE = "never restart the payment worker by hand"
KEY = f"[project] {RULE}"
UB = f"""## project

- alpha is on the wall *(2026-11-20T10:00:00Z)*
- {RULE} *(2026-11-20T09:00:00Z)*

## general

- other text is about ports *(2026-11-20T08:00:00Z)*

"""
EVVA = "## Preferences\n\n- likes tea\n\n## Working style\n\n## Recurring topics\n"


class Memory:
    """A desk with the memory of ub and of evva open, and one entry of ub pinned."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "home" / "ub" / "memory" / "0123456789abcdef" / "memory.md"
        self.profile = folder / "home" / ".evva" / "USER_PROFILE.md"
        for path, text in ((self.file, UB), (self.profile, EVVA)):
            path.parent.mkdir(parents=True)
            path.write_text(text)
        surroundings = Surroundings(str(folder / "home"), {})
        folders = StateFolders.below(str(folder / "ours"))
        self.desk = Desk(folders, surroundings, discover(installed=False), keeps_drafts=False)
        for path in (self.file.parent.parent, self.profile.parent):
            self.desk.workspace.open_root(self.desk.claim(str(path)))
        self.look()
        root, document = self.found(self.file)
        assert self.desk.inbox.turn_pin(root, document, UB, (KEY, 0))

    def found(self, path: Path) -> tuple[MemoryRoot, Document]:
        """The root and the document at a path."""
        found = self.desk.workspace.find_document(str(path))
        assert found is not None
        return found

    @property
    def document(self) -> Document:
        return self.found(self.file)[1]

    def look(self) -> tuple[InboxItem, ...]:
        workspace = self.desk.workspace
        paths = [one.path for root in workspace.roots for one in workspace.documents(root.path) if one.exists]
        self.desk.recorder.take(paths)
        return self.desk.inbox.look(listing_of(workspace)).items

    def pins(self) -> list[tuple[str, str]]:
        """The name of the file and the key of each."""
        return sorted((Path(path).name, key) for path, key, _ in self.desk.inbox.pins())

    def lose(self, path: Path, words: str) -> list[InboxItem]:
        """An agent takes out the lines that say so; what comes to the inbox of it."""
        self.look()
        path.write_text("".join(line for line in path.read_text().splitlines(True) if words not in line))
        self.desk.workspace.refresh([str(path)])
        return list(self.look())


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    memory = Memory(tmp_path)
    yield memory
    memory.desk.close()


@pytest.mark.parametrize(
    ("kind", "body", "title", "key"),
    [
        (ChangeKind.SET_BODY, f"{RULE}, page Ana", "", f"[project] {RULE}, page Ana"),
        (ChangeKind.SET_BODY, "zebras", "", "[project] zebras"),
        (ChangeKind.RETYPE, "", "decision", f"[decision] {RULE}"),
    ],
)
def test_a_step_carries_it_and_its_undo_brings_it_back(
    memory: Memory, kind: ChangeKind, body: str, title: str, key: str
) -> None:
    change = Change(kind, memory.document, KEY, 0, body, title)
    step = memory.desk.steps.carry_out(memory.document, change)
    assert memory.pins() == [("memory.md", key)]
    memory.look()
    assert memory.pins() == [("memory.md", key)]
    memory.desk.steps.undo(step)
    assert memory.pins() == [("memory.md", KEY)]
    memory.look()
    (item,) = memory.lose(memory.file, "payment")
    assert item.is_pinned


def test_what_is_typed_into_its_text_keeps_it(memory: Memory) -> None:
    session = memory.desk.workspace.open_document(str(memory.file))
    session.text.edit([Edit(session.text.text.index(RULE), RULE, "zebras graze")])
    memory.desk.workspace.save(session.path)
    memory.look()
    assert memory.pins() == [("memory.md", "[project] zebras graze")]
    (item,) = memory.lose(memory.file, "zebras")
    assert item.is_pinned


def test_it_goes_along_to_another_document_and_back(memory: Memory) -> None:
    _, profile = memory.found(memory.profile)
    move = memory.desk.steps.plan_move(memory.document, KEY, 0, profile, "Working style")
    step = memory.desk.steps.move(move)
    assert step.is_done
    assert ("USER_PROFILE.md", "Working style") in memory.pins()
    step = memory.desk.steps.undo(step)
    assert memory.pins() == [("memory.md", KEY)]
    assert memory.profile.read_text() == EVVA


def test_it_goes_along_with_a_step_that_the_next_start_finishes(memory: Memory) -> None:
    _, profile = memory.found(memory.profile)
    steps = memory.desk.steps
    job = steps.prepare_move(steps.plan_move(memory.document, KEY, 0, profile, "Working style"))
    memory.desk.history.open_change("move", [(file.path, file.before, file.after) for file in job.files])
    assert memory.desk.recover()
    assert RULE in memory.profile.read_text()
    assert ("USER_PROFILE.md", "Working style") in memory.pins()


def test_it_goes_along_into_a_section_that_holds_more(memory: Memory) -> None:
    _, profile = memory.found(memory.profile)
    memory.desk.steps.move(memory.desk.steps.plan_move(memory.document, KEY, 0, profile, "Preferences"))
    assert ("USER_PROFILE.md", "Preferences") in memory.pins()
    (item,) = memory.lose(memory.profile, "payment")
    assert item.is_pinned


TWICE = f"""## project

- {RULE} *(2026-11-20T11:00:00Z)*
- alpha is on the wall *(2026-11-20T10:00:00Z)*
- {RULE} *(2026-11-20T09:00:00Z)*

"""


def pin_the_second(memory: Memory) -> None:
    """Of two entries with the same words the second is pinned: an agent wrote one above it."""
    memory.file.write_text(TWICE)
    memory.desk.workspace.refresh([str(memory.file)])
    memory.look()
    assert [number for _, _, number in memory.desk.inbox.pins()] == [1]


def test_the_second_of_two_with_the_same_words_keeps_it_when_the_first_goes(memory: Memory) -> None:
    pin_the_second(memory)
    step = memory.desk.steps.carry_out(memory.document, Change(ChangeKind.REMOVE, memory.document, KEY, 0))
    assert [number for _, _, number in memory.desk.inbox.pins()] == [0]
    memory.look()
    assert [number for _, _, number in memory.desk.inbox.pins()] == [0]
    memory.desk.steps.undo(step)
    memory.look()
    assert [number for _, _, number in memory.desk.inbox.pins()] == [1]
    item = next(one for one in memory.lose(memory.file, RULE) if one.is_pinned)
    assert item.then is not None
    assert RULE in item.then.text


def test_the_second_keeps_it_when_the_first_says_something_else(memory: Memory) -> None:
    pin_the_second(memory)
    change = Change(ChangeKind.SET_BODY, memory.document, KEY, 0, f"{RULE}, page Ana")
    memory.desk.steps.carry_out(memory.document, change)
    assert memory.pins() == [("memory.md", KEY)]
    change = Change(ChangeKind.SET_BODY, memory.document, KEY, 0, f"{RULE}, page Ben")
    memory.desk.steps.carry_out(memory.document, change)
    assert memory.pins() == [("memory.md", f"{KEY}, page Ben")]


def test_the_second_keeps_it_when_an_agent_takes_the_first_out(memory: Memory) -> None:
    pin_the_second(memory)
    (item,) = memory.lose(memory.file, "11:00:00Z")
    assert not item.is_pinned
    memory.desk.inbox.keep([item])
    assert [number for _, _, number in memory.desk.inbox.pins()] == [0]


MANY = f"""## project

- {RULE} *(2026-11-20T11:00:00Z)*
- alpha is on the wall *(2026-11-20T10:00:00Z)*
- {RULE} *(2026-11-20T09:00:00Z)*
- beta is on the wall *(2026-11-20T08:30:00Z)*
- {RULE} *(2026-11-20T08:00:00Z)*
- gamma is on the wall *(2026-11-20T07:30:00Z)*
- {RULE} *(2026-11-20T07:00:00Z)*

"""


def write(memory: Memory, text: str) -> None:
    """An agent writes the file."""
    memory.file.write_text(text)
    memory.desk.workspace.refresh([str(memory.file)])
    memory.look()


@pytest.mark.parametrize("later", [0, 3, 65])
def test_at_each_start_it_stays_with_the_one_that_was_pinned(memory: Memory, later: int) -> None:
    memory.desk.inbox.unpin((str(memory.file), KEY, 0))
    session = memory.desk.workspace.open_document(str(memory.file))
    session.text.edit([Edit(0, session.text.text, MANY)])
    memory.desk.workspace.save(session.path)
    memory.look()
    memory.desk.inbox.turn_pin(*memory.found(memory.file), MANY, (KEY, 0))
    above = MANY.replace("\n- ", f"\n- delta is up\n- {RULE} *(2026-11-20T12:00:00Z)*\n- ", 1)
    write(memory, above)
    for number in range(later):
        write(memory, f"{above}## general\n\n- {number} is a number\n")
    for _ in range(3):
        assert [number for _, _, number in memory.desk.inbox.pins()] == [1]
        memory.desk.inbox.forget()
        memory.look()
    memory.desk.inbox.forget()
    write(memory, memory.file.read_text().replace("- delta is up", f"- {RULE} *(2026-11-20T11:30:00Z)*"))
    assert [number for _, _, number in memory.desk.inbox.pins()] == [2]


def test_of_two_learned_the_second_stays_kept_when_the_first_is_forgotten(memory: Memory) -> None:
    memory.file.write_text("## project\n\n- alpha is on the wall *(2026-11-20T10:00:00Z)*\n\n")
    memory.desk.workspace.refresh([str(memory.file)])
    memory.desk.inbox.keep(memory.look())
    memory.file.write_text(TWICE)
    memory.desk.workspace.refresh([str(memory.file)])
    first, second = memory.look()
    memory.desk.inbox.keep([second])
    memory.look()
    memory.desk.steps.now(memory.desk.inbox_deeds.forget(first))
    assert memory.file.read_text().count(RULE) == 1
    assert "11:00:00Z" not in memory.file.read_text()
    assert memory.look() == ()


def test_what_is_pinned_no_more_stays_so(memory: Memory) -> None:
    session = memory.desk.workspace.open_document(str(memory.file))
    session.text.edit([Edit(session.text.text.index(RULE), RULE, f"{RULE}, ever")])
    memory.desk.workspace.save(session.path)
    memory.look()
    ((_, key),) = memory.pins()
    assert memory.desk.inbox.unpin((str(memory.file), key, 0))
    memory.desk.inbox.forget()
    memory.look()
    assert memory.pins() == []


FACT = """---
name: commit-style
description: say why
metadata:
  type: feedback
---

Commits are written in the imperative.
"""


class TestHeaderOfAFact:
    """A fact of OK that is pinned, whose header alone another program changes."""

    @pytest.fixture
    def fact(self, tmp_path: Path) -> Path:
        path = tmp_path / "home" / ".config" / "ok" / "shared" / "memory" / "commit-style.md"
        path.parent.mkdir(parents=True)
        path.write_text(FACT)
        (path.parent / "MEMORY.md").write_text("# Memory\n\n- [commit-style](commit-style.md) — say why\n")
        return path

    @pytest.fixture
    def memory(self, tmp_path: Path, fact: Path) -> Iterator[Memory]:
        memory = Memory(tmp_path)
        memory.desk.workspace.open_root(memory.desk.claim(str(fact.parents[2])))
        memory.look()
        assert memory.desk.inbox.turn_pin(*memory.found(fact), FACT, ("", 0))
        yield memory
        memory.desk.close()

    def change(self, memory: Memory, fact: Path, old: str, new: str) -> InboxItem:
        fact.write_text(fact.read_text().replace(old, new))
        memory.desk.workspace.refresh([str(fact)])
        (item,) = memory.look()
        return item

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("type: feedback", "type: user"),
            ("  type: feedback\n", ""),
            ("say why", "say how"),
            ("description: say why\n", ""),
            ("name: commit-style", "name: commits"),
        ],
    )
    def test_it_comes_back_and_is_put_back(self, memory: Memory, fact: Path, old: str, new: str) -> None:
        item = self.change(memory, fact, old, new)
        assert item.is_pinned
        assert item.said[0] != item.said[1]
        memory.desk.steps.now(memory.desk.inbox_deeds.put_back(item))
        assert fact.read_text() == FACT
        assert memory.look() == ()

    def test_it_comes_back_beside_what_the_user_wrote_and_that_stays(
        self, memory: Memory, fact: Path
    ) -> None:
        self.change(memory, fact, "type: feedback", "type: user")
        session = memory.desk.workspace.open_document(str(fact))
        session.text.edit([Edit(session.text.text.index("imperative"), "imperative", "present")])
        memory.desk.workspace.save(session.path)
        (item,) = memory.look()
        assert item.is_pinned
        memory.desk.steps.now(memory.desk.inbox_deeds.put_back(item))
        assert fact.read_text() == FACT.replace("imperative", "present")

    def test_two_changes_in_a_row_are_two(self, memory: Memory, fact: Path) -> None:
        first = self.change(memory, fact, "type: feedback", "type: user")
        memory.desk.inbox.keep([first])
        assert memory.look() == ()
        assert self.change(memory, fact, "type: user", "type: project").is_pinned

    def test_a_new_time_alone_is_no_change(self, memory: Memory, fact: Path) -> None:
        fact.write_text(FACT.replace("metadata:\n", "modified: 2026-11-21\nmetadata:\n"))
        memory.desk.workspace.refresh([str(fact)])
        assert memory.look() == ()


RECORD = (
    '{"content":"- likes tea\\n","description":"Standing notes","id":"7c1e","label":"user_notes",'
    '"maxSizeBytes":4096,"type":"MemoryFile"}'
)


class TestFieldsOfARecord:
    """The content of a record of ForestHub that is pinned, and another program changes the record."""

    @pytest.fixture
    def record(self, tmp_path: Path) -> Path:
        path = tmp_path / "var" / "7c1e.json"
        path.parent.mkdir()
        path.write_text(RECORD)
        return path

    @pytest.fixture
    def memory(self, tmp_path: Path, record: Path) -> Iterator[Memory]:
        memory = Memory(tmp_path)
        memory.desk.workspace.open_root(memory.desk.claim(str(record.parent)))
        memory.look()
        assert memory.desk.inbox.turn_pin(*memory.found(record), RECORD, ("content", 0))
        memory.look()
        yield memory
        memory.desk.close()

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ('"user_notes"', '"notes"'),
            ("Standing notes", "Notes\\nthat stand"),
            ('"7c1e"', '"7c1f"'),
            ("4096", "9"),
            (',"maxSizeBytes":4096', ""),
            ("likes tea", "likes rye"),
        ],
    )
    def test_it_comes_back_and_is_put_back(self, memory: Memory, record: Path, old: str, new: str) -> None:
        record.write_text(RECORD.replace(old, new))
        memory.desk.workspace.refresh([str(record)])
        (item,) = memory.look()
        assert item.is_pinned
        assert item.said[0] != item.said[1]
        memory.desk.steps.now(memory.desk.inbox_deeds.put_back(item))
        assert record.read_text() == RECORD
        assert memory.look() == ()

    def test_it_comes_back_beside_what_the_user_wrote_and_that_stays(
        self, memory: Memory, record: Path
    ) -> None:
        record.write_text(RECORD.replace("user_notes", "notes").replace("Standing", "My\\n"))
        memory.desk.workspace.refresh([str(record)])
        memory.look()
        change = Change(ChangeKind.SET_BODY, memory.found(record)[1], "content", 0, "- likes rye\n")
        memory.desk.steps.carry_out(change.document, change)
        (item,) = memory.look()
        assert item.is_pinned
        memory.desk.steps.now(memory.desk.inbox_deeds.put_back(item))
        assert record.read_text() == RECORD.replace("tea", "rye")

    def test_the_type_that_the_engine_writes_by_itself_is_no_change(
        self, memory: Memory, record: Path
    ) -> None:
        record.write_text(RECORD.replace(',"type":"MemoryFile"', ""))
        memory.desk.workspace.refresh([str(record)])
        assert memory.look() == ()


class TestPinnedBeforeItWasKept:
    """An agent wrote it, and it was pinned while it stood in the inbox: the user knows it, though he kept nothing."""

    LEARNED = "the backup of the ledger runs at four"
    PINNED = f"[project] {LEARNED}"

    @pytest.fixture
    def memory(self, memory: Memory) -> Memory:
        memory.desk.inbox.unpin((str(memory.file), KEY, 0))
        self.write(memory, "## project\n\n", f"## project\n\n- {self.LEARNED} *(2026-11-21T10:00:00Z)*\n")
        (item,) = memory.look()
        assert memory.desk.inbox.pin(item.path, item.unit)
        return memory

    def write(self, memory: Memory, old: str, new: str) -> None:
        text = memory.file.read_text()
        assert old in text
        memory.file.write_text(text.replace(old, new))
        memory.desk.workspace.refresh([str(memory.file)])

    def look_anew(self, memory: Memory) -> tuple[InboxItem, ...]:
        """As after another start."""
        memory.desk.inbox.forget()
        return memory.look()

    def test_it_is_pinned_and_has_not_changed(self, memory: Memory) -> None:
        (item,) = memory.look()
        assert item.is_pinned
        assert not item.is_pin_broken

    @pytest.mark.parametrize("is_later", [False, True])
    def test_what_is_taken_out_comes_back(self, memory: Memory, is_later: bool) -> None:
        whole = memory.file.read_text()
        items = memory.lose(memory.file, self.LEARNED)
        (item,) = self.look_anew(memory) if is_later else items
        assert (item.kind, item.is_pinned, item.is_pin_broken) == (ReviewKind.REMOVED, True, True)
        memory.desk.steps.now(memory.desk.inbox_deeds.put_back(item))
        assert memory.file.read_text() == whole
        assert memory.look() == ()
        assert memory.pins() == [("memory.md", self.PINNED)]

    @pytest.mark.parametrize("is_later", [False, True])
    def test_what_is_altered_comes_back(self, memory: Memory, is_later: bool) -> None:
        whole = memory.file.read_text()
        self.write(memory, "at four", "at five")
        items = memory.look()
        (item,) = self.look_anew(memory) if is_later else items
        assert (item.kind, item.is_pinned, item.is_pin_broken) == (ReviewKind.CHANGED, True, True)
        assert item.said == (self.LEARNED, self.LEARNED.replace("four", "five"))
        memory.desk.steps.now(memory.desk.inbox_deeds.put_back(item))
        assert memory.file.read_text() == whole
        assert memory.look() == ()

    @pytest.mark.parametrize("is_later", [False, True])
    def test_it_stays_lost_where_putting_it_back_is_undone(self, memory: Memory, is_later: bool) -> None:
        self.write(memory, "at four", "at five")
        (item,) = memory.look()
        step = memory.desk.steps.now(memory.desk.inbox_deeds.put_back(item))
        assert memory.look() == ()
        memory.desk.steps.undo(step)
        items = self.look_anew(memory) if is_later else memory.look()
        assert [(one.id, one.is_pin_broken) for one in items] == [(item.id, True)]
        assert memory.pins() == [("memory.md", self.PINNED)]
        memory.desk.steps.redo(step)
        assert memory.look() == ()
        assert memory.pins() == [("memory.md", self.PINNED)]

    def test_it_goes_back_with_a_step_of_the_user_that_took_it_along(self, memory: Memory) -> None:
        (item,) = memory.look()
        step = memory.desk.steps.now(memory.desk.inbox_deeds.edit(item, "tests run at six"))
        assert memory.pins() == [("memory.md", "[project] tests run at six")]
        memory.desk.steps.undo(step)
        memory.look()
        assert memory.pins() == [("memory.md", self.PINNED)]

    @pytest.mark.parametrize("is_later", [False, True])
    def test_what_is_kept_altered_is_pinned_so_and_reviewed(self, memory: Memory, is_later: bool) -> None:
        self.write(memory, "at four", "at five")
        items = memory.look()
        kept = memory.desk.inbox.keep(items)
        assert memory.pins() == [("memory.md", self.PINNED.replace("four", "five"))]
        assert (self.look_anew(memory) if is_later else memory.look()) == ()
        memory.desk.marks.turn_back(kept)
        (item,) = self.look_anew(memory) if is_later else memory.look()
        assert (item.id, item.is_pin_broken) == (items[0].id, True)

    def test_what_the_agent_brings_back_is_as_it_was(self, memory: Memory) -> None:
        self.write(memory, "at four", "at five")
        self.write(memory, "at five", "at four")
        (item,) = memory.look()
        assert (item.kind, item.is_pin_broken) == (ReviewKind.LEARNED, False)

    @pytest.mark.parametrize("is_later", [False, True])
    def test_what_the_user_takes_out_is_not_lost(self, memory: Memory, is_later: bool) -> None:
        (item,) = memory.look()
        memory.desk.steps.now(memory.desk.inbox_deeds.forget(item))
        assert (self.look_anew(memory) if is_later else memory.look()) == ()

    def test_what_is_accepted_as_gone_is_pinned_no_more(self, memory: Memory) -> None:
        memory.desk.inbox.keep(memory.lose(memory.file, self.LEARNED))
        assert memory.pins() == []
        assert memory.look() == ()
        assert self.look_anew(memory) == ()


def test_what_is_pinned_in_other_words_before_these_were_kept_comes_back_in_them(memory: Memory) -> None:
    memory.file.write_text(memory.file.read_text().replace("by hand", "by hand at night"))
    (item,) = memory.look()
    memory.desk.inbox.pin(item.path, item.unit)
    pinned = memory.file.read_text()
    memory.file.write_text(UB)
    (item,) = memory.look()
    assert (item.kind, item.said) == (ReviewKind.CHANGED, (f"{RULE} at night", RULE))
    memory.desk.steps.now(memory.desk.inbox_deeds.put_back(item))
    assert memory.file.read_text() == pinned


def test_a_section_that_is_pinned_with_new_lines_comes_back_with_them(memory: Memory) -> None:
    memory.profile.write_text(EVVA.replace("- likes tea", "- likes tea\n- likes rye"))
    (item,) = memory.look()
    memory.desk.inbox.pin(item.path, item.unit)
    pinned = memory.profile.read_text()
    for words in (EVVA, EVVA.replace("- likes tea", "- likes milk")):
        memory.profile.write_text(words)
        (item,) = memory.look()
        assert item.is_pin_broken
        memory.desk.steps.now(memory.desk.inbox_deeds.put_back(item))
        assert memory.profile.read_text() == pinned
        assert memory.look() == ()


@pytest.mark.parametrize("is_later", [False, True])
def test_what_of_a_learned_fact_is_put_back_is_reviewed_until_that_is_undone(
    memory: Memory, tmp_path: Path, is_later: bool
) -> None:
    fact = tmp_path / "home" / ".config" / "ok" / "shared" / "memory" / "commit-style.md"
    fact.parent.mkdir(parents=True)
    (fact.parent / "MEMORY.md").write_text("# Memory\n\n- [commit-style](commit-style.md) — say why\n")
    memory.desk.workspace.open_root(memory.desk.claim(str(fact.parents[2])))
    memory.look()
    fact.write_text(FACT)
    memory.desk.workspace.refresh([str(fact)])
    root = memory.desk.workspace.roots[-1]
    memory.desk.workspace.documents(root.path)
    (item,) = memory.look()
    memory.desk.inbox.pin(item.path, item.unit)
    altered = FACT.replace("imperative", "present")
    fact.write_text(altered)
    (item,) = memory.look()
    step = memory.desk.steps.now(memory.desk.inbox_deeds.put_back(item))
    assert fact.read_text() == FACT
    if is_later:
        memory.desk.inbox.forget()
    assert memory.look() == ()
    memory.desk.steps.undo(step)
    assert fact.read_text() == altered
    if is_later:
        memory.desk.inbox.forget()
    (again,) = memory.look()
    assert again.is_pinned
