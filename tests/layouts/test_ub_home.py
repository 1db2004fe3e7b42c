"""Where ub keeps what, what its configuration decides, and which folder a key stands for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from memdesk.layouts.contract import EffectKind, Operation
from memdesk.layouts.documents import Document, ScopeKind
from memdesk.layouts.ub import APPEND, LAYOUT
from memdesk.layouts.ub.config import Settings, settings_of
from memdesk.layouts.ub.files import key_of
from tests.layouts.dict_view import HOME, DictView

ROOT = f"{HOME}/.local/state/ub/memory"
CONFIG = f"{HOME}/.config/ub/config.yaml"
INSTRUCTIONS = f"{HOME}/.config/ub/instructions.md"
API = "/srv/api"
KEY = key_of(API)
MEMORY = f"{ROOT}/{KEY}/memory.md"
TEXT = "## project\n\n- build is make *(2026-05-27T10:00:00Z)*\n\n"
RULES = f"{API}/AGENTS.md"


def view_of(files: Mapping[str, str], **facts: object) -> DictView:
    known: dict[str, object] = {"projects": (API,)}
    return DictView({MEMORY: TEXT, **files}, **(known | facts))  # type: ignore[arg-type]  # fields of the view


def places(**environment: str) -> list[tuple[str, bool]]:
    view = view_of({}, environment=environment)
    return [(place.path, place.found) for place in LAYOUT.places(view)]


def test_its_memory_lies_where_xdg_says() -> None:
    assert places() == [(ROOT, True)]
    assert places(XDG_STATE_HOME="  ") == [(ROOT, True)]
    assert places(XDG_STATE_HOME="/state") == [("/state/ub/memory", False), (ROOT, True)]
    [place] = LAYOUT.places(view_of({}, environment={"XDG_STATE_HOME": "relative"}))
    assert (place.path, place.found) == (ROOT, True)
    assert "XDG_STATE_HOME in the environment is relative" in place.why
    [place] = LAYOUT.places(view_of({}, environment={"HOME": "relative"}))
    assert (place.path, place.found) == (ROOT, True)
    assert "HOME in the environment is relative" in place.why
    assert "XDG_STATE_HOME" not in place.why


def test_instructions_alone_are_a_ub() -> None:
    view = DictView({INSTRUCTIONS: "Short.\n"})
    [place] = LAYOUT.places(view)
    assert place.found
    [document] = LAYOUT.documents(view, ROOT)
    assert (document.path, document.scope.kind, document.narrow) == (INSTRUCTIONS, ScopeKind.YOU, True)


def documents(view: DictView) -> dict[str, Document]:
    return {document.path: document for document in LAYOUT.documents(view, ROOT)}


def test_a_key_is_resolved_by_hashing_known_folders() -> None:
    found = documents(view_of({RULES: "Build with make.\n"}))
    assert list(found) == [INSTRUCTIONS, RULES, MEMORY]
    assert (found[MEMORY].scope.title, found[MEMORY].scope.folder) == ("api", API)
    assert found[RULES].narrow
    assert not found[RULES].agent_rewrites
    assert found[RULES].editable


def test_a_key_that_nobody_knows_is_said_to_be_one() -> None:
    found = documents(view_of({}, projects=()))
    assert found[MEMORY].scope.folder is None
    assert found[MEMORY].scope.title == KEY
    assert "unknown-project" in {problem.rule for problem in LAYOUT.checks(view_of({}, projects=()), ROOT)}


def test_folders_below_a_git_folder_share_its_memory() -> None:
    files = {f"{API}/.git/HEAD": "ref: x\n", f"{API}/web/a.ts": "", f"{API}/web/AGENTS.md": "Web.\n"}
    view = view_of(files, projects=(f"{API}/web",))
    assert LAYOUT.project_key(view, f"{API}/web") == KEY
    found = documents(view)
    assert found[MEMORY].scope.folder == API
    assert found[f"{API}/web/AGENTS.md"].title == "web/AGENTS.md"
    contexts = [context.folder for context in LAYOUT.contexts(view, ROOT)]
    assert contexts == [API, f"{API}/web", None]


def test_a_git_folder_without_a_head_marks_nothing() -> None:
    view = view_of({f"{API}/web/.git/config": ""}, projects=(f"{API}/web",))
    assert LAYOUT.project_key(view, f"{API}/web") == key_of(f"{API}/web")
    assert LAYOUT.project_key(view_of({f"{API}/.git": ""}), f"{API}/web") == KEY


def test_a_folder_that_is_gone_keeps_its_memory() -> None:
    view = view_of({}, projects=(API,))
    notes = {document.scope.note for document in LAYOUT.documents(view, ROOT)}
    assert f"The folder {API} is gone" in notes


def preview(view: DictView, budget_bytes: int | None = None) -> str:
    [context] = [context for context in LAYOUT.contexts(view, ROOT) if context.folder == API]
    if budget_bytes is None:
        return LAYOUT.injected(view, ROOT, context).text
    return LAYOUT.injected_within(view, ROOT, context, budget_bytes).text


def test_the_budget_is_that_of_the_nearest_configuration() -> None:
    files = {INSTRUCTIONS: "Short.\n", f"{API}/main.go": ""}
    whole = preview(view_of(files))
    assert "## project" in whole
    cut = preview(view_of({**files, CONFIG: "memory: {max_chars: 60}\n"}))
    assert cut.startswith("... [memory truncated]\n")
    assert cut == preview(view_of(files), 60)
    project = f"{API}/.ub/config.yaml"
    assert (
        preview(
            view_of({**files, CONFIG: "memory: {max_chars: 60}\n", project: "memory: {max_chars: 4000}\n"})
        )
        == whole
    )
    assert preview(view_of({**files, CONFIG: "memory: {max_chars: 0}\n"})) == whole
    assert preview(view_of({**files, CONFIG: "memory: {max_chars: true}\n"})) == whole


@pytest.mark.parametrize(
    ("less", "words"),
    [(1, "All headings and times are left out"), (110, "2 of the 3 entries"), (0, "")],
    ids=["headings", "entries", "nothing"],
)
def test_a_warning_says_what_the_budget_leaves_out(less: int, words: str) -> None:
    lines = "".join(f"- build {number} is make *(2026-05-27T10:0{number}:00Z)*\n" for number in range(3))
    view = view_of({MEMORY: f"## project\n\n{lines}\n", f"{API}/main.go": ""})
    [context] = [context for context in LAYOUT.contexts(view, ROOT) if context.folder == API]
    whole = len(preview(view).encode())
    warnings = LAYOUT.injected_within(view, ROOT, context, whole - less).warnings
    assert [words in warning for warning in warnings] == [True] * bool(words)


PROFILES = "memory: {max_chars: 4000}\nprofiles: {small: {memory: {max_chars: 60}}, plain: }\n"


def test_the_profile_that_is_chosen_beats_every_file() -> None:
    own = f"{API}/.ub/config.yaml"
    files = {INSTRUCTIONS: "Short.\n", CONFIG: PROFILES, own: "memory: {max_chars: 3000}\n"}

    def settings(profile: str, **more: str) -> Settings:
        return settings_of(view_of(files | more, environment={"UB_PROFILE": profile}), ROOT, API)

    assert [settings(name).budget_bytes for name in ("", " small ", "plain")] == [3000, 60, 3000]
    assert settings("small").why_budget == f"memory.max_chars in the profile “small” in {CONFIG}"
    assert settings("plain").trouble == ""
    assert settings("none").trouble.startswith("ub would not start: UB_PROFILE names the profile “none”")
    small = settings("small", **{own: "profiles: {small: {tools_disabled: [remember]}}\n"})
    assert (small.budget_bytes, small.why_tool_off != "") == (4000, True), "one of its name replaces it"


@pytest.mark.parametrize(
    ("said", "budget"),
    [("${UB_MOST}", 70), ("${UB_NONE:-60}", 60), ("${UB_MOST:-60}", 70), ("${UB_NONE}", 4000), ("$$", 4000)],
)
def test_variables_in_a_configuration_are_filled_in(said: str, budget: int) -> None:
    view = view_of({CONFIG: f"memory: {{max_chars: {said}}}\n"}, environment={"UB_MOST": "70"})
    assert settings_of(view, ROOT, None).budget_bytes == budget


def test_meters_say_who_set_their_caps() -> None:
    view = view_of({RULES: "x" * 300, CONFIG: "prompt: {workspace_instructions: {max_chars: 200}}\n"})
    [context] = [context for context in LAYOUT.contexts(view, ROOT) if context.folder == API]
    meters = {meter.name: meter for meter in LAYOUT.injected(view, ROOT, context).meters}
    assert (meters["AGENTS.md"].used, meters["AGENTS.md"].cap) == (458, 200)
    assert meters["AGENTS.md"].why == f"prompt.workspace_instructions.max_chars in {CONFIG}"
    assert meters["total"].why == f"ub’s default; no memory.max_chars in {CONFIG}"
    [problem] = [problem for problem in LAYOUT.checks(view, ROOT) if problem.rule == "over-cap"]
    assert "458 characters, with words of its own, and gives 200" in problem.message
    assert problem.span.of("x" * 300) == "x" * 297


@pytest.mark.parametrize(
    ("text", "cap", "given"),
    [
        ("\n é" + "é" * 41 + " \n", 200, "é" * 42),
        ("é" * 43, 200, "ééé"),
        ("é" * 43, 197, ""),
        ("é" * 43, 10, ""),
        (" \n", 200, None),
    ],
)
def test_rules_are_trimmed_and_cut_at_characters(text: str, cap: int, given: str | None) -> None:
    config = f"prompt: {{workspace_instructions: {{max_chars: {cap}}}}}\n"
    view = view_of({RULES: text, CONFIG: config})
    [context] = [context for context in LAYOUT.contexts(view, ROOT) if context.folder == API]
    injected = LAYOUT.injected(view, ROOT, context)
    shown = "".join(piece.text for piece in injected.pieces if piece.part == "rules")
    left_out = "".join(cut.text for cut in injected.cut if cut.path == RULES)
    assert shown == (given or "")
    assert shown + left_out == text.strip()
    assert ("rules" in {part.name for part in injected.parts}) == (given is not None)


def test_rules_that_are_switched_off_are_cut_with_the_reason() -> None:
    view = view_of({RULES: "Build.\n", CONFIG: "prompt: {workspace_instructions: {enabled: false}}\n"})
    [context] = [context for context in LAYOUT.contexts(view, ROOT) if context.folder == API]
    injected = LAYOUT.injected(view, ROOT, context)
    [cut] = [cut for cut in injected.cut if cut.path == RULES]
    assert "Build." not in injected.text
    assert "prompt.workspace_instructions.enabled" in cut.why


@pytest.mark.parametrize(
    "config", ["a: [", "\tx: 1", "- 1\n- 2\n", "", "memory: 3\n", "memory: {max_chars: x}\n"]
)
def test_a_configuration_that_says_nothing_leaves_the_defaults(config: str) -> None:
    assert preview(view_of({CONFIG: config, f"{API}/a": ""})) == preview(view_of({f"{API}/a": ""}))


def test_switched_off_ub_writes_neither_memory_nor_instructions() -> None:
    off = "tools_disabled: [remember]\nmemory: {auto: {enabled: false}}\n"
    view = view_of({INSTRUCTIONS: "Short.\n", CONFIG: off})
    for document in LAYOUT.documents(view, ROOT):
        outcome = LAYOUT.next_write(view, document, Operation(APPEND, "project", "build is ninja"))
        assert outcome.error.startswith("ub does not write memory: tools_disabled in ")


def test_the_entry_that_would_be_overwritten_is_named_with_both_texts() -> None:
    view = view_of({})
    document = documents(view)[MEMORY]
    effect = LAYOUT.overwritten_by(view, document, "project", "the build is make now")
    assert effect is not None
    assert effect.kind is EffectKind.LOST
    assert effect.span.of(TEXT) == "build is make"
    assert "“build is make” when it is told “the build is make now”" in effect.message
    assert LAYOUT.overwritten_by(view, document, "debug", "build is make") is None
    assert LAYOUT.overwritten_by(view, document, "project", "build is make") is None


@pytest.mark.parametrize(
    ("told", "entry"),
    [
        ("compile with ninja", "build is make"),
        ("Build docs first", "build is make"),
        ("a roadmap for each quarter", "design lives in notion"),
        ("vet everything", None),
        ("design lives in notion", None),
    ],
)
def test_a_later_ub_overwrites_what_is_on_the_same_topic(told: str, entry: str | None) -> None:
    time = "*(2026-05-27T10:00:00Z)*"
    text = f"## project\n\n- build is make {time}\n- design lives in notion {time}\n"
    view = view_of({MEMORY: text})
    document = documents(view)[MEMORY]
    effect = LAYOUT.overwritten_by(view, document, "project", told)
    assert (effect and effect.span.of(text)) == entry
    assert effect is None or effect.message.startswith("ub v0.5.1 and later would overwrite")
    assert LAYOUT.overwritten_by(view, document, "general", told) is None
    effects = LAYOUT.next_write(view, document, Operation(APPEND, "project", told)).effects
    assert not any("later" in effect.message for effect in effects)


def test_recall_finds_texts_whatever_the_case_and_only_in_the_text() -> None:
    view = view_of({})
    [context] = [context for context in LAYOUT.contexts(view, ROOT) if context.folder == API]
    [found] = LAYOUT.recall(view, ROOT, context, "BUILD IS")
    assert (found.path, found.text, found.span.of(TEXT)) == (MEMORY, "build is make", "build is make")
    assert found.key == "[project] build is make"
    assert LAYOUT.recall(view, ROOT, context, "project") == ()
    assert LAYOUT.recall(view, ROOT, context, " build") == ()
    assert LAYOUT.recall(view, ROOT, context, "", "debug") == ()
    assert len(LAYOUT.recall(view, ROOT, context, "", "project")) == 1


def test_what_later_generations_drop_is_told_once_for_each_category() -> None:
    old = "".join(f"- old {number} *(2026-01-0{number}T00:00:00Z)*\n" for number in (3, 2, 1))
    text = f"## debug\n\n- new *(2026-05-31T00:00:00Z)*\n{old}\n"
    problems = [
        problem for problem in LAYOUT.checks(view_of({MEMORY: text}), ROOT) if problem.rule == "expiring"
    ]
    [problem] = problems
    assert problem.message == "ub v0.5.1 and later would drop 3 entries of “debug” on its next write"
    assert problem.span.of(text) == "old 3"
