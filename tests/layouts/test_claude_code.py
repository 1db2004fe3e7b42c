"""Claude Code's instructions: where they come from, what loads in which order, and what keeps one from loading."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memdesk.layouts.claude_code import LAYOUT
from memdesk.layouts.claude_code.instructions import loaded_with, session_of
from memdesk.layouts.contract import Generated, Injected, Source
from memdesk.layouts.documents import Scope, ScopeKind
from memdesk.text.edits import apply_all
from tests.conformance.folders import DiskView
from tests.layouts.dict_view import HOME, DictView

ROOT = f"{HOME}/.claude"
API = "/srv/api"
SETTINGS = f"{ROOT}/settings.json"


def view_of(files: dict[str, str], **more: object) -> DictView:
    return DictView({SETTINGS: "{}", **files}, projects=[API], **more)  # type: ignore[arg-type]


def start(view: DictView, folder: str = API) -> Injected:
    [context] = [scope for scope in LAYOUT.contexts(view, ROOT) if scope.folder == folder]
    return LAYOUT.injected(view, ROOT, context)


def loaded(view: DictView, folder: str = API) -> list[str]:
    return [part.path for part in start(view, folder).parts]


# Places and keys


def test_the_default_folder_is_a_place() -> None:
    [place] = LAYOUT.places(view_of({}))
    assert (place.path, place.found, place.supported) == (ROOT, True, True)
    assert not LAYOUT.places(DictView())[0].found


def test_a_variable_replaces_the_folder() -> None:
    view = DictView({"/opt/claude/settings.json": "{}"}, environment={"CLAUDE_CONFIG_DIR": "/opt/claude"})
    named, default = LAYOUT.places(view)
    assert (named.path, named.found) == ("/opt/claude", True)
    assert "CLAUDE_CONFIG_DIR" in named.why
    assert (default.path, default.found) == (ROOT, False)


def test_a_memory_kept_elsewhere_is_a_place() -> None:
    view = DictView(
        {SETTINGS: '{"autoMemoryDirectory": "~/notes/memory"}', f"{HOME}/notes/memory/MEMORY.md": ""}
    )
    places = LAYOUT.places(view)
    assert [place.path for place in places] == [ROOT, f"{HOME}/notes/memory"]
    assert SETTINGS in places[1].why


@pytest.mark.parametrize("named", ["/tmp/\\u0000x", "~/\\u0000"])
def test_a_memory_kept_where_no_folder_can_be_is_no_place(named: str) -> None:
    view = view_of({SETTINGS: f'{{"autoMemoryDirectory": "{named}"}}'})
    assert [place.path for place in LAYOUT.places(view)] == [ROOT]


def test_a_memory_kept_in_half_a_character_is_named_as_it_is_read() -> None:
    view = view_of({SETTINGS: r'{"autoMemoryDirectory": "/tmp/\ud800"}'})
    assert [place.path for place in LAYOUT.places(view)] == [ROOT, "/tmp/\ufffd"]


@pytest.mark.parametrize(
    ("folder", "key"),
    [
        ("/home/u/my_app v1.2", "-home-u-my-app-v1-2"),
        ("/Users/me/proj/.worktrees/2573", "-Users-me-proj--worktrees-2573"),
        ("D:/My DATA/Project", "D--My-DATA-Project"),
        ("/Users/u/work/新聞", "-Users-u-work---"),
        ("/srv/a🎉b", "-srv-a--b"),
        ("/srv/" + "a" * 195, "-srv-" + "a" * 195),
        ("/srv/" + "a" * 196, "-srv-" + "a" * 195 + "-c8xgnb"),
        ("/srv/" + "🎉" * 100, "-srv-" + "-" * 195 + "-21pfol"),
    ],
)
def test_all_but_letters_and_digits_become_dashes(folder: str, key: str) -> None:
    assert LAYOUT.project_key(DictView(), folder) == key


def test_worktrees_and_sub_folders_share_the_key_of_the_main_checkout() -> None:
    files = {
        f"{API}/.git/HEAD": "",
        f"{API}/.git/worktrees/w/commondir": "../..",
        "/srv/w/.git": f"gitdir: {API}/.git/worktrees/w",
        f"{ROOT}/projects/-srv-api/memory/MEMORY.md": "- [A](a.md)\n",
    }
    view = DictView(files, projects=[API, "/srv/w", f"{API}/src"], folders=[f"{API}/src"])
    assert {LAYOUT.project_key(view, folder) for folder in (API, "/srv/w", f"{API}/src")} == {"-srv-api"}
    for folder in (API, "/srv/w", f"{API}/src"):
        assert start(view, folder).text == "- [A](a.md)"
    assert [scope.candidates for scope in LAYOUT.contexts(view, ROOT)] == [()] * 4


def test_folders_that_share_a_key_are_all_named() -> None:
    files = {f"{ROOT}/projects/-srv-my-app/memory/MEMORY.md": ""}
    view = DictView(files, projects=["/srv/my-app", "/srv/my_app"])
    contexts = [scope.folder for scope in LAYOUT.contexts(view, ROOT)]
    assert contexts == ["/srv/my-app", "/srv/my_app", None]
    [problem] = [problem for problem in LAYOUT.checks(view, ROOT) if problem.rule == "key-collision"]
    assert "/srv/my-app, /srv/my_app" in problem.message


def test_a_key_is_named_by_its_newest_transcript() -> None:
    said = json.dumps({"type": "user", "cwd": "/srv/gone", "version": "2.1.280"})
    files = {f"{ROOT}/projects/-srv-gone/memory/MEMORY.md": "", f"{ROOT}/projects/-srv-gone/a.jsonl": said}
    [scope, *_] = LAYOUT.contexts(DictView(files), ROOT)
    assert (scope.folder, scope.title, scope.note) == ("/srv/gone", "gone", "Named by its newest transcript")
    files[f"{ROOT}/projects/-srv-gone/a.jsonl"] = said.replace("/srv/gone", "/srv/else")
    assert [scope.folder for scope in LAYOUT.contexts(DictView(files), ROOT)] == [None, None]


def test_a_transcript_names_a_folder_that_can_be_one() -> None:
    store = f"{ROOT}/projects/-srv-go-e"
    files = {f"{store}/memory/MEMORY.md": "", f"{store}/a.jsonl": r'{"cwd": "/srv/go\ud800e"}'}
    assert LAYOUT.contexts(DictView(files), ROOT)[0].folder == "/srv/go\ufffde"
    files[f"{store}/a.jsonl"] = r'{"cwd": "/srv/go\u0000e"}'
    assert LAYOUT.contexts(DictView(files), ROOT)[0].folder is None


@pytest.mark.parametrize("suffix", ["", "0"])
def test_a_long_key_is_found_also_with_another_hash(suffix: str) -> None:
    folder = "/srv/" + "deep/" * 50 + "end"
    key = LAYOUT.project_key(DictView(), folder) + suffix
    view = DictView({f"{ROOT}/projects/{key}/memory/MEMORY.md": "- [A](a.md)\n"}, projects=[folder])
    assert start(view, folder).text == "- [A](a.md)"


def test_of_a_long_path_on_windows_the_hash_is_of_its_backslashes() -> None:
    folder = "C:/src/" + "a" * 200
    key = LAYOUT.project_key(DictView(platform="win32"), folder)
    assert key == "C--src-" + "a" * 193 + "-r0ji71"


def test_on_windows_the_case_of_a_key_says_nothing() -> None:
    files = {f"{ROOT}/projects/-c--src-app/memory/MEMORY.md": "x\n"}
    for platform, key in (("win32", "-c--src-app"), ("linux", "-C--src-app")):
        view = DictView(files, projects=["/C:/src/app"], platform=platform)
        assert (key, "/C:/src/app") in {(scope.key, scope.folder) for scope in LAYOUT.contexts(view, ROOT)}


# The chain


def test_the_chain_goes_from_general_to_specific() -> None:
    names = (
        "/etc/claude-code/CLAUDE.md",
        f"{ROOT}/CLAUDE.md",
        f"{ROOT}/rules/a.md",
        "/srv/CLAUDE.md",
        "/srv/.claude/rules/b.md",
        f"{API}/CLAUDE.md",
        f"{API}/.claude/CLAUDE.md",
        f"{API}/.claude/rules/deep/b.md",
        f"{API}/CLAUDE.local.md",
    )
    view = view_of({path: f"{path}\n" for path in names})
    assert loaded(view) == list(names)
    assert start(view).text == "\n\n".join(names)
    titles = [document.title for document in LAYOUT.documents(view, ROOT)]
    assert titles[1:3] == ["CLAUDE.md", "rules/a.md"]
    documents = {document.path: document for document in LAYOUT.documents(view, ROOT)}
    assert not documents["/etc/claude-code/CLAUDE.md"].editable
    assert documents[f"{API}/CLAUDE.md"].narrow
    assert not documents[f"{ROOT}/CLAUDE.md"].narrow


def test_your_file_may_be_created() -> None:
    [document] = LAYOUT.documents(DictView({SETTINGS: "{}"}), ROOT)
    assert (document.path, document.exists) == (f"{ROOT}/CLAUDE.md", False)


def test_the_file_of_the_home_is_met_once() -> None:
    view = DictView(
        {f"{ROOT}/CLAUDE.md": "mine\n", SETTINGS: "{}"}, projects=[f"{HOME}/app"], folders=[f"{HOME}/app"]
    )
    assert loaded(view, f"{HOME}/app") == [f"{ROOT}/CLAUDE.md"]


def test_imports_stand_behind_their_file_with_their_origin() -> None:
    files = {
        f"{API}/CLAUDE.md": "See @docs/a.md , `@docs/code.md` and @ada.\n\n```\n@docs/code.md\n```\n",
        f"{API}/docs/a.md": "a and @b.md\n",
        f"{API}/docs/b.md": "b, again @a.md\n",
        f"{API}/docs/code.md": "never\n",
    }
    injected = start(view_of(files))
    expected = [f"{API}/CLAUDE.md", f"{API}/docs/a.md", f"{API}/docs/b.md"]
    assert [piece.origin.path for piece in injected.pieces if isinstance(piece.origin, Source)] == expected
    assert [part.about for part in injected.parts] == ["project", "imported by CLAUDE.md", "imported by a.md"]
    assert injected.warnings == ()


def test_nothing_loads_twice() -> None:
    files = {f"{API}/CLAUDE.md": "@a.md\n", f"{API}/CLAUDE.local.md": "@a.md\n", f"{API}/a.md": "a\n"}
    assert loaded(view_of(files)) == [f"{API}/CLAUDE.md", f"{API}/a.md", f"{API}/CLAUDE.local.md"]


def test_imports_go_four_levels_deep() -> None:
    files = {f"{API}/{number}.md": f"{number} @{number + 1}.md\n" for number in range(1, 6)}
    injected = start(view_of({f"{API}/CLAUDE.md": "@1.md\n", **files}))
    assert injected.text.split("\n\n") == ["@1.md", "1 @2.md", "2 @3.md", "3 @4.md", "4 @5.md"]
    assert "4.md: @5.md lies deeper than Claude Code imports, and stays out." in injected.warnings


@pytest.mark.parametrize("is_approved", [False, True])
def test_what_lies_outside_the_project_waits_for_an_answer(is_approved: bool) -> None:
    answers = {"projects": {API: {"hasClaudeMdExternalIncludesApproved": is_approved}}}
    files = {
        f"{API}/CLAUDE.md": "@/etc/motd @~/not-there.md\n",
        f"{ROOT}/CLAUDE.md": "@~/mine.md\n",
        f"{HOME}/mine.md": "private\n",
        "/etc/motd": "hello\n",
        f"{HOME}/.claude.json": json.dumps(answers),
    }
    injected = start(view_of(files))
    assert [part.path for part in injected.parts][:3] == [
        f"{ROOT}/CLAUDE.md",
        f"{HOME}/mine.md",
        f"{API}/CLAUDE.md",
    ]
    assert ("hello" in injected.text) == is_approved
    assert sum("outside the project" in warning for warning in injected.warnings) == (not is_approved)


@pytest.mark.parametrize(
    ("line", "target"),
    [
        ("see @docs/a.md", "docs/a.md"),
        ("**@docs/a.md**", "docs/a.md"),
        ("[@a.md](x)", "a.md"),
        ("| @a.md |\n|---|", "a.md"),
        ("@a.md#part", "a.md"),
        ("<!-- note --> @a.md", "a.md"),
        (r"at @Design\ Docs/a.md now", "Design Docs/a.md"),
        ("see @docs/a.md.", None),
        ("(@a.md)", None),
        ("“@a.md”", None),
        ("@a.md:12", None),
        ("@ä.md", None),
        ("@a.mdc", None),
        ("mail ada@example.md", None),
        ("\\@a.md", None),
        ("    @a.md", None),
        ("<div>\n@a.md\n</div>", None),
        ('[x](y "@a.md")', None),
    ],
)
def test_what_an_import_looks_like(line: str, target: str | None) -> None:
    names = [target] if target else ["docs/a.md", "docs/a.md.", "a.md", "ä.md", "a.mdc", "example.md"][:4]
    files = {f"{API}/{name}": "imported\n" for name in names if target or not name.endswith(".")}
    assert ("imported" in start(view_of({f"{API}/CLAUDE.md": line + "\n", **files})).text) == bool(target)


def test_comments_and_headers_go() -> None:
    files = {
        f"{API}/CLAUDE.md": "---\nlost: yes\n---\n<!-- for people -->\nrules\n```\n<!-- code -->\n```\n",
        f"{API}/.claude/rules/a.md": "---\nowner: ada\n---\nalways\n",
    }
    assert start(view_of(files)).text == "rules\n```\n<!-- code -->\n```\n\nalways"


def test_marks_of_code_in_a_header_or_a_comment_keep_no_comment() -> None:
    rule = "---\nnote: |\n  ```\n~~~: x\n---\n<!-- a\n```\n-->\nalways\n<!-- b -->\n"
    assert start(view_of({f"{API}/.claude/rules/a.md": rule})).text == "always"


def test_rules_with_paths_wait_for_a_file() -> None:
    files = {
        f"{API}/.claude/rules/a.md": '---\npaths:\n  - "src/**/*.ts"\n---\nx\n',
        f"{API}/.claude/rules/b.md": "---\npaths: 'photos [2024/**'\n---\nx\n",
        f"{API}/.claude/rules/c.md": "---\npaths: **/*.ts\n---\nx\n",
        f"{API}/.claude/rules/d.md": "---\npaths: '**'\n---\nx\n",
        f"{API}/.claude/rules/e.md": "---\npaths:\n  - *.ts\n---\nx\n",
    }
    view = view_of(files)
    assert loaded(view) == [f"{API}/.claude/rules/d.md", f"{API}/.claude/rules/e.md"]
    notes = {document.path[-4:]: document.note for document in LAYOUT.documents(view, ROOT)}
    assert notes["a.md"] == (
        "Loaded when a file that matches src/**/*.ts is read, edited, written or named in a shell command"
    )
    assert notes["b.md"] == "Not loaded: no pattern of its paths can match: photos [2024/**"


def test_files_below_wait_until_one_there_is_touched() -> None:
    view = view_of(
        {f"{API}/CLAUDE.md": "x\n", f"{API}/web/ui/CLAUDE.md": "y\n", f"{API}/node_modules/CLAUDE.md": "z\n"}
    )
    assert loaded(view) == [f"{API}/CLAUDE.md"]
    notes = {document.title: document.note for document in LAYOUT.documents(view, ROOT)}
    assert notes["web/ui/CLAUDE.md"].startswith("Loaded when a file in web/ui is read, edited")
    assert "node_modules/CLAUDE.md" not in notes


def test_settings_of_all_layers_leave_files_out() -> None:
    files = {
        "/etc/claude-code/CLAUDE.md": "policy\n",
        "/srv/CLAUDE.md": "above\n",
        f"{API}/CLAUDE.md": "here\n",
        f"{API}/.claude/settings.local.json": '{"claudeMdExcludes": ["/srv/CLAUDE.md"]}',
        SETTINGS: '{"claudeMdExcludes": ["/etc/**"]}',
    }
    view = view_of(files)
    assert start(view).text == "policy\n\nhere"
    [problem] = [problem for problem in LAYOUT.checks(view, ROOT) if problem.rule == "not-loaded"]
    assert problem.path == "/srv/CLAUDE.md"
    assert f"{API}/.claude/settings.local.json" in problem.message


def test_a_file_of_more_than_four_mebibytes_is_skipped() -> None:
    whole = "x" * (4 * 1024 * 1024)
    assert loaded(view_of({f"{API}/CLAUDE.md": whole})) == [f"{API}/CLAUDE.md"]
    view = view_of({f"{API}/CLAUDE.md": whole + "x"})
    assert loaded(view) == []
    assert "not-loaded" in {problem.rule for problem in LAYOUT.checks(view, ROOT)}


# AGENTS.md


def of_mode(mode: str) -> dict[str, str]:
    option = {"pluginConfigs": {"agents-md@builtin": {"options": {"instructionFiles": mode}}}}
    return {SETTINGS: json.dumps(option)}


def test_without_a_claude_md_it_is_read() -> None:
    view = view_of(
        {f"{API}/AGENTS.md": "agents\n", f"{ROOT}/CLAUDE.md": "mine\n", "/srv/.claude/AGENTS.md": "above\n"}
    )
    assert start(view).text == "mine\n\nabove\n\nagents"
    assert [problem for problem in LAYOUT.checks(view, ROOT) if "AGENTS.md" in problem.message] == []


@pytest.mark.parametrize("text", ["", " \n", "<!-- x -->\n", "---\na: b\n---\n"])
def test_a_claude_md_without_text_leaves_it_on(text: str) -> None:
    view = view_of({f"{API}/AGENTS.md": "agents\n", f"{API}/CLAUDE.md": text})
    assert start(view).text == "agents"
    assert list(LAYOUT.checks(view, ROOT)) == []


@pytest.mark.parametrize("name", ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "../CLAUDE.md"])
def test_any_claude_md_on_the_path_switches_it_off(name: str) -> None:
    path = f"{API}/{name}".replace("/api/..", "")
    view = view_of({f"{API}/AGENTS.md": "agents\n", path: "claude\n"})
    injected = start(view)
    assert injected.text == "claude"
    assert f"AGENTS.md: Not loaded: {path} is there." in injected.warnings
    [problem] = [problem for problem in LAYOUT.checks(view, ROOT) if "AGENTS.md" in problem.message]
    assert (problem.rule, problem.path) == ("not-loaded", f"{API}/AGENTS.md")
    notes = {document.title: document.note for document in LAYOUT.documents(view, ROOT)}
    assert notes["AGENTS.md"].startswith(f"Not loaded: {path} is there")


def test_both_are_read_where_the_option_says_so_and_none_twice() -> None:
    files = {f"{API}/CLAUDE.md": "claude\n", f"{API}/AGENTS.md": "agents\n"} | of_mode(
        "claude-md-and-agents-md"
    )
    assert start(view_of(files)).text == "claude\n\nagents"
    files[f"{API}/CLAUDE.md"] = "@AGENTS.md\n"
    assert start(view_of(files)).text == "@AGENTS.md\n\nagents"


def test_one_that_is_imported_is_read_by_way_of_what_imports_it() -> None:
    view = view_of({f"{API}/CLAUDE.md": "@AGENTS.md\n", f"{API}/AGENTS.md": "agents\n"})
    assert start(view).text == "@AGENTS.md\n\nagents"
    notes = {document.title: document.note for document in LAYOUT.documents(view, ROOT)}
    assert notes["AGENTS.md"] == f"Read by way of {API}/CLAUDE.md"
    assert list(LAYOUT.checks(view, ROOT)) == []


@pytest.mark.parametrize(("mode", "text"), [("claude-md", "mine\n\nclaude"), ("managed-only", "")])
def test_the_other_values_leave_it_out(mode: str, text: str) -> None:
    files = {f"{API}/CLAUDE.md": "claude\n", f"{API}/AGENTS.md": "agents\n", f"{ROOT}/CLAUDE.md": "mine\n"}
    injected = start(view_of(files | of_mode(mode)))
    assert injected.text == text
    assert any(SETTINGS in warning for warning in injected.warnings)


def test_a_project_does_not_set_the_option() -> None:
    files = {f"{API}/AGENTS.md": "agents\n", f"{API}/.claude/settings.json": of_mode("claude-md")[SETTINGS]}
    assert start(view_of(files)).text == "agents"


def test_both_names_of_the_plugin_set_the_option() -> None:
    option = {"cc-plugin-agents-md@builtin": {"options": {"instructionFiles": "claude-md"}}}
    files = {f"{API}/AGENTS.md": "agents\n", SETTINGS: json.dumps({"pluginConfigs": option})}
    assert start(view_of(files)).text == ""


def test_in_a_worktree_within_its_main_checkout_only_local_files_of_that_load() -> None:
    tree = f"{API}/trees/w"
    files = {
        f"{API}/.git/worktrees/w/commondir": "../..",
        f"{tree}/.git": f"gitdir: {API}/.git/worktrees/w",
        f"{API}/CLAUDE.md": "main\n",
        f"{API}/CLAUDE.local.md": "local\n",
        f"{API}/AGENTS.md": "agents\n",
        f"{API}/.claude/rules/a.md": "rule\n",
        f"{tree}/CLAUDE.md": "tree\n",
    }
    view = DictView({SETTINGS: "{}", **files}, projects=[API, tree])
    assert start(view, tree).text == "local\n\ntree"


# Switches


def test_instructions_may_be_switched_off() -> None:
    files = {f"{API}/CLAUDE.md": "claude\n", SETTINGS: '{"env": {"CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1"}}'}
    view = view_of(files)
    assert start(view).text == ""
    [off] = LAYOUT.switched_off(view, ROOT)
    assert off.message == (
        f"instructions and memory are off: CLAUDE_CODE_DISABLE_CLAUDE_MDS=1 in {SETTINGS}."
    )
    assert [problem.rule for problem in LAYOUT.checks(view, ROOT)] == ["instructions-off"]


def test_managed_settings_may_hold_instructions() -> None:
    path = "/etc/claude-code/managed-settings.d/10-a.json"
    older = "/etc/claude-code/managed-settings.json"
    files = {path: '{"claudeMd": "Lint first.\\nThen push."}', older: '{"claudeMd": "x"}'}
    [piece] = start(view_of(files)).pieces
    assert piece.text == "Lint first.\nThen push."
    assert isinstance(piece.origin, Generated)
    assert path in piece.origin.reason


def test_a_project_whose_folder_is_not_known_says_so() -> None:
    view = DictView({f"{ROOT}/projects/-srv-x/memory/MEMORY.md": "x\n", SETTINGS: "{}"})
    injected = LAYOUT.injected(view, ROOT, Scope(ScopeKind.PROJECT, "-srv-x", "-srv-x"))
    assert injected.text == "x"
    assert injected.warnings[0].startswith("The folder of this project is not known")


def test_imports_are_checked_where_they_stand() -> None:
    chain = {f"{API}/{number}.md": f"{number} @{number + 1}.md\n" for number in range(1, 6)}
    view = view_of({f"{API}/CLAUDE.md": "@1.md @gone.md @ada\n", **chain, f"{API}/5.md": "5\n"})
    found = {(problem.rule, problem.path) for problem in LAYOUT.checks(view, ROOT)}
    assert found == {("import-missing", f"{API}/CLAUDE.md"), ("import-too-deep", f"{API}/4.md")}


def test_instructions_are_checked_by_themselves() -> None:
    files = {
        f"{API}/CLAUDE.md": "---\n\nlost\n\n---\n\nkept\n",
        f"{API}/.claude/rules/late.md": "<!-- mine -->\n---\npaths: '*.ts'\n---\nx\n",
        f"{API}/.claude/rules/long.md": "x\n" * 201,
        f"{API}/.claude/rules/good.md": "---\npaths: '*.ts'\n---\nx\n",
        f"{API}/.claude/rules/bare.md": "---\npaths:\n- *.ts\n---\nx\n",
        f"{API}/.claude/rules/other.md": "---\nglobs: '*.ts'\n---\nx\n",
        f"{API}/.claude/rules/blank.md": "",
        f"{API}/CLAUDE.local.md": "AGENTS.md",
        f"{API}/AGENTS.md": "x\n",
    }
    found = {
        (problem.rule, problem.path.rpartition("/")[2]) for problem in LAYOUT.checks(view_of(files), ROOT)
    }
    assert found == {
        ("rule-line", "CLAUDE.md"),
        ("not-yaml", "bare.md"),
        ("no-paths", "other.md"),
        ("link-as-text", "CLAUDE.local.md"),
        ("late-header", "late.md"),
        ("long-instructions", "long.md"),
    }


def test_packages_and_teams_are_no_imports_and_files_that_are_missing_are() -> None:
    text = (
        "Use @vue/runtime-core, @org/frontend and @types/jest.\nImport from '@/store/user'.\nAsk ada@example.org.\n"
        "See @./missing, @docs/gone.md and @~/nowhere.txt\n"
    )
    view = view_of({f"{API}/CLAUDE.md": text, f"{API}/docs/here.md": "x\n"})
    found = [(problem.rule, problem.span.of(text)) for problem in LAYOUT.checks(view, ROOT)]
    assert found == [
        ("import-missing", "@./missing,"),
        ("import-missing", "@docs/gone.md"),
        ("import-missing", "@~/nowhere.txt"),
    ]


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("see @docs/a.md.\n", "see @docs/a.md .\n"),
        ("(@docs/a.md)\n", "( @docs/a.md )\n"),
        ("“@docs/a.md”, x\n", "“ @docs/a.md ”, x\n"),
        ("- **@docs/a.md,** x\n", "- **@docs/a.md ,** x\n"),
        ("at @docs/a.md:12\n", "at @docs/a.md :12\n"),
        (r"@my\ notes.md!" + "\n", r"@my\ notes.md !" + "\n"),
        ("@docs/a.md를\n", None),
    ],
)
def test_what_is_glued_to_an_import_is_told_and_parted(text: str, mended: str | None) -> None:
    files = {f"{API}/docs/a.md": "x\n", f"{API}/my notes.md": "x\n"}
    [problem] = LAYOUT.checks(view_of({f"{API}/CLAUDE.md": text, **files}), ROOT)
    assert problem.rule == "import-glued"
    assert (apply_all(text, problem.repair) if problem.repair else None) == mended
    if mended:
        view = view_of({f"{API}/CLAUDE.md": mended, **files})
        assert list(LAYOUT.checks(view, ROOT)) == []
        assert len(loaded(view)) == 2
        said = start(view_of({f"{API}/CLAUDE.md": text, **files})).warnings
        assert any("imports nothing" in warning for warning in said)


@pytest.mark.parametrize(
    "text", ["`(@docs/a.md)`\n", "(@docs/b.md)\n", "    (@docs/a.md)\n", "me@docs/a.md.\n"]
)
def test_what_is_no_import_is_not_told(text: str) -> None:
    view = view_of({f"{API}/CLAUDE.md": text, f"{API}/docs/a.md": "x\n"})
    assert list(LAYOUT.checks(view, ROOT)) == []


@pytest.mark.parametrize(("lines", "end", "at"), [(200, "", None), (201, "", 201), (300, "\n", 201)])
def test_the_length_is_told_at_the_first_line_past_the_advice(lines: int, end: str, at: int | None) -> None:
    text = "\n".join(["- x"] * lines) + end
    files = {f"{API}/CLAUDE.md": text, f"{API}/AGENTS.md": text}
    found = [one for one in LAYOUT.checks(view_of(files), ROOT) if one.rule == "long-instructions"]
    said = [(one.path, text.count("\n", 0, one.span.start) + 1) for one in found]
    assert said == ([(f"{API}/CLAUDE.md", at)] if at else [])


def test_a_linked_claude_md_reads_the_file_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "home/.claude").mkdir(parents=True)
    (tmp_path / "AGENTS.md").write_text("- Use tabs.\n")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    view = DiskView(projects=[str(tmp_path)], home=str(tmp_path / "home"))
    root = f"{view.home}/.claude"
    [context] = [scope for scope in LAYOUT.contexts(view, root) if scope.folder == str(tmp_path)]
    assert LAYOUT.injected(view, root, context).text == "- Use tabs."
    assert list(LAYOUT.checks(view, root)) == []


def test_a_rule_whose_list_has_no_quotes_gets_them() -> None:
    text = "---\npaths:\n  - {src,lib}/**/*.ts\n  - *.js\n---\nx\n"
    path = f"{API}/.claude/rules/a.md"
    [problem] = LAYOUT.checks(view_of({path: text}), ROOT)
    mended = apply_all(text, problem.repair)
    assert loaded(view_of({path: mended})) == []
    assert list(LAYOUT.checks(view_of({path: mended}), ROOT)) == []


def test_what_comes_with_a_tool_call_comes_once() -> None:
    files = {
        f"{API}/.claude/rules/ts.md": "---\npaths: '*.TS'\n---\nts\n",
        f"{API}/web/CLAUDE.md": "web @more.md\n",
        f"{API}/web/more.md": "more\n",
        f"{API}/web/deep/AGENTS.md": "deep\n",
        f"{API}/lib/AGENTS.md": "lib\n",
    }
    session = session_of(view := view_of(files), ROOT, API)
    session, first = loaded_with(view, session, f"{API}/web/deep/new.ts")
    assert [one.path for one in first] == [
        f"{API}/web/CLAUDE.md",
        f"{API}/web/more.md",
        f"{API}/.claude/rules/ts.md",
    ]
    session, again = loaded_with(view, session, f"{API}/web/other.ts")
    assert again == ()
    assert [one.path for one in loaded_with(view, session, f"{API}/lib/a.py")[1]] == [f"{API}/lib/AGENTS.md"]
    assert loaded_with(view, session, "/srv/else/a.ts")[1] == ()


@pytest.mark.parametrize("text", ["See @AGENTS.md.\n", "(@AGENTS.md)\n", "AGENTS.md\n"])
def test_that_an_agents_md_was_to_be_brought_in_is_told_once(text: str) -> None:
    view = view_of({f"{API}/CLAUDE.md": text, f"{API}/AGENTS.md": "agents\n"})
    [problem] = LAYOUT.checks(view, ROOT)
    assert (problem.path, bool(problem.repair)) == (f"{API}/CLAUDE.md", True)
    mended = view_of({f"{API}/CLAUDE.md": apply_all(text, problem.repair), f"{API}/AGENTS.md": "agents\n"})
    assert list(LAYOUT.checks(mended, ROOT)) == []
    assert "agents" in start(mended).text
