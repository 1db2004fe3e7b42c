"""Projects whose folder is gone: which, where they may be now, and how their memory gets there."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.errors import NotListed, Refused
from memdesk.layouts import discover
from memdesk.layouts.documents import ScopeKind
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.services.rehoming.orphans import (
    Candidate,
    Orphan,
    candidate_of,
    candidates,
    find_orphans,
    orphan_at,
)
from memdesk.services.rehoming.rehoming import Rehoming, plan_rehoming
from memdesk.services.roots.roots import Documents, MemoryRoot
from memdesk.services.steps.step import Status
from memdesk.store.folders import StateFolders
from memdesk.store.sweep import Ending
from memdesk.text.wording import plain_words

MEMORY = b"""## Project facts
Go service with two workers.
- start it with make dev, see cmd/api/main.go

## Decisions
Use npm, not yarn.

## References
docs/design.md
"""


def _project(home: Path, name: str, remote: str = "", files: tuple[str, ...] = ()) -> Path:
    folder = home / name
    (folder / ".git").mkdir(parents=True)
    if remote:
        (folder / ".git" / "config").write_text(f'[remote "origin"]\n\turl = {remote}\n')
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("here\n")
    return folder


def _key(folder: Path) -> str:
    return str(folder).replace("/", "-")


@pytest.fixture
def evva(home: Path) -> Path:
    root = home / ".evva"
    memory = root / "projects" / _key(home / "src" / "api") / "MEMORY.md"
    memory.parent.mkdir(parents=True)
    memory.write_bytes(MEMORY)
    return root


@pytest.fixture
def desk(home: Path, tmp_path: Path, evva: Path) -> Iterator[Desk]:
    _project(home, "work/api", "git@example.org:team/api.git", ("cmd/api/main.go", "docs/design.md"))
    _project(home, "work/shop")
    desk = Desk(StateFolders.below(str(tmp_path / "ours")), Surroundings(str(home), {}), discover())
    desk.projects.take(desk.projects.search())
    desk.open_found([str(evva)])
    yield desk
    desk.close()


def _orphans(desk: Desk) -> list[Orphan]:
    found = []
    for root in desk.workspace.roots:
        documents = desk.workspace.list_documents(root)
        found += list(find_orphans(desk.workspace.disk, root, documents))
    return found


def _likely(desk: Desk, orphan: Orphan) -> tuple[Candidate, ...]:
    return candidates(desk.workspace.disk, orphan, desk.workspace.list_documents(orphan.root))


def test_a_project_without_a_folder_is_an_orphan(desk: Desk, home: Path) -> None:
    (orphan,) = _orphans(desk)
    assert orphan.scope.kind is ScopeKind.PROJECT
    assert orphan.scope.key == _key(home / "src" / "api")
    documents = desk.workspace.list_documents(orphan.root)
    folder = f"{orphan.root.path}/projects/{orphan.scope.key}"
    assert orphan_at(desk.workspace.disk, orphan.root, documents, folder) == orphan
    _project(home, "src/api")
    desk.projects.take(desk.projects.search())
    assert not _orphans(desk)


def test_what_speaks_for_a_folder_is_said(desk: Desk, home: Path) -> None:
    namesake = _project(home, "work/old/api")
    desk.projects.take(desk.projects.search())
    (orphan,) = _orphans(desk)
    best, *others = _likely(desk, orphan)
    assert best.folder == str(home / "work" / "api")
    assert not best.has_memory
    assert "It is called api" in best.evidence[0]
    assert best.evidence[-1].startswith("2 of 2 paths")
    assert [other.folder for other in others if other.score < best.score] == [str(namesake)]


def test_a_remote_that_the_memory_names_finds_a_folder_of_another_name(desk: Desk, home: Path) -> None:
    (orphan,) = _orphans(desk)
    Path(orphan.documents[0].path).write_bytes(MEMORY + b"\nhttps://example.org/team/billing\n")
    _project(home, "work/money", "https://example.org/team/billing.git")
    desk.projects.take(desk.projects.search())
    found = {one.folder: one for one in _likely(desk, orphan)}
    assert "team/billing" in found[str(home / "work" / "money")].evidence[0]


def test_into_an_empty_home_every_file_comes_as_it_is(desk: Desk, home: Path, evva: Path) -> None:
    (orphan,) = _orphans(desk)
    plan = plan_rehoming(desk.workspace, desk.steps, orphan, _likely(desk, orphan)[0])
    assert plan.whole == ("MEMORY.md",)
    step = desk.steps.now(plan.job)
    new = evva / "projects" / _key(home / "work" / "api") / "MEMORY.md"
    old = Path(orphan.documents[0].path)
    assert new.read_bytes() == MEMORY
    assert not old.exists()
    desk.steps.undo(step)
    assert old.read_bytes() == MEMORY
    assert not new.exists()


def test_nothing_moves_where_nobody_can_tell_what_is_there(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    (orphan,) = _orphans(desk)
    candidate = _likely(desk, orphan)[0]
    monkeypatch.setattr(type(orphan.root.layout), "documents", fail)
    with pytest.raises(NotListed, match="could not be listed to the end"):
        plan_rehoming(desk.workspace, desk.steps, orphan, candidate)
    assert caplog.records


def test_into_a_home_with_memory_what_is_new_comes_entry_by_entry(desk: Desk, home: Path, evva: Path) -> None:
    (orphan,) = _orphans(desk)
    new = evva / "projects" / _key(home / "work" / "api") / "MEMORY.md"
    new.parent.mkdir()
    new.write_bytes(b"## Project facts\nGo service with two workers.\n\n## Decisions\nUse pnpm.\n")
    best = _likely(desk, orphan)[0]
    assert best.has_memory
    plan = plan_rehoming(desk.workspace, desk.steps, orphan, best)
    step = desk.steps.now(plan.job)
    text = new.read_text()
    assert text.count("Go service with two workers.") == 1
    for words in ("make dev", "Use npm, not yarn.", "Use pnpm.", "docs/design.md"):
        assert text.count(words) == 1, words
    assert text.index("Use npm") > text.index("## Decisions")
    old = Path(orphan.documents[0].path)
    assert not old.exists()
    desk.steps.undo(step)
    assert old.read_bytes() == MEMORY


def test_what_is_known_already_is_not_brought(desk: Desk, home: Path, evva: Path) -> None:
    (orphan,) = _orphans(desk)
    new = evva / "projects" / _key(home / "work" / "api") / "MEMORY.md"
    new.parent.mkdir()
    same = MEMORY.replace(b"\n\n## Decisions", b"\n\n## Decisions\n")
    new.write_bytes(same)
    plan = plan_rehoming(desk.workspace, desk.steps, orphan, _likely(desk, orphan)[0])
    assert not plan.brought
    assert plan.known
    desk.steps.now(plan.job)
    assert new.read_bytes() == same


def test_facts_with_files_of_their_own_come_with_their_lines(home: Path, tmp_path: Path) -> None:
    claude, gone = home / ".claude", home / "old" / "api"
    store = claude / "projects" / _key(gone) / "memory"
    store.mkdir(parents=True)
    fact = b"---\nname: %b\ndescription: about %b\nmetadata:\n  type: project\n---\n\nThe body of %b.\n"
    for name in (b"one", b"two"):
        (store / f"{name.decode()}.md").write_bytes(fact % (name, name, name))
    (store / "MEMORY.md").write_text("- [one](one.md) - about one\n- [two](two.md) - about two\n")
    api = _project(home, "work/api")
    new = claude / "projects" / _key(api) / "memory"
    new.mkdir(parents=True)
    (new / "one.md").write_bytes(fact % (b"one", b"one", b"one"))
    (new / "MEMORY.md").write_text("- [one](one.md) - about one\n")
    desk = Desk(StateFolders.below(str(tmp_path / "ours")), Surroundings(str(home), {}), discover())
    desk.projects.take(desk.projects.search())
    desk.open_found([str(claude)])
    (orphan,) = [one for one in _orphans(desk) if one.root.path == str(claude)]
    plan = plan_rehoming(desk.workspace, desk.steps, orphan, _likely(desk, orphan)[0])
    desk.steps.now(plan.job)
    desk.close()
    assert (new / "MEMORY.md").read_text() == "- [one](one.md) - about one\n- [two](two.md) - about two\n"
    assert (new / "two.md").read_bytes() == fact % (b"two", b"two", b"two")
    assert not list(store.glob("*.md"))


@pytest.fixture
def facts(home: Path, tmp_path: Path) -> Iterator[tuple[Desk, Path, Path]]:
    """A desk, the memory of a project whose folder is gone, and that of the one it goes to, with a fact in it."""
    claude, gone, api = home / ".claude", home / "old" / "api", _project(home, "work/api")
    old, new = (claude / "projects" / _key(folder) / "memory" for folder in (gone, api))
    for folder in (old, new):
        folder.mkdir(parents=True)
        (folder / "MEMORY.md").write_text("- [Other](other.md) - other\n")
    (new / "other.md").write_text("---\nname: other\n---\nAnother.\n")
    desk = Desk(StateFolders.below(str(tmp_path / "ours")), Surroundings(str(home), {}), discover())
    desk.projects.take(desk.projects.search())
    yield desk, old, new
    desk.close()


def _rehoming(desk: Desk, claude: Path) -> Rehoming:
    desk.open_found([str(claude)])
    (orphan,) = [one for one in _orphans(desk) if one.root.path == str(claude)]
    return plan_rehoming(desk.workspace, desk.steps, orphan, _likely(desk, orphan)[0])


def test_what_belongs_to_no_fact_comes_as_well(facts: tuple[Desk, Path, Path]) -> None:
    desk, old, new = facts
    (old / "MEMORY.md").write_text(
        "# Read this first\n\nNever deploy on Fridays.\n- [Gone](gone.md) - ask Torben\n\nClosing words.\n"
    )
    plan = _rehoming(desk, old.parents[2])
    assert plan.brought == ("# Read this first", "Gone", "Closing words.")
    desk.steps.now(plan.job)
    assert (new / "MEMORY.md").read_text() == (
        "- [Other](other.md) - other\n"
        "\n# Read this first\n\nNever deploy on Fridays.\n- [Gone](gone.md) - ask Torben\n"
        "\nClosing words.\n"
    )
    assert not (old / "MEMORY.md").exists()


def test_links_lead_to_what_has_another_name_in_the_new_home(facts: tuple[Desk, Path, Path]) -> None:
    desk, old, new = facts
    (new / "uses.md").write_text("---\nname: uses\n---\nSee [it](other.md) and [[other]].\n")
    (old / "other.md").write_text("---\nname: other\n---\nWhat the old home said.\n")
    (old / "hub.md").write_text(
        "---\nname: hub\n---\nRead [it](other.md#why), [[other]], [[other|that]] and [far](https://x.org/other.md).\n"
    )
    (old / "MEMORY.md").write_text("- [Hub](hub.md) - all of it\n- [Other](other.md) - old\n")
    desk.steps.now(_rehoming(desk, old.parents[2]).job)
    came = new / "what-the-old-home-said.md"
    assert "What the old home said." in came.read_text()
    assert (new / "other.md").read_text() == "---\nname: other\n---\nAnother.\n"
    assert (new / "uses.md").read_text() == "---\nname: uses\n---\nSee [it](other.md) and [[other]].\n"
    assert (new / "hub.md").read_text() == (
        f"---\nname: hub\n---\nRead [it]({came.stem}.md#why), [[{came.stem}]], [[{came.stem}|that]] and"
        " [far](https://x.org/other.md).\n"
    )
    assert f"]({came.name})" in (new / "MEMORY.md").read_text()


def test_many_facts_make_it_look_through_the_roots_no_more_often_than_few(
    facts: tuple[Desk, Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, old, _ = facts
    looks = _count_looks(desk, monkeypatch)
    found = []
    for count in (2, 20):
        _write_facts(desk, old, count)
        looks.clear()
        assert len(_rehoming(desk, old.parents[2]).whole) >= count
        found.append(len(looks))
    assert found[1] <= found[0], "what is new there is looked for nowhere else"


def test_many_files_are_made_again_without_looking_through_the_roots_for_each(
    facts: tuple[Desk, Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, old, _ = facts
    _write_facts(desk, old, 20)
    step = desk.steps.now(_rehoming(desk, old.parents[2]).job)
    assert desk.steps.undo(step).status is Status.SAVED
    _list_all(desk)
    looks = _count_looks(desk, monkeypatch)
    desk.steps.prepare_redo(step)
    assert len(looks) <= len(desk.workspace.roots)


def test_an_interrupted_change_is_taken_up_without_looking_through_the_roots_for_each_file(
    facts: tuple[Desk, Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, old, new = facts
    looks = _count_looks(desk, monkeypatch)
    found = []
    for count in (2, 20):
        _write_facts(desk, old, count)
        job = _rehoming(desk, old.parents[2]).job
        desk.history.open_change("move", [(file.path, file.before, file.after) for file in job.files])
        desk.workspace.relist()
        looks.clear()
        assert [swept.ending for swept in desk.recover()] == [Ending.FINISHED]
        assert len(list(new.glob("fact*.md"))) == count
        found.append(len(looks))
        shutil.rmtree(new)
        desk.workspace.relist()
    assert found[1] <= found[0]


def _count_looks(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The roots that are listed from now on, one after the other."""
    looks: list[str] = []
    list_documents = desk.workspace.list_documents

    def count(root: MemoryRoot, most: int | None = None) -> Documents:
        looks.append(root.path)
        return list_documents(root, most)

    monkeypatch.setattr(desk.workspace, "list_documents", count)
    return looks


def _write_facts(desk: Desk, folder: Path, count: int) -> None:
    names = [f"fact{number}" for number in range(count)]
    for name in names:
        (folder / f"{name}.md").write_text(f"---\nname: {name}\n---\nThe body of {name}.\n")
    (folder / "MEMORY.md").write_text("".join(f"- [{name}]({name}.md) - about it\n" for name in names))
    _list_all(desk)


def _list_all(desk: Desk) -> None:
    desk.workspace.relist()
    for root in desk.workspace.roots:
        desk.workspace.documents(root.path)


def test_where_words_find_no_place_nothing_is_moved(facts: tuple[Desk, Path, Path]) -> None:
    desk, old, new = facts
    (new / "other.md").write_text("---\nname: other\n---\n")
    (old / "other.md").write_text("---\nname: other\nrumour: the mole closes\n---\n")
    with pytest.raises(Refused, match="says nothing, so there is nothing to move"):
        _rehoming(desk, old.parents[2])


_SHORT = "## preference\n\n- short answers *(2026-05-02T00:00:00Z)*\n\n"
_MOLE = "- the mole is closed *(2026-05-01T00:00:00Z)*\n\n"


def _rehomed_in_ub(home: Path, tmp_path: Path, text: str) -> tuple[tuple[str, ...], str]:
    """What is brought from a memory of ub with this text to one that has another entry, and that afterwards."""
    api, store = _project(home, "work/api"), home / ".local/state/ub/memory"
    old, new = (store / _ub_key(folder) / "memory.md" for folder in (home / "old" / "api", api))
    for path in (old, new):
        path.parent.mkdir(parents=True)
    new.write_text(_SHORT)
    old.write_text(text)
    desk = Desk(StateFolders.below(str(tmp_path / "ours")), Surroundings(str(home), {}), discover())
    desk.projects.take(desk.projects.search())
    desk.open_found([str(store)])
    (orphan,) = _orphans(desk)
    candidate = candidate_of(desk.workspace.disk, orphan, str(api))
    assert candidate is not None
    plan = plan_rehoming(desk.workspace, desk.steps, orphan, candidate)
    desk.steps.now(plan.job)
    desk.close()
    return plan.brought, new.read_text()


def test_an_entry_brings_the_heading_that_the_new_home_lacks(home: Path, tmp_path: Path) -> None:
    brought, text = _rehomed_in_ub(home, tmp_path, f"## debug\n\n{_MOLE}")
    assert brought == ("the mole is closed",)
    assert text == f"{_SHORT}## debug\n\n{_MOLE}"


@pytest.mark.parametrize("heading", ["## Deploy", "##"])
def test_entries_below_a_heading_that_ub_does_not_know_come_with_it(
    home: Path, tmp_path: Path, heading: str
) -> None:
    named = f"\n{heading}\n" if heading != "##" else ""
    _, text = _rehomed_in_ub(home, tmp_path, f"{heading} \n\n{_MOLE}")
    assert text.replace("## Deploy \n", "## Deploy\n") == f"{_SHORT}## general\n\n{_MOLE}{named}"


def test_the_heading_of_words_that_are_no_entry_comes_with_them(home: Path, tmp_path: Path) -> None:
    brought, text = _rehomed_in_ub(home, tmp_path, "## Deploy\n\nask first\n")
    assert brought == ("Deploy",)
    assert "- ask first *(" in text
    assert text.endswith("\n## Deploy\n")


def _ub_key(folder: Path) -> str:
    return hashlib.sha256(str(folder).encode()).hexdigest()[:16]


def test_what_comes_stands_above_the_line_below_which_the_agent_gets_nothing(
    home: Path, tmp_path: Path
) -> None:
    api, store = _project(home, "work/api"), home / ".config/ok/projects"
    old, new = (store / _key(folder) / "memory" for folder in (home / "old" / "api", api))
    for folder, name in ((old, "mole"), (new, "tides")):
        folder.mkdir(parents=True)
        (folder / f"{name}.md").write_text(f"---\nname: {name}\ndescription: d\n---\n\nOf it.\n")
        index = f"# Memory\n- [{name}]({name}.md) — d\n--- freeze: e3b0c44298fc1c14\n"
        (folder / "MEMORY.md").write_text(index)
    desk = Desk(StateFolders.below(str(tmp_path / "ours")), Surroundings(str(home), {}), discover())
    desk.projects.take(desk.projects.search())
    desk.open_found([str(home / ".config/ok")])
    (orphan,) = [one for one in _orphans(desk) if one.root.path == str(home / ".config/ok")]
    desk.steps.now(plan_rehoming(desk.workspace, desk.steps, orphan, _likely(desk, orphan)[0]).job)
    desk.close()
    lines = "- [tides](tides.md) — d\n- [mole](mole.md) — d\n"
    assert (new / "MEMORY.md").read_text() == f"# Memory\n{lines}--- freeze: e3b0c44298fc1c14\n"


_FACTS = st.dictionaries(
    st.sampled_from(["one", "two", "other"]),
    st.tuples(
        st.sampled_from(["", "low water", "high water"]),
        st.sampled_from(["The mole is closed.\n", "", "\n## Tides\nAt nine.\n\nLast words\n"]),
    ),
    max_size=3,
)
_INDEX = st.lists(
    st.sampled_from(
        [
            "- [One](one.md) - low water",
            "- [One](one.md) — other words",
            "- Ask first: [Two](two.md)",
            "- [[other]]",
            "# Heading",
            "Loose words.",
            "```",
            "",
            "  - deeper",
            "\ufeffmarked",
            "a torn line\r",
        ]
    ),
    max_size=6,
).map("\n".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(mine=_FACTS, theirs=_FACTS, my_index=_INDEX, their_index=_INDEX)
def test_every_word_comes_along_or_nothing_does(
    tmp_path_factory: pytest.TempPathFactory,
    mine: dict[str, tuple[str, str]],
    theirs: dict[str, tuple[str, str]],
    my_index: str,
    their_index: str,
) -> None:
    home = tmp_path_factory.mktemp("home")
    claude, gone, api = home / ".claude", home / "old" / "api", _project(home, "work/api")
    old, new = (claude / "projects" / _key(folder) / "memory" for folder in (gone, api))
    for folder, of_folder, index in ((old, mine, my_index), (new, theirs, their_index)):
        folder.mkdir(parents=True)
        (folder / "MEMORY.md").write_bytes(index.encode())
        for name, (description, body) in of_folder.items():
            (folder / f"{name}.md").write_text(f"---\nname: {name}\ndescription: {description}\n---\n{body}")
    said = _words_below(old)
    desk = Desk(StateFolders.below(str(home / "ours")), Surroundings(str(home), {}), discover())
    desk.projects.take(desk.projects.search())
    try:
        plan = _rehoming(desk, claude)
    except Refused:
        desk.close()
        return
    known = _words_below(new)
    assert desk.steps.now(plan.job).status is Status.SAVED
    desk.close()
    assert said | known <= _words_below(new)
    assert not list(old.glob("*.md"))


def _words_below(folder: Path) -> set[str]:
    return {word for file in folder.glob("*.md") for word in plain_words(file.read_text())}


def test_the_working_folder_of_a_transcript_tells_what_a_project_was_called(
    home: Path, tmp_path: Path
) -> None:
    claude, gone = home / ".claude", home / "old" / "my.api"
    project = claude / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(gone))
    (project / "memory").mkdir(parents=True)
    (project / "memory" / "MEMORY.md").write_text("- a line\n")
    (project / "1.jsonl").write_text(json.dumps({"cwd": str(gone), "type": "user"}) + "\n")
    _project(home, "work/my.api")
    _project(home, "work/api")
    desk = Desk(StateFolders.below(str(tmp_path / "ours")), Surroundings(str(home), {}), discover())
    desk.projects.take(desk.projects.search())
    desk.open_found([str(claude)])
    (orphan,) = [one for one in _orphans(desk) if one.root.path == str(claude)]
    assert orphan.scope.folder == str(gone)
    best = _likely(desk, orphan)[0]
    assert best.folder == str(home / "work" / "my.api")
    assert best.evidence[0] == "It is called my.api, as the folder that is gone."
    found = desk.problems.look(desk.entries.snapshot()).problems
    assert "gone-project" in [one.found.problem.rule for one in found]
    desk.close()
