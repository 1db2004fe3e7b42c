"""The inbox, where the memory of a project moves to its new home: what was to be reviewed is so there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memdesk.errors import StorageError
from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.inbox.items import InboxItem, listing_of
from memdesk.services.machine.machine import Surroundings
from memdesk.services.rehoming.orphans import candidates, find_orphans
from memdesk.services.rehoming.rehoming import plan_rehoming
from memdesk.services.steps.step import Step
from memdesk.store.folders import StateFolders

Look = Callable[[], tuple[InboxItem, ...]]

ONE = "---\nname: {name}\ndescription: {name} of the api\ntype: project\n---\n\n{body}\n"


@pytest.fixture
def claude(home: Path) -> Path:
    return home / ".claude"


def folder_of(claude: Path, project: Path) -> Path:
    return claude / "projects" / str(project).replace("/", "-") / "memory"


@pytest.fixture
def old(home: Path, claude: Path) -> Path:
    folder = folder_of(claude, home / "src" / "api")
    folder.mkdir(parents=True)
    write(folder, "ports", "It listens on 8080.")
    return folder


@pytest.fixture
def new(home: Path, claude: Path) -> Path:
    (home / "work" / "api" / ".git").mkdir(parents=True)
    return folder_of(claude, home / "work" / "api")


def write(folder: Path, name: str, body: str) -> None:
    """The agent writes a fact and its line of the index."""
    (folder / f"{name}.md").write_text(ONE.format(name=name, body=body))
    index = folder / "MEMORY.md"
    lines = index.read_text() if index.exists() else ""
    line = f"- [{name}]({name}.md) — {name} of the api\n"
    index.write_text(lines if line in lines else lines + line)


@pytest.fixture
def desk(home: Path, tmp_path: Path, claude: Path, old: Path, new: Path) -> Iterator[Desk]:
    desk = Desk(StateFolders.below(str(tmp_path / "ours")), Surroundings(str(home), {}), discover())
    desk.projects.take(desk.projects.search())
    desk.open_found([str(claude)])
    yield desk
    desk.close()


@pytest.fixture
def look(desk: Desk, claude: Path) -> Look:
    """Keeps what is on disk and looks; the first look is over."""

    def look() -> tuple[InboxItem, ...]:
        for root in desk.workspace.roots:
            desk.workspace.documents(root.path)
        desk.recorder.take(map(str, sorted(claude.rglob("*.md"))))
        return desk.inbox.look(listing_of(desk.workspace)).items

    assert look() == ()
    return look


def rehome(desk: Desk) -> Step:
    (root,) = desk.workspace.roots
    documents = desk.workspace.list_documents(root)
    orphan, *_others = find_orphans(desk.workspace.disk, root, documents)
    found = candidates(desk.workspace.disk, orphan, documents)
    return desk.steps.now(plan_rehoming(desk.workspace, desk.steps, orphan, found[0]).job)


def told(items: tuple[InboxItem, ...]) -> set[tuple[str, str, str]]:
    """What kind of change, in which folder and file."""
    return {(item.kind, Path(item.path).parent.parent.name, Path(item.path).name) for item in items}


def test_what_was_to_be_reviewed_is_so_at_the_new_home(desk: Desk, look: Look, old: Path, new: Path) -> None:
    write(old, "queue", "Jobs wait in redis.")
    before = look()
    assert ("learned", old.parent.name, "queue.md") in told(before)
    step = rehome(desk)
    assert (new / "queue.md").exists()
    moved = look()
    assert told(moved) == {(kind, new.parent.name, file) for kind, _, file in told(before)}
    desk.inbox.forget()
    assert look() == moved
    desk.steps.undo(step)
    assert {item.id for item in look()} == {item.id for item in before}
    desk.inbox.forget()
    assert {item.id for item in look()} == {item.id for item in before}


def test_what_was_reviewed_is_no_news_at_the_new_home(desk: Desk, look: Look, old: Path) -> None:
    write(old, "queue", "Jobs wait in redis.")
    desk.inbox.keep(look())
    assert look() == ()
    rehome(desk)
    assert look() == ()
    desk.inbox.forget()
    assert look() == ()


def test_it_comes_into_a_home_that_has_memory(desk: Desk, look: Look, old: Path, new: Path) -> None:
    new.mkdir(parents=True)
    write(new, "style", "Tabs, never spaces.")
    desk.inbox.keep(look())
    write(old, "queue", "Jobs wait in redis.")
    look()
    rehome(desk)
    assert ("learned", new.parent.name, "queue.md") in told(look())


def test_a_file_that_cannot_be_read_is_named_and_nothing_moves(desk: Desk, old: Path) -> None:
    (root,) = desk.workspace.roots
    documents = desk.workspace.list_documents(root)
    orphan, *_others = find_orphans(desk.workspace.disk, root, documents)
    home, *_less_likely = candidates(desk.workspace.disk, orphan, documents)
    broken = old / "ports.md"
    broken.unlink()
    os.mkfifo(broken)
    with pytest.raises(StorageError) as raised:
        plan_rehoming(desk.workspace, desk.steps, orphan, home)
    assert raised.value.sentence == f"{broken} cannot be read: not a regular file."


def test_it_is_known_there_by_its_name_where_its_links_are_others(
    desk: Desk, look: Look, old: Path, new: Path
) -> None:
    new.mkdir(parents=True)
    write(new, "queue", "Cookies, in a queue of their own.")
    desk.inbox.keep(look())
    write(old, "queue", "Jobs wait in redis.")
    write(old, "jobs", "See [the queue](queue.md), and [[queue]].")
    before = [item for item in look() if item.path.startswith(str(old))]
    rehome(desk)
    assert "](queue.md)" not in (new / "jobs.md").read_text()
    assert len(look()) == len(before)


def test_what_is_kept_at_the_new_home_stays_so(desk: Desk, look: Look, old: Path) -> None:
    write(old, "queue", "Jobs wait in redis.")
    look()
    rehome(desk)
    kept = look()
    assert kept
    desk.inbox.keep(kept)
    assert look() == ()
    desk.inbox.forget()
    assert look() == ()
    desk.inbox.take_back(kept)
    assert look() == kept


def test_what_was_changed_can_be_put_back_at_the_new_home(
    desk: Desk, look: Look, old: Path, new: Path
) -> None:
    write(old, "ports", "It listens on 9090.")
    look()
    rehome(desk)
    (item,) = look()
    assert (item.kind, item.path) == ("changed", str(new / "ports.md"))
    desk.steps.now(desk.inbox_deeds.put_back(item))
    assert "8080" in (new / "ports.md").read_text()
    assert look() == ()


def test_what_is_pinned_is_so_at_the_new_home(desk: Desk, look: Look, old: Path, new: Path) -> None:
    write(old, "queue", "Jobs wait in redis.")
    item = next(one for one in look() if one.path.endswith("queue.md"))
    assert item.now is not None
    desk.inbox.pin(item.path, item.now)
    rehome(desk)
    pinned = [one for one in look() if one.is_pinned]
    assert [(one.path, one.is_pin_broken) for one in pinned] == [(str(new / "queue.md"), False)]
    assert desk.inbox.pins() == {(str(new / "queue.md"), *item.now.node)}


def test_what_is_reviewed_in_one_project_is_told_apart_from_what_is_not_in_another(
    desk: Desk, look: Look, home: Path, claude: Path, old: Path, new: Path
) -> None:
    (home / "work" / "shop" / ".git").mkdir(parents=True)
    shop = folder_of(claude, home / "src" / "shop")
    shop.mkdir(parents=True)
    desk.projects.take(desk.projects.search())
    write(shop, "ports", "The shop listens on 7070.")
    desk.inbox.keep(look())
    write(old, "ports", "It listens on 9090.")
    (before,) = look()
    for _ in range(2):
        rehome(desk)
    (item,) = look()
    assert (item.kind, item.path) == (before.kind, str(new / "ports.md"))
    desk.inbox.forget()
    assert [one.path for one in look()] == [str(new / "ports.md")]
