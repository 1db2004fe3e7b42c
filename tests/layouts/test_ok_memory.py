"""What OK finds, shows, loses next and gets wrong, asked through its layout."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given

from memdesk.layouts.contract import NO_OP, EffectKind, Generated, Outcome
from memdesk.layouts.documents import Document, FileKind, Scope, ScopeKind
from memdesk.layouts.ok import LAYOUT
from memdesk.layouts.ok.docs import append_doc, import_rules
from memdesk.layouts.ok.limits import MEASURED
from memdesk.layouts.ok.model import Fact, append_note, read_fact, read_front_matter, render_fact, split_index
from memdesk.layouts.ok.prompt import compose, load
from memdesk.layouts.ok.store import counted_files, deleted_next, project_store, save, usual_name
from memdesk.layouts.ok.survival import QUICK_NOTE, REMEMBER
from memdesk.services.machine.machine import MachineView, Surroundings
from memdesk.text.edits import apply_all
from tests.agents.ok import compact, remember, write_doc
from tests.layouts.dict_view import HOME, DictView
from tests.layouts.test_ok_edits import fact_texts, index_texts

ROOT = f"{HOME}/.config/ok"
STORE = f"{ROOT}/projects/-srv-api/memory"
INDEX = f"{STORE}/MEMORY.md"
FACT = "---\nname: a\ndescription: one\nmetadata:\n  type: user\n---\n\nBody.\n"
CANONICAL = "# Memory\n- [a](a.md) — one\n--- freeze: 22bd8439e8a3720e\n"


def view(files: dict[str, str], **more: object) -> DictView:
    return DictView(files, projects=("/srv/api",), folders=("/srv/api",), **more)  # type: ignore[arg-type]  # its own


def documents(files: dict[str, str]) -> dict[str, Document]:
    return {document.path: document for document in LAYOUT.documents(view(files), ROOT)}


def api(files: dict[str, str]) -> Scope:
    return next(scope for scope in LAYOUT.contexts(view(files), ROOT) if scope.kind is ScopeKind.PROJECT)


def rules(files: dict[str, str]) -> list[str]:
    return [problem.rule for problem in LAYOUT.checks(view(files), ROOT)]


# Where it is


@pytest.mark.parametrize(
    ("platform", "environment", "path"),
    [
        ("linux", {}, f"{HOME}/.config/ok"),
        ("linux", {"XDG_CONFIG_HOME": "/etc/ada/"}, "/etc/ada/ok"),
        ("darwin", {"XDG_CONFIG_HOME": "/etc/ada"}, f"{HOME}/Library/Application Support/ok"),
        ("win32", {"APPDATA": "C:\\Users\\ada\\Roaming"}, "C:/Users/ada/Roaming/ok"),
    ],
)
def test_the_user_folder_is_that_of_the_system(platform: str, environment: dict[str, str], path: str) -> None:
    [place] = LAYOUT.places(DictView(platform=platform, environment=environment))
    assert (place.path, place.found) == (path, False)


def test_a_relative_configuration_folder_switches_memory_off_and_is_named() -> None:
    off = view({f"{STORE}/a.md": FACT, INDEX: CANONICAL}, environment={"XDG_CONFIG_HOME": "cfg"})
    [place] = LAYOUT.places(off)
    assert "XDG_CONFIG_HOME=cfg" in place.why
    assert not place.found
    context = next(scope for scope in LAYOUT.contexts(off, ROOT) if scope.folder)
    injected = LAYOUT.injected(off, ROOT, context)
    assert injected.text == ""
    assert "XDG_CONFIG_HOME=cfg" in injected.warnings[0]
    assert "memory-off" in [problem.rule for problem in LAYOUT.checks(off, ROOT)]


def test_the_tree_is_yours_then_shared_then_each_project() -> None:
    files = {
        f"{ROOT}/OK.md": "mine",
        f"{ROOT}/shared/memory/MEMORY.md": "",
        f"{ROOT}/shared/memory/s.md": "",
        "/srv/api/AGENTS.md": "r",
        "/srv/api/OK.local.md": "l",
        INDEX: "",
        f"{STORE}/a.md": FACT,
        f"{STORE}/sub/no.md": "",
        f"{STORE}/no.MD": "",
    }
    found = [
        (document.scope.title, document.title, document.kind.value) for document in documents(files).values()
    ]
    assert found == [
        ("You", "OK.md", "rules"),
        ("All projects", "MEMORY.md", "list"),
        ("All projects", "s.md", "record"),
        ("api", "AGENTS.md", "rules"),
        ("api", "OK.local.md", "rules"),
        ("api", "MEMORY.md", "list"),
        ("api", "a.md", "record"),
    ]


def test_a_fact_tells_the_state_of_its_line() -> None:
    index = "- [a](a.md) — one\n--- freeze: 0\n- [b](b.md) — two\n"
    files = {INDEX: index, **{f"{STORE}/{stem}.md": FACT for stem in "abc"}}
    notes = [documents(files)[f"{STORE}/{stem}.md"].note for stem in "abc"]
    assert notes == ["", "Below the freeze line of the index", "Without a line in the index"]


def test_documents_above_belong_to_a_project_up_to_its_repository() -> None:
    files = {"/srv/AGENTS.md": "above", "/srv/.git/config": "", "/AGENTS.md": "outside", INDEX: ""}
    assert "/srv/AGENTS.md" in documents(files)
    assert documents(files)["/srv/AGENTS.md"].narrow
    assert documents(files)["/AGENTS.md"].note.startswith("Not loaded: it stands above the nearest folder")


def test_documents_that_no_session_reaches_are_named_with_the_reason() -> None:
    files = {
        INDEX: "",
        "/srv/AGENTS.local.md": "local, above",
        "/srv/api/CLAUDE.md": "@web/OK.md\n",
        "/srv/api/AGENTS.md": " \n",
        "/srv/api/web/OK.md": "imported, so it is reached",
        "/srv/api/web/AGENTS.md": "below",
    }
    notes = {path: document.note for path, document in documents(files).items()}
    assert notes["/srv/AGENTS.local.md"] == (
        "Not loaded: OK reads local documents only in the folder where it starts"
    )
    assert notes["/srv/api/AGENTS.md"] == "Not loaded: it is blank"
    assert documents(files)["/srv/api/AGENTS.md"].reach == ""
    assert notes["/srv/api/web/AGENTS.md"].endswith("OK looks in no folder below the one where it starts")
    assert "/srv/api/web/OK.md" not in notes
    assert "not-loaded" not in rules(files)
    warnings = " ".join(LAYOUT.injected(view(files), ROOT, api(files)).warnings)
    assert "web/AGENTS.md is not loaded: OK looks in no folder below" in warnings
    assert "AGENTS.md is not loaded: it is blank." in warnings


def test_a_document_that_another_project_loads_is_no_unreached_one() -> None:
    both = DictView(
        {f"{ROOT}/projects/{key}/memory/MEMORY.md": "" for key in ("-srv", "-srv-api")}
        | {"/srv/AGENTS.md": "x"},
        projects=("/srv", "/srv/api"),
        folders=("/srv/api",),
    )
    notes = [document.note for document in LAYOUT.documents(both, ROOT) if document.path == "/srv/AGENTS.md"]
    assert notes == ["OK adds quick notes of the project here"]


def test_where_quick_notes_go_is_said_for_each_scope_also_before_the_first_one() -> None:
    files = {INDEX: "", "/srv/api/CLAUDE.md": "x"}
    targets = {path: doc for path, doc in documents(files).items() if "quick notes" in doc.note}
    assert {path: doc.exists for path, doc in targets.items()} == {
        f"{ROOT}/AGENTS.md": False,
        "/srv/api/CLAUDE.md": True,
        "/srv/api/AGENTS.local.md": False,
    }


def test_imports_that_come_to_nothing_are_problems_where_they_stand() -> None:
    text = "@docs/a.md\n@docs/a.md\n@../b.md\n@docs/none.md\n@user.name\n"
    files = {
        INDEX: "",
        "/srv/api/AGENTS.md": text,
        "/srv/api/docs/a.md": "x",
        "/srv/api/CLAUDE.md": "@docs/a.md\n",
    }
    found = {
        (problem.rule, problem.severity.value): problem
        for problem in LAYOUT.checks(view(files), ROOT)
        if problem.rule.startswith(("import", "loaded"))
    }
    assert set(found) == {
        ("import-repeated", "note"),
        ("import-refused", "warning"),
        ("import-missing", "warning"),
        ("import-missing", "note"),
        ("loaded-twice", "note"),
    }
    refused = found["import-refused", "warning"]
    assert (refused.path, refused.span.of(text)) == ("/srv/api/AGENTS.md", "@../b.md")
    assert found["loaded-twice", "note"].path == "/srv/api/docs/a.md"


def test_the_preview_names_facts_that_no_line_names() -> None:
    files = {INDEX: "- [a](a.md) — one\n", **{f"{STORE}/{stem}.md": FACT for stem in "abcde"}}
    warnings = LAYOUT.injected(view(files), ROOT, api(files)).warnings
    assert "Not in the index, so OK is not told of it: b.md, c.md, d.md and 1 more." in warnings


def test_a_folder_that_two_projects_share_is_said() -> None:
    both = DictView({f"{ROOT}/projects/-srv-a-b/memory/MEMORY.md": ""}, projects=("/srv/a-b", "/srv/a/b"))
    assert "key-collision" in [problem.rule for problem in LAYOUT.checks(both, ROOT)]
    assert [scope.folder for scope in LAYOUT.contexts(both, ROOT)][:2] == ["/srv/a-b", "/srv/a/b"]


# What it gets


def test_every_character_is_sourced_or_generated() -> None:
    files = {
        f"{ROOT}/OK.md": "\ufeff mine @x\r\n",
        "/srv/api/AGENTS.md": "top\n@inc/a.md\n@inc/a.md\n@../no.md\n",
        "/srv/api/inc/a.md": "\nA\n@b.md\n",
        "/srv/api/inc/b.md": "B\n\n",
        INDEX: "# Memory\n- [a](a.md) — one\n--- freeze: 0\n- [b](b.md) — two\n",
    }
    injected = LAYOUT.injected(view(files), ROOT, api(files))
    for piece in injected.pieces:
        if isinstance(piece.origin, Generated):
            assert piece.origin.reason
        else:
            assert piece.origin.span.of(files[piece.origin.path]) == piece.text
    assert "top\nA\nB\n@inc/a.md  <!-- skipped: import cycle -->\n@../no.md\n\n## Saved" in injected.text
    assert [cut.text for cut in injected.cut] == ["- [b](b.md) — two"]
    assert [warning.partition(":")[0] for warning in injected.warnings] == [
        "@inc/a.md in AGENTS.md",
        "@../no.md in AGENTS.md",
    ]


def test_white_space_that_imports_leave_at_the_ends_of_a_document_is_not_given() -> None:
    files = {
        "/srv/api/AGENTS.md": "@empty.md\n\n top \n@inc.md\n@empty.md\n@none.md\n@empty.md",
        "/srv/api/empty.md": " \n",
        "/srv/api/inc.md": "A",
    }
    injected = LAYOUT.injected(view(files), ROOT, api(files))
    assert injected.text.endswith(
        "(project)\n\ntop \nA\n@empty.md  <!-- skipped: import cycle -->\n@none.md\n"
        "@empty.md  <!-- skipped: import cycle -->\n"
    )
    for piece in injected.pieces:
        if not isinstance(piece.origin, Generated):
            assert piece.origin.span.of(files[piece.origin.path]) == piece.text


def test_a_blank_prompt_is_left_out_before_memory() -> None:
    loaded = load(view({"/srv/api/AGENTS.md": "x"}), "/srv/api", ROOT)
    for base in ("", " \n"):
        assert compose(base, loaded).startswith("# Memory")
    assert compose("Be kind.\n\n", loaded).startswith("Be kind.\n\n# Memory")
    assert compose(" \n", load(view({}), "/srv/api", ROOT)) == " \n"


def test_nothing_is_imported_from_the_root_of_the_disk() -> None:
    assert import_rules(view({})).resolve("/", "a.md") is None
    assert import_rules(view({})).resolve("/srv", "a.md") == "/srv/a.md"


def test_a_long_index_is_cut_and_the_rest_named() -> None:
    lines = [f"- [f{number}](f{number}.md) — x" for number in range(40)]
    files = {INDEX: "\n".join(["# Memory", *lines, ""])}
    injected = LAYOUT.injected(view(files), ROOT, api(files))
    assert lines[28] in injected.text
    assert lines[29] not in injected.text
    assert [cut.text for cut in injected.cut] == lines[29:]
    meter = next(meter for meter in injected.meters if meter.unit == "lines")
    assert (meter.name, meter.used, meter.cap) == ("Facts, index", 41, 32)


def test_a_long_index_is_said_where_what_ok_does_not_show_begins() -> None:
    lines = [f"- [f{number}](f{number}.md) — one\n" for number in range(40)]
    files = {INDEX: f"\n# Memory\n{''.join(lines)}--- freeze: 22bd8439e8a3720e\n"}
    [problem] = [one for one in LAYOUT.checks(view(files), ROOT) if one.rule == "index-cut"]
    assert problem.span.of(files[INDEX]) == "".join(lines[29:]).removesuffix("\n")


def test_a_document_past_its_cap_is_left_out_whole() -> None:
    files = {"/srv/api/AGENTS.md": "x" * 524_289}
    injected = LAYOUT.injected(view(files), ROOT, api(files))
    assert injected.text == ""
    assert len(injected.cut[0].text) == 524_289
    assert rules(files)[-1:] == ["past-cap"]


# What it writes next


def written(files: dict[str, str], path: str, *, name: str = "") -> Outcome:
    document = documents(files)[path]
    operation = next((one for one in LAYOUT.usual_operations(document) if one.name == name), NO_OP)
    return LAYOUT.next_write(view(files), document, operation)


@pytest.mark.parametrize(
    ("path", "text"), [(f"{STORE}/a.md", FACT), (INDEX, CANONICAL), ("/srv/api/AGENTS.md", "x")]
)
def test_what_ok_has_written_it_leaves(path: str, text: str) -> None:
    files = {INDEX: CANONICAL, path: text}
    outcome = written(files, path)
    assert (outcome.texts, outcome.effects, outcome.error) == ((text,), (), "")


@given(index_texts())
def test_effects_of_a_save_are_told_where_it_changes_an_index(text: str) -> None:
    outcome = written({INDEX: text}, INDEX)
    assert bool(outcome.effects) == (outcome.texts != (text,))
    for effect in outcome.effects:
        if effect.repair:
            repaired = apply_all(text, effect.repair)
            kept = {line.rstrip("\r") for line in outcome.texts[0].split("\n")[:-2]}
            assert kept <= {line.rstrip("\r") for line in [*repaired.split("\n"), "# Memory"]}


@given(fact_texts())
def test_effects_of_a_save_are_told_where_it_changes_a_fact(text: str) -> None:
    outcome = written({INDEX: "", f"{STORE}/tabs.md": text}, f"{STORE}/tabs.md")
    if not outcome.error:
        assert bool(outcome.effects) == (outcome.texts != (text,))
    for effect in outcome.effects:
        assert read_fact(apply_all(text, effect.repair), "tabs") == read_fact(text, "tabs")


def test_prose_and_all_but_the_last_of_equal_lines_are_lost() -> None:
    text = "# Memory\nRead this.\n- [a](a.md) — mine\n- [a](a.md) — one\n--- freeze: 0\n"
    outcome = written({INDEX: text}, INDEX)
    lost = [effect.span.of(text) for effect in outcome.effects if effect.kind is EffectKind.LOST]
    assert lost == ["Read this.", "- [a](a.md) — mine"]


def test_a_line_of_an_index_loses_every_carriage_return_at_its_end() -> None:
    index = split_index("- [a](a.md) \r - one\r\r\n--- freeze: x\r\n- [b](b.md)\r\r\r")
    assert (index.frozen, index.unfrozen) == ({"a": "- [a](a.md) \r - one"}, {"b": "- [b](b.md)"})


def test_every_carriage_return_before_a_line_end_of_an_index_goes_at_once() -> None:
    text = CANONICAL.replace("one\n", "one\r\r\n")
    [effect] = written({INDEX: text}, INDEX).effects
    assert apply_all(text, effect.repair) == CANONICAL


def test_keys_of_ones_own_are_lost_from_a_fact() -> None:
    text = FACT.replace("metadata:", "tags: [x]\nmetadata:")
    [effect] = written({INDEX: "", f"{STORE}/a.md": text}, f"{STORE}/a.md").effects
    assert (effect.kind, effect.span.of(text)) == (EffectKind.LOST, "tags: [x]")


def test_the_fact_changed_longest_ago_goes_when_a_store_is_full() -> None:
    files = {f"{STORE}/f{number:02}.md": FACT for number in range(80)} | {INDEX: ""}
    assert written(files, f"{STORE}/f00.md", name=REMEMBER).deleted
    assert not written(files, f"{STORE}/f79.md", name=REMEMBER).deleted
    assert "full" in rules(files)
    files.pop(f"{STORE}/f79.md")
    assert not written(files, f"{STORE}/f00.md", name=REMEMBER).deleted
    assert "nearly-full" in rules(files)


@pytest.mark.parametrize("leads_to", ["folder", "fact.txt", "nothing"])
def test_a_link_counts_towards_the_cap_wherever_it_leads_and_by_its_own_time(
    tmp_path: Path, leads_to: str
) -> None:
    user, folder = tmp_path / "config/ok", tmp_path / "projects/-srv-api/memory"
    user.mkdir(parents=True)
    (user / "folder").mkdir()
    (user / "fact.txt").write_text("Young.\n")
    store = project_store(str(tmp_path), "/srv/api", MEASURED._replace(facts=2))
    folder.mkdir(parents=True)
    (folder / "inner.md").mkdir()
    (folder / "one.md").write_text("One.\n")
    os.utime(folder / "one.md", (200, 200))
    (folder / "link.md").symlink_to(user / leads_to)
    os.utime(folder / "link.md", (100, 100), follow_symlinks=False)
    view = MachineView(Surroundings(str(tmp_path), {}))
    assert [info.name for info in counted_files(view, store)] == ["link.md", "one.md"]
    saved = save(view, store, Fact("two", "", body="Two."))
    assert [path for path, text in saved.texts.items() if text is None] == [f"{folder}/link.md"]
    os.utime(folder / "link.md", (300, 300), follow_symlinks=False)
    assert [info.name for info in deleted_next(view, store, 1)[0]] == ["one.md"]


def test_equally_old_files_go_in_the_order_in_which_go_sorts_them(tmp_path: Path) -> None:
    store = project_store(str(tmp_path), "/srv/api", MEASURED._replace(facts=17))
    folder = tmp_path / "projects/-srv-api/memory"
    folder.mkdir(parents=True)
    for number in range(20):
        (folder / f"{number:02}.md").write_text("Text.\n")
        os.utime(folder / f"{number:02}.md", (number % 3, number % 3))
    view = MachineView(Surroundings(str(tmp_path), {}))
    assert {Path(path).name for path in compact(view, store).texts} == {
        "09.md",
        "18.md",
        "15.md",
        "MEMORY.md",
    }
    written = save(view, store, Fact(usual_name(view)))
    deleted = {Path(path).name for path, text in written.texts.items() if text is None}
    assert (
        deleted
        == {info.name for info in deleted_next(view, store, 4)[0]}
        != {"00.md", "03.md", "06.md", "09.md"}
    )


def test_of_facts_that_share_a_stem_the_last_by_name_is_in_an_index_that_is_made_anew(tmp_path: Path) -> None:
    store = project_store(str(tmp_path), "/srv/api", MEASURED._replace(facts=2))
    folder = tmp_path / "projects/-srv-api/memory"
    folder.mkdir(parents=True)
    for name, number in ("a-b", 1), ("A b", 2), ("old", 0):
        path = folder / f"{number}.md"
        path.write_text(f"---\nname: {name}\ndescription: of {name}\n---\n")
        os.utime(path, (number, number))
    [made] = [
        text for text in compact(MachineView(Surroundings(str(tmp_path), {})), store).texts.values() if text
    ]
    assert made.splitlines()[1] == "- [a-b](a-b.md) — of a-b"


def test_where_a_file_is_in_the_way_ok_makes_no_folder_and_writes_nothing() -> None:
    disk = view({f"{ROOT}/projects": "a file", "/srv/api/sub": "another"})
    store = project_store(ROOT, "/srv/api", MEASURED)
    saved = save(disk, store, Fact("a"))
    assert (saved.error, saved.path, saved.texts) == (f"mkdir {ROOT}/projects: not a directory", "", {})
    noted = append_doc(disk, "/srv/api/sub/AGENTS.md", "a note")
    assert (noted.error, noted.text) == ("mkdir /srv/api/sub: not a directory", None)


def test_a_fact_is_written_also_where_its_index_cannot_be_read() -> None:
    store = project_store(ROOT, "/srv/api", MEASURED)
    saved = save(view({f"{INDEX}/x": ""}), store, Fact("a"))
    assert (saved.error, list(saved.texts)) == (f"read {INDEX}: is a directory", [f"{STORE}/a.md"])


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"description": "", "body": "b"}, "description and body are required"),
        ({"description": " ", "body": "b"}, "memory needs a name"),
        ({"name": " ", "description": "d", "body": "b"}, "memory needs a name"),
        ({"name": "", "description": "d", "body": " "}, ""),
    ],
)
def test_ok_remembers_what_is_not_empty_also_what_is_blank(arguments: dict[str, str], error: str) -> None:
    assert remember(view({}), project_store(ROOT, "/srv/api", MEASURED), arguments).error == error


def test_a_blank_path_is_none_to_write_to() -> None:
    assert write_doc(view({}), " ", "text", "/srv/api", ROOT).error == "no path given"


def test_a_quick_note_past_thirty_drops_the_oldest_and_all_that_is_no_note() -> None:
    notes = "".join(f"- n{number}\n" for number in range(30))
    text = f"## Notes\n\nprose\n\n{notes}\n## After\n"
    outcome = written({"/srv/api/AGENTS.md": text}, "/srv/api/AGENTS.md", name=QUICK_NOTE)
    lost = [effect.span.of(text) for effect in outcome.effects if effect.kind is EffectKind.LOST]
    assert lost == ["prose", "- n0"]
    assert outcome.texts == (append_note(text, "a note"),)
    assert "notes-full" in rules({"/srv/api/AGENTS.md": text})


def test_a_quick_note_goes_to_one_document_of_a_folder() -> None:
    files = {"/srv/api/OK.md": "o", "/srv/api/CLAUDE.md": "c"}
    assert written(files, "/srv/api/OK.md", name=QUICK_NOTE).texts != ("o",)
    assert written(files, "/srv/api/CLAUDE.md", name=QUICK_NOTE).texts == ("c",)


# What is wrong


@pytest.mark.parametrize(
    ("files", "rule"),
    [
        ({INDEX: "- [gone](gone.md) — x\n"}, "dead-line"),
        ({INDEX: "", f"{STORE}/a.md": FACT}, "missing-line"),
        ({INDEX: "--- freeze: 0\n- [a](a.md) — one\n", f"{STORE}/a.md": FACT}, "below-freeze"),
        ({INDEX: "- [a](a.md)\n- [a](a.md)\n", f"{STORE}/a.md": FACT}, "duplicate-line"),
        ({INDEX: "- [a](a.md) — x --- freeze: y\n", f"{STORE}/a.md": FACT}, "cut-by-text"),
        ({INDEX: "", f"{STORE}/b.md": FACT}, "name-differs"),
        ({INDEX: "", f"{STORE}/a.md": FACT.replace("user", "secret")}, "unknown-type"),
        ({INDEX: "", f"{STORE}/a.md": FACT.replace("one", '"one"')}, "quoted"),
        ({INDEX: "", f"{STORE}/a.md": "---\nname: a\n"}, "open-header"),
        ({INDEX: "", f"{STORE}/memory.md": FACT}, "named-as-index"),
        ({"/srv/api/OK.md": "see the ## Notes below"}, "no-notes-heading"),
        ({f"{ROOT}/projects/-srv-gone/memory/MEMORY.md": ""}, "unknown-project"),
    ],
)
def test_a_problem_is_found(files: dict[str, str], rule: str) -> None:
    assert rule in rules(files)


def test_to_ok_no_other_link_than_its_own_is_one() -> None:
    """Measured: a line is its own where it holds `](X.md)`; the parts and brackets of Markdown are text to it."""
    text = "- [a](a.md#part) — x\n- [a](<a.md>) — y\n"
    rules = [one.rule for one in LAYOUT.checks(view({INDEX: text, f"{STORE}/a.md": FACT}), ROOT)]
    assert "duplicate-line" not in rules


def test_a_repair_takes_out_dead_entries_alone() -> None:
    entry, prose = "- [gone](gone.md) — x\n", "## [Old](gone.md)\n\nNever, see [it](gone.md).\n"
    view = DictView({INDEX: prose + entry})
    repairs = [edit for one in LAYOUT.checks(view, ROOT) if one.rule == "dead-line" for edit in one.repair]
    assert [edit.old for edit in repairs] == [entry]


def test_nothing_is_wrong_with_what_ok_writes() -> None:
    assert rules({INDEX: CANONICAL, f"{STORE}/a.md": FACT, "/srv/api/AGENTS.md": "x\n"}) == []


def test_what_a_listed_fact_leads_to_needs_no_line_of_its_own() -> None:
    files = {
        INDEX: "# Memory\n- [hub](hub.md) — where things are\n",
        f"{STORE}/hub.md": "---\nname: hub\n---\n\nSee [a](a.md) and [[b]].\n",
        f"{STORE}/a.md": FACT,
        f"{STORE}/b.md": FACT,
        f"{STORE}/c.md": FACT,
    }
    missing = [
        problem.message for problem in LAYOUT.checks(view(files), ROOT) if problem.rule == "missing-line"
    ]
    assert [message.split(" ")[0] for message in missing] == ["c.md"]


def test_the_repair_of_a_missing_line_adds_it() -> None:
    files = {INDEX: "# Memory\n", f"{STORE}/a.md": FACT}
    problem = next(one for one in LAYOUT.checks(view(files), ROOT) if one.rule == "missing-line")
    assert apply_all(files[INDEX], problem.repair) == "# Memory\n- [a](a.md) — one\n"


def test_what_cannot_be_read_is_said() -> None:
    odd = DictView({INDEX: ""}, kinds={f"{STORE}/a.md": FileKind.MISSING}, projects=("/srv/api",))
    assert "unreadable" in [problem.rule for problem in LAYOUT.checks(odd, ROOT)]


# Its own reading


def test_of_a_line_that_only_begins_as_a_fence_the_rest_is_read_and_nothing_before_it() -> None:
    front = read_front_matter("---\nname: lost\n---x: y\ntype: user\n---\nbody")
    assert (dict(front.keys), front.body) == ({"x": "y", "type": "user"}, "body")


def test_a_carriage_return_alone_ends_the_line_of_the_first_fence() -> None:
    front = read_front_matter("---\rname: a\ntype: user\n---\nbody")
    assert (dict(front.keys), front.body) == ({"name": "a", "type": "user"}, "body")


def test_a_fence_right_below_one_that_ends_in_a_carriage_return_is_not_seen() -> None:
    text = "---\r\n---\r\nbody"
    assert (dict(read_front_matter(text).keys), read_front_matter(text).body) == ({}, text)


def test_a_header_behind_a_lone_carriage_return_is_not_said_to_have_no_end() -> None:
    assert "open-header" in rules({INDEX: "- [a](a.md) — x\n", f"{STORE}/a.md": "---\nname: a\n"})
    assert "open-header" not in rules({INDEX: "- [a](a.md) — x\n", f"{STORE}/a.md": "---\rname: a\n---\nb\n"})


@given(fact_texts())
def test_a_fact_that_ok_has_written_is_read_as_it_was(text: str) -> None:
    fact = read_fact(text, "tabs")
    again = read_fact(render_fact(fact), "tabs")
    assert again.body == fact.body
    assert again.type == fact.type


def test_names_of_temporary_files() -> None:
    assert LAYOUT.is_temporary("a.md.a.0123abcd.tmp")
    assert not LAYOUT.is_temporary("a.md")
