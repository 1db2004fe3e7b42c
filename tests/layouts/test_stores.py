"""Indexes against the files of their stores, by every layout that keeps facts in such a folder."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from memdesk.layouts import claude_code, evva, ok
from memdesk.layouts.contract import Layout, Problem, Severity
from memdesk.text.document import decode
from memdesk.text.edits import apply_all
from tests.layouts.dict_view import HOME, DictView

PROJECT = "/srv/api"


@dataclass(frozen=True)
class Store:
    """A store of one agent in which all facts are listed."""

    layout: Layout
    root: str
    folder: str
    above: str = ""

    def view(self, index: str | None, **facts: str) -> DictView:
        files = {f"{self.folder}/{name}.md": text or fact(name) for name, text in facts.items()}
        if index is not None:
            files[f"{self.folder}/MEMORY.md"] = self.above + index
        files |= {f"{HOME}/notes/night.md": "n\n", f"{PROJECT}/docs/guide.md": "g\n", f"{HOME}/.evva/x": ""}
        return DictView(files, projects=[PROJECT], folders=[PROJECT])

    def found(self, view: DictView) -> dict[str, Problem]:
        problems = (one for one in self.layout.checks(view, self.root) if one.path.startswith(self.folder))
        return {one.rule: one for one in problems}


STORES = {
    "claude_code": Store(claude_code.LAYOUT, f"{HOME}/.claude", f"{HOME}/.claude/projects/-srv-api/memory"),
    "subagent": Store(claude_code.LAYOUT, f"{HOME}/.claude", f"{HOME}/.claude/agent-memory/helper"),
    "evva": Store(evva.LAYOUT, f"{HOME}/.evva/memory", f"{HOME}/.evva/memory"),
    "ok": Store(ok.LAYOUT, f"{HOME}/.config/ok", f"{HOME}/.config/ok/projects/-srv-api/memory", "# Memory\n"),
}


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest) -> Store:
    found: Store = STORES[request.param]
    return found


def fact(name: str, body: str = "Body.") -> str:
    return f"---\nname: {name}\ndescription: About {name}\ntype: user\n---\n\n{body}\n"


@pytest.mark.parametrize(
    "target", ["~/notes/night.md", f"{PROJECT}/docs/guide.md", f"{HOME}/notes/night.md", "./a.md", "%61.md"]
)
def test_a_line_to_a_file_that_is_there_is_not_dead(store: Store, target: str) -> None:
    view = store.view(f"- [A](a.md) — About a\n- [There]({target}) — kept\n", a="")
    assert not {"dead-line", "missing-line"} & store.found(view).keys()


@pytest.mark.parametrize("target", ["https://example.org/a.md", "mailto:a.md", "$HOME/a.md"])
def test_an_address_is_never_dead(store: Store, target: str) -> None:
    assert "dead-line" not in store.found(store.view(f"- [A](a.md) — x\n- [There]({target})\n", a=""))


def test_a_line_out_of_the_store_to_nothing_is_a_note_that_nothing_repairs() -> None:
    for name in ("claude_code", "evva"):
        for target in ("../gone.md", "~/gone.md", "/gone.md"):
            store = STORES[name]
            dead = store.found(store.view(f"- [A](a.md) — x\n- [Gone]({target})\n", a=""))["dead-line"]
            assert (dead.severity, dead.repair) == (Severity.NOTE, ())


def test_a_path_from_the_folder_of_the_project_is_not_dead() -> None:
    store = STORES["claude_code"]
    assert not store.found(store.view("- [A](a.md) — x\n- [Guide](docs/guide.md) — g\n", a=""))


def test_comments_and_fences_are_neither_dead_nor_lines(store: Store) -> None:
    hidden = "<!-- - [B](b.md) — away -->\n\n```\n- [Name](name.md) — what it is\n```\n"
    view = store.view(f"- [A](a.md) — About a\n{hidden}", a="", b="")
    found = store.found(view)
    assert "dead-line" not in found
    # To OK a line is one wherever it stands.
    assert ("missing-line" in found) == (store.layout.name != "ok")
    if missing := found.get("missing-line"):
        text = decode(view.read(missing.path))
        assert hidden in apply_all(text, missing.repair)
    notes = {one.title: one.note for one in store.layout.documents(view, store.root)}
    assert (notes["b.md"] != "") == (store.layout.name != "ok")


@pytest.mark.parametrize(
    ("file", "target"),
    [("two words", "two%20words"), ("a_b", "a-b"), ("über", "%C3%BCber"), ("b", "./x/../b")],
)
def test_tree_and_check_have_one_rule(store: Store, file: str, target: str) -> None:
    view = store.view(f"- [A](a.md) — About a\n- [B]({target}.md) — About b\n", a="", **{file: ""})
    assert not {"missing-line", "dead-line"} & store.found(view).keys()
    notes = {one.title: one.note for one in store.layout.documents(view, store.root)}
    assert notes[f"{file}.md"] == notes["a.md"] == ""


def test_a_missing_index_is_told_once(store: Store) -> None:
    found = store.found(store.view(None, a="", b=""))
    assert [one.rule for one in found.values() if "MEMORY.md" in one.message] == ["no-index"]
    is_made_anew = store is STORES["claude_code"]
    assert ("makes one" in found["no-index"].message) == is_made_anew
    assert not store.found(store.view("- [a](a.md) — About a\n- [b](b.md) — About b\n", a="", b=""))


def test_an_index_in_small_letters_is_told_where_it_lies(store: Store) -> None:
    found = store.found(store.view(None, a="", memory="- [a](a.md) — About a\n"))
    told = [one for one in found.values() if "MEMORY.md" in one.message]
    assert [one.path for one in told] == [f"{store.folder}/memory.md"]


def test_a_plain_file_is_a_form_of_a_fact(store: Store) -> None:
    if store.layout.name != "ok":
        plain = {"a": "Just words.\n", "b": "---\n\nBelow a rule.\n", "c": "# Heading\n"}
        lines = "".join(f"- [{name}]({name}.md)\n" for name in plain)
        assert not store.found(store.view(lines, **plain))
        half = store.found(store.view("- [a](a.md)\n", a="---\nname: a\nwords\n"))
        assert "open-header" in half


def test_one_fact_of_two_lines_is_told_once_where_it_stands(store: Store) -> None:
    view = store.view("- [a](a.md) — About a\n- [a](a.md) — About a\n", a="")
    found = [one for one in store.layout.checks(view, store.root) if one.rule == "duplicate-line"]
    assert len(found) == 1
    assert found[0].span.of(decode(view.read(found[0].path))) == "- [a](a.md) — About a"


@pytest.mark.parametrize(
    "name", ["a\nb", 'say "hi"', "c#", "100%", "a(b", "a(b)", "u\u0308ber", "it's", "[x]"]
)
def test_the_line_of_any_name_is_written_so_that_it_leads_there(name: str) -> None:
    for store in (STORES["claude_code"], STORES["evva"]):
        view = store.view("", **{name: "Just words.\n"})
        missing = store.found(view)["missing-line"]
        after = store.view(apply_all("", missing.repair), **{name: "Just words.\n"})
        assert not store.found(after)


def test_a_store_of_ten_thousand_facts_is_checked_in_time_that_grows_with_it() -> None:
    """A square of that would take minutes."""
    store = STORES["claude_code"]
    facts = {f"fact_{number}": f"See [[fact-{number + 1}]].\n" for number in range(10_000)}
    lines = "".join(f"- [Fact {number}](fact-{number}.md) — x\n" for number in range(0, 10_000, 2))
    found = [one.rule for one in store.layout.checks(store.view(lines, **facts), store.root)]
    assert set(found) == {"index-cut", "dead-link"}
