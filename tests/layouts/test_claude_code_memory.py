"""Claude Code's auto memory: the index as its program counts and cuts it, typed facts, subagents' stores."""

from __future__ import annotations

import json

import pytest
import yaml

from memdesk.errors import Refused
from memdesk.layouts.claude_code import LAYOUT
from memdesk.layouts.contract import NO_OP, Change, ChangeKind, Injected, Operation, Plan, Source
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Addition, NewFact
from memdesk.text.document import decode
from memdesk.text.edits import apply_all
from tests.layouts.dict_view import HOME, DictView

ROOT = f"{HOME}/.claude"
API = "/srv/api"
SETTINGS = f"{ROOT}/settings.json"
STORE = f"{ROOT}/projects/-srv-api/memory"
INDEX = f"{STORE}/MEMORY.md"
PORTS = f"{STORE}/ports.md"
FACT = (
    "---\nname: ports\ndescription: Where it listens\nmetadata:\n  node_type: memory\n  type: project\n"
    "  originSessionId: 5a\n---\n\nOn 8080.\n"
)
LISTED = "# Memory\n\n- [Ports](ports.md) — Where it listens\n\nMy own words.\n"


def view_of(index: str = LISTED, more: dict[str, str] | None = None, **settings: object) -> DictView:
    files = {SETTINGS: json.dumps(settings), INDEX: index, PORTS: FACT, **(more or {})}
    return DictView(files, projects=[API], folders=[API])


def start(view: DictView) -> Injected:
    return LAYOUT.injected(view, ROOT, LAYOUT.contexts(view, ROOT)[0])


def document(view: DictView, title: str, scope: str = "api") -> Document:
    found = (one for one in LAYOUT.documents(view, ROOT) if (one.title, one.scope.title) == (title, scope))
    return next(found)


def after(view: DictView, plan: Plan) -> dict[str, str]:
    return {path: apply_all(decode(view.read(path)), edits) for path, edits in plan.edits.items() if edits}


def rules(view: DictView) -> dict[str, str]:
    return {problem.rule: problem.path for problem in LAYOUT.checks(view, ROOT)}


# The index


def test_the_index_is_given_as_it_is() -> None:
    injected = start(view_of())
    assert injected.text == LISTED.removesuffix("\n")
    assert {(meter.name, meter.used, meter.cap) for meter in injected.meters} >= {
        ("MEMORY.md, lines", 5, 200),
        ("MEMORY.md", len(LISTED) - 1, 25_000),
    }
    assert injected.meters[-1].unit == "characters"


def test_the_end_is_cut_past_two_hundred_lines() -> None:
    lines = [f"- [Fact {number}](fact-{number}.md) — hook\n" for number in range(203)]
    injected = start(view_of("".join(lines)))
    notice = "[203 lines (limit: 200); left out: 3 of 203 lines, from line 201 on]"
    assert injected.text == f"{''.join(lines[:200])}\n{notice}"
    assert [cut.key for cut in injected.cut] == ["fact-200", "fact-201", "fact-202"]
    [forecast] = injected.forecasts
    assert forecast.next_out == ()
    assert "room for no more lines" in forecast.rule
    assert start(view_of("".join(lines[:200]))).cut == ()


def test_comments_and_header_are_not_counted() -> None:
    head = "---\nnote: mine\n---\n<!-- for\npeople -->\n"
    lines = [f"- [Fact {number}](fact-{number}.md)\n" for number in range(200)]
    injected = start(view_of(head + "".join(lines)))
    assert (injected.text, injected.cut) == ("".join(lines).removesuffix("\n"), ())
    [lines_used] = [meter.used for meter in injected.meters if meter.name == "MEMORY.md, lines"]
    assert lines_used == 200


def shown_of(injected: Injected) -> str:
    return "".join(piece.text for piece in injected.pieces if isinstance(piece.origin, Source))


def test_characters_cut_at_whole_lines_and_may_be_told_otherwise() -> None:
    lines = [f"- [Fact {number}](fact-{number}.md) — {'é' * 220}\n" for number in range(120)]
    view = view_of("".join(lines))
    shown = shown_of(start(view))
    assert shown == "".join(lines[: shown.count("\n") + 1]).removesuffix("\n")
    assert len(shown) <= 25_000 < len(shown + lines[-1])
    context = LAYOUT.contexts(view, ROOT)[0]
    within = LAYOUT.injected_within(view, ROOT, context, 600)
    assert shown_of(within) == "".join(lines[:2]).removesuffix("\n")
    assert LAYOUT.injected_within(view, ROOT, context, 0).text == "".join(lines).removesuffix("\n")


@pytest.mark.parametrize(("second", "kept"), [(12_500, 2), (12_501, 1)])
def test_a_line_end_need_not_fit(second: int, kept: int) -> None:
    lines = ["a" * 12_499, "b" * second, "c" * 9]
    assert shown_of(start(view_of("\n".join(lines)))) == "\n".join(lines[:kept])


def test_a_first_line_that_is_too_long_is_cut_between_characters() -> None:
    injected = start(view_of("x" + "🎉" * 13_000))
    assert shown_of(injected) == "x" + "🎉" * 12_499
    assert injected.text.endswith("\n\n[25.4KB (limit: 24.4KB); left out: line 1 behind 25000 characters]")


def test_line_ends_become_one_character_and_control_characters_go() -> None:
    assert start(view_of("- a\r\n- b\r- c\0\f d\n")).text == "- a\n- b\n- c d"


def test_an_index_that_is_missing_is_shown_as_it_will_be() -> None:
    view = DictView({SETTINGS: "{}", PORTS: FACT}, projects=[API], folders=[API])
    injected = start(view)
    assert injected.text == "- [ports](ports.md) — Where it listens"
    said = "There is no MEMORY.md; Claude Code makes this one at its next start."
    assert injected.warnings == (said,)


def test_an_index_that_is_cut_is_said_at_the_first_line_past_its_cap() -> None:
    lines = [f"- [Fact {number}](fact-{number}.md)\n" for number in range(202)]
    text = "".join(lines)
    [problem] = [one for one in LAYOUT.checks(view_of(text), ROOT) if one.rule == "index-cut"]
    assert problem.span.of(text) == "".join(lines[200:]).removesuffix("\n")


def test_facts_say_where_their_line_is() -> None:
    lines = [f"- [Fact {number}](fact-{number}.md)\n" for number in range(200)]
    view = view_of("".join(lines) + "- [Ports](ports.md)\n", {f"{STORE}/lost.md": FACT})
    assert document(view, "ports.md").note == "Its line in the index is past the first 200 lines"
    assert document(view, "lost.md").note == "Without a line in the index"
    assert document(view_of(), "ports.md").note == ""


@pytest.mark.parametrize(
    ("settings", "environment", "off"),
    [
        ({"autoMemoryEnabled": False}, {}, f"autoMemoryEnabled in {SETTINGS}"),
        (
            {},
            {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"},
            "CLAUDE_CODE_DISABLE_AUTO_MEMORY=1 in the environment",
        ),
        ({"env": {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}}, {}, f"DISABLE_AUTO_MEMORY=1 in {SETTINGS}"),
        ({"autoMemoryEnabled": False}, {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "0"}, ""),
    ],
)
def test_memory_may_be_switched_off(
    settings: dict[str, object], environment: dict[str, str], off: str
) -> None:
    view = DictView({SETTINGS: json.dumps(settings), INDEX: LISTED}, projects=[API], environment=environment)
    injected = start(view)
    assert injected.text == ("" if off else LISTED.removesuffix("\n"))
    assert any(off in warning for warning in injected.warnings) == bool(off)
    assert [off in switched.message for switched in LAYOUT.switched_off(view, ROOT)] == [True] * bool(off)
    assert ("memory-off" in rules(view)) == bool(off)


def test_a_project_may_switch_its_own_memory_off() -> None:
    view = view_of(more={f"{API}/.claude/settings.local.json": '{"autoMemoryEnabled": false}'})
    assert f"autoMemoryEnabled in {API}/.claude/settings.local.json" in start(view).warnings[0]
    assert LAYOUT.switched_off(view, ROOT) == ()


def test_a_memory_kept_elsewhere_is_read_there() -> None:
    view = view_of(more={"/notes/MEMORY.md": "elsewhere\n"}, autoMemoryDirectory="/notes")
    assert start(view).text == "elsewhere"
    assert document(view, "MEMORY.md").path == "/notes/MEMORY.md"
    assert document(view, "MEMORY.md").narrow
    assert start(view_of(autoMemoryDirectory="not/absolute")).text == LISTED.removesuffix("\n")


def test_settings_that_are_not_json_are_named() -> None:
    view = DictView({SETTINGS: "{", INDEX: LISTED}, projects=[API])
    said = f"{SETTINGS} is not as Claude Code reads settings, so it decides nothing."
    assert said in start(view).warnings
    assert rules(view)["broken-settings"] == SETTINGS


# Facts


def test_a_fact_is_added_as_the_agent_writes_one() -> None:
    view = view_of()
    words = Addition("Nightly.", type="project", name="Back ups", description="When: at night #1")
    plan = LAYOUT.compose(view, LAYOUT.adding(view, document(view, "MEMORY.md"), words))
    line = "- [Back ups](back-ups.md) — When: at night #1\n"
    assert after(view, plan)[INDEX] == LISTED.replace("\n\nMy own", f"\n{line}\nMy own")
    assert plan.creates == {
        f"{STORE}/back-ups.md": "---\nname: back-ups\ndescription: 'When: at night #1'\nmetadata:\n"
        "  node_type: memory\n  type: project\n---\n\nNightly.\n"
    }
    other = LAYOUT.adding(view, document(view, "MEMORY.md"), Addition("x", type="other", name="y"))
    with pytest.raises(Refused):
        LAYOUT.compose(view, other)


def test_values_are_quoted_where_yaml_needs_it() -> None:
    view = view_of()
    change = Change(ChangeKind.SET_BODY, document(view, "ports.md"), "description", body="fix: issue #12")
    written = after(view, LAYOUT.compose(view, change))
    assert written[PORTS] == FACT.replace("Where it listens", "'fix: issue #12'")
    assert written[INDEX] == LISTED.replace("Where it listens", "fix: issue #12")
    node = LAYOUT.outline(change.document, written[PORTS]).find("description")
    assert node
    assert node.body_text(written[PORTS]) == "fix: issue #12"


def header_of(text: str) -> dict[str, object]:
    read: dict[str, object] = yaml.safe_load(text.split("---\n")[1])
    return read


@pytest.mark.parametrize(
    "words",
    ["true", "null", "123", "2026-01-01", "~", "[a, b]", "{a: b}", "0x1f", "yes", ".5", "'q", "- x", ".inf"],
)
def test_a_description_reads_back_as_its_text(words: str) -> None:
    view = view_of()
    index = document(view, "MEMORY.md")
    addition = Addition("Body.", type="user", name="doors", description=words)
    plan = LAYOUT.compose(view, LAYOUT.adding(view, index, addition))
    assert header_of(plan.creates[f"{STORE}/doors.md"])["description"] == words
    change = Change(ChangeKind.SET_BODY, document(view, "ports.md"), "description", body=words)
    changed = after(view, LAYOUT.compose(view, change))[PORTS]
    assert header_of(changed)["description"] == words
    again = view_of(more={PORTS: changed})
    change = Change(ChangeKind.SET_BODY, document(again, "ports.md"), "description", body="Where it listens")
    assert after(again, LAYOUT.compose(again, change))[PORTS] == FACT


@pytest.mark.parametrize("words", ["1e3", "0o17"])
def test_a_number_of_another_yaml_is_quoted(words: str) -> None:
    view = view_of()
    change = Change(ChangeKind.SET_BODY, document(view, "ports.md"), "description", body=words)
    changed = after(view, LAYOUT.compose(view, change))[PORTS]
    assert changed == FACT.replace("Where it listens", f"'{words}'")


@pytest.mark.parametrize("name", ["123", "true", "2026-01-01", "null", "on"])
def test_a_name_reads_back_as_its_text(name: str) -> None:
    view = view_of()
    index, fact = document(view, "MEMORY.md"), document(view, "ports.md")
    plan = LAYOUT.compose(view, LAYOUT.adding(view, index, Addition("Body.", type="user", name=name)))
    assert header_of(plan.creates[f"{STORE}/{name}.md"])["name"] == name
    plan = LAYOUT.compose(view, Change(ChangeKind.RENAME, fact, "", title=name))
    assert header_of(plan.creates[f"{STORE}/{name}.md"])["name"] == name


@pytest.mark.parametrize(("before", "said"), [("5", "7"), ("1.5", "2"), ("true", "false"), ("[a]", "[a, b]")])
def test_what_is_no_text_stays_none(before: str, said: str) -> None:
    text = FACT.replace("metadata:", f"rank: {before}\nmetadata:", 1)
    view = view_of(more={PORTS: text})
    change = Change(ChangeKind.SET_BODY, document(view, "ports.md"), "rank", body=said)
    assert after(view, LAYOUT.compose(view, change))[PORTS] == text.replace(
        f"rank: {before}", f"rank: {said}"
    )


def test_a_type_must_be_one_the_agent_knows() -> None:
    view = view_of()
    fact = document(view, "ports.md")
    plan = LAYOUT.compose(view, Change(ChangeKind.RETYPE, fact, "", title="reference"))
    assert after(view, plan)[PORTS] == FACT.replace("type: project", "type: reference")
    with pytest.raises(Refused):
        LAYOUT.compose(view, Change(ChangeKind.RETYPE, fact, "", title="other"))


def test_a_fact_goes_and_is_renamed_with_its_line() -> None:
    view = view_of()
    fact = document(view, "ports.md")
    plan = LAYOUT.compose(view, Change(ChangeKind.REMOVE, fact, ""))
    assert (plan.deletes, after(view, plan)[INDEX]) == ((PORTS,), "# Memory\n\n\nMy own words.\n")
    plan = LAYOUT.compose(view, Change(ChangeKind.RENAME, fact, "", title="Open Ports"))
    assert plan.creates == {f"{STORE}/open-ports.md": FACT.replace("name: ports", "name: open-ports")}
    assert after(view, plan)[INDEX] == LISTED.replace("(ports.md)", "(open-ports.md)")


def test_facts_in_sub_folders_are_facts() -> None:
    view = view_of("- [Tone](feedback/tone.md) — dry\n", {f"{STORE}/feedback/tone.md": FACT})
    fact = document(view, "feedback/tone.md")
    assert fact.note == ""
    plan = LAYOUT.compose(view, Change(ChangeKind.RENAME, fact, "", title="voice"))
    assert list(plan.creates) == [f"{STORE}/feedback/voice.md"]
    assert after(view, plan)[INDEX] == "- [Tone](feedback/voice.md) — dry\n"


# What its own writes do


def test_what_the_agent_wrote_it_writes_again() -> None:
    view = view_of()
    for found in LAYOUT.documents(view, ROOT):
        outcome = LAYOUT.next_write(view, found, NO_OP)
        assert outcome.effects == ()
        assert outcome.texts == ((decode(view.read(found.path)) if found.exists else ""),)


def test_names_become_slugs_and_own_keys_go_under_metadata() -> None:
    text = FACT.replace("name: ports", "name: My Ports\ntags: a, b\nowner:\n  - ada\n  - bo")
    view = view_of(more={PORTS: text})
    outcome = LAYOUT.next_write(view, document(view, "ports.md"), NO_OP)
    assert [effect.kind.value for effect in outcome.effects] == ["trimmed", "moved", "moved"]
    [written] = outcome.texts
    assert written == FACT.replace("name: ports", "name: my-ports").replace(
        "  type: project\n", '  tags: "a, b"\n  owner:\n    - ada\n    - bo\n  type: project\n'
    )
    again = LAYOUT.next_write(view_of(more={PORTS: written}), document(view, "ports.md"), NO_OP)
    assert (again.texts, again.effects) == ((written,), ())


def test_own_keys_get_a_metadata_where_there_is_none() -> None:
    view = view_of(more={PORTS: "---\nname: a\nb: 1\nc: 2\n---\nx\n"})
    outcome = LAYOUT.next_write(view, document(view, "ports.md"), NO_OP)
    assert outcome.texts == ("---\nname: a\nmetadata:\n  node_type: memory\n  b: 1\n  c: 2\n---\n\nx\n",)


@pytest.mark.parametrize(
    "text", ["\ufeff---\nname: My Fact\n---\n", "no header\n", "---\nopen: yes\n", "---\nname: \udce9\n---\n"]
)
def test_what_has_no_header_and_what_is_not_utf_8_stays(text: str) -> None:
    view = view_of(more={PORTS: text})
    outcome = LAYOUT.next_write(view, document(view, "ports.md"), NO_OP)
    assert (outcome.texts, outcome.effects) == ((text,), ())


def test_an_index_past_its_cap_is_written_anew() -> None:
    view = view_of(LISTED + "- [A](a.md)\n" * 200)
    index = document(view, "MEMORY.md")
    [compact] = LAYOUT.usual_operations(index)
    outcome = LAYOUT.next_write(view, index, compact)
    assert outcome.texts == ()
    assert [effect.span.of(decode(view.read(INDEX))) for effect in outcome.effects] == [
        "# Memory",
        "\nMy own words.",
    ]
    assert LAYOUT.next_write(view_of(), index, Operation("compact")).texts == (LISTED,)


# Checks


def test_index_and_files_are_held_against_each_other() -> None:
    index = "- [Ports](ports.md)\n- [Ports](ports.md)\n- [Gone](gone.md)\n- see [here](https://example.org/a.md)\n"
    found = rules(view_of(index, {f"{STORE}/lost.md": FACT + "See [[nobody]] and [[ports]].\n"}))
    assert found.keys() == {"duplicate-line", "dead-line", "missing-line", "duplicate-name", "dead-link"}
    problems = LAYOUT.checks(view_of(index), ROOT)
    [dead] = [problem for problem in problems if problem.rule == "dead-line"]
    assert apply_all(index, dead.repair) == index.replace("- [Gone](gone.md)\n", "")


def test_what_a_shell_writes_in_double_brackets_is_no_link() -> None:
    code = "Run `[[ -f a ]]` or:\n\n```sh\n[[ -n $B ]] && exit\n```\n"
    assert "dead-link" not in rules(view_of(LISTED, {f"{STORE}/lost.md": FACT + code}))
    assert "dead-link" not in rules(view_of(LISTED, {f"{STORE}/lost.md": f"{FACT}{code}See [[ -f a ]].\n"}))
    assert "dead-link" in rules(view_of(LISTED, {f"{STORE}/lost.md": f"{FACT}{code}See [[nobody]].\n"}))


def test_a_description_with_a_carriage_return_within_is_left_out_of_the_line_that_is_missing() -> None:
    lost = {f"{STORE}/lost.md": "---\nname: lost\ndescription: one\rtwo\n---\n\nBody.\n"}
    [missing] = [
        problem for problem in LAYOUT.checks(view_of(LISTED, lost), ROOT) if problem.rule == "missing-line"
    ]
    assert "- [lost](lost.md)\n" in apply_all(LISTED, missing.repair)


def fact(name: str, body: str) -> str:
    return f"---\nname: {name}\ndescription: About {name}\n---\n\n{body}\n"


def test_what_a_listed_fact_leads_to_needs_no_line_of_its_own() -> None:
    more = {
        f"{STORE}/hub.md": fact("hub", "See [one](topics/one.md) and [[two words]]."),
        f"{STORE}/topics/one.md": fact("one", "Goes on in [deep](../deep.md#part)."),
        f"{STORE}/two.md": fact("two words", "Nothing more."),
        f"{STORE}/deep.md": fact("deep", "Back to [[hub]]."),
        f"{STORE}/island.md": fact("island", "Leads to [itself](island.md) and [[lagoon]]."),
        f"{STORE}/lagoon.md": fact("lagoon", "Leads to [[island]]."),
    }
    view = view_of(LISTED + "- [Hub](hub.md) — where things are\n", more)
    missing = [problem.message for problem in LAYOUT.checks(view, ROOT) if problem.rule == "missing-line"]
    assert [message.split(" ")[0] for message in missing] == ["island.md", "lagoon.md"]
    more[f"{STORE}/inbox.md"] = "\n"
    view = view_of(LISTED + "# Notes\nSee `hub.md`, `two` and `deep` for more, and island lagoon.\n", more)
    missing = [problem.message for problem in LAYOUT.checks(view, ROOT) if problem.rule == "missing-line"]
    assert [message.split(" ")[0] for message in missing] == ["island.md", "lagoon.md", "topics/one.md"]


@pytest.mark.parametrize(
    "link",
    ["[P](./ports.md)", "[P](<ports.md>)", "[P](./x/../ports.md) — hook", "prose, [P](ports.md#now), prose"],
)
def test_a_link_is_read_as_a_link(link: str) -> None:
    rules = {problem.rule for problem in LAYOUT.checks(view_of(f"- {link}\n"), ROOT)}
    assert not rules & {"dead-line", "missing-line"}
    assert not any("Not in the index" in warning for warning in start(view_of(f"- {link}\n")).warnings)


def test_a_link_may_spell_a_blank_and_a_line_may_have_two() -> None:
    more = {f"{STORE}/open ports.md": FACT, f"{STORE}/b.md": fact("b", "Body.")}
    view = view_of("- [Ports](open%20ports.md) and [b](b.md), [ports](ports.md)\n", more)
    assert not {problem.rule for problem in LAYOUT.checks(view, ROOT)} & {"dead-line", "missing-line"}


def test_a_header_that_is_not_yaml_has_a_repair() -> None:
    text = FACT.replace("Where it listens", "Ports: all of them")
    [problem] = [one for one in LAYOUT.checks(view_of(more={PORTS: text}), ROOT) if one.rule == "not-yaml"]
    assert apply_all(text, problem.repair) == text.replace("Ports: all of them", "'Ports: all of them'")


def test_a_running_session_is_warned_of() -> None:
    view = view_of(more={f"{ROOT}/projects/-srv-api/a.jsonl": "{}"})
    assert document(view, "MEMORY.md").note == ""
    active = type("YoungView", (DictView,), {"info": _young})(view.files, projects=[API])
    assert not [problem for problem in LAYOUT.checks(active, ROOT) if "running" in problem.message]
    [scope] = [scope for scope in LAYOUT.contexts(active, ROOT) if scope.key == "-srv-api"]
    assert any("seems to be running" in said for said in LAYOUT.injected(active, ROOT, scope).warnings)


def _young(self: DictView, path: str) -> object:
    found = DictView.info(self, path)
    return found._replace(modified=self.now.timestamp() - 60) if path.endswith(".jsonl") else found


@pytest.mark.parametrize(("cwd", "pid", "runs"), [(API, 7, True), (API, 8, False), ("/srv/web", 7, False)])
def test_a_session_that_is_named_runs_where_its_process_does(cwd: str, pid: int, runs: bool) -> None:
    session = {f"{ROOT}/sessions/{pid}.json": json.dumps({"pid": pid, "cwd": cwd})}
    view = DictView({**view_of(more=session).files}, projects=[API], running=frozenset({7}))
    assert ("seems to be running" in document(view, "MEMORY.md").note) == runs


# Subagents and bare stores


def test_subagents_have_stores_and_contexts_of_their_own() -> None:
    stores = {
        f"{ROOT}/agent-memory/reviewer": "Subagent reviewer",
        f"{API}/.claude/agent-memory/checker": "Subagent checker in api",
        f"{API}/.claude/agent-memory-local/checker": "Subagent checker in api, local",
    }
    view = view_of(more={f"{path}/MEMORY.md": f"{path}\n" for path in stores})
    scopes = {scope.title: scope for scope in LAYOUT.contexts(view, ROOT)}
    for path, title in stores.items():
        found = document(view, "MEMORY.md", title)
        assert found.path == f"{path}/MEMORY.md"
        assert found.narrow == path.startswith(API)
        first, *_ = LAYOUT.injected(view, ROOT, scopes[title]).pieces
        assert first.text == path
        assert (found.scope.kind, found.scope.key) == (scopes[title].kind, scopes[title].key)


def test_a_subagent_gets_all_instructions_and_the_main_index_besides() -> None:
    definition = "---\nname: helper\nmemory: local\n---\nYou help.\n"
    store = f"{API}/.claude/agent-memory-local/helper/MEMORY.md"
    more = {f"{API}/.claude/agents/h.md": definition, store: "own\n", f"{API}/CLAUDE.md": "all\n"}
    view = view_of("main\n", more)
    [scope] = [scope for scope in LAYOUT.contexts(view, ROOT) if scope.key.endswith("/helper")]
    assert LAYOUT.injected(view, ROOT, scope).text == "You help.\n\nown\n\nall\n\nmain"


def test_a_store_may_be_opened_by_itself() -> None:
    view = view_of()
    assert LAYOUT.score(view, STORE) == LAYOUT.score(view, ROOT) == 1.0
    assert [found.title for found in LAYOUT.documents(view, STORE)] == ["MEMORY.md", "ports.md"]
    [context] = LAYOUT.contexts(view, STORE)
    assert LAYOUT.injected(view, STORE, context).text == LISTED.removesuffix("\n")


def test_a_folder_without_its_marks_is_not_claimed() -> None:
    assert LAYOUT.score(DictView({"/srv/api/CLAUDE.md": "x"}), "/srv/api") == 0.0
    assert LAYOUT.score(DictView({"/x/projects/a/memory/MEMORY.md": "x"}), "/x") == 0.3
    assert LAYOUT.score(DictView({"/x/projects/a/b.jsonl": "x", "/x/settings.json": "{}"}), "/x") == 0.9


def test_a_fact_that_the_agent_keeps_gets_the_last_line() -> None:
    view = view_of()
    kept = LAYOUT.keep_fact(
        view, document(view, "MEMORY.md"), NewFact("Pier key", "at the office", "", "There.\n")
    )
    assert list(kept) == [f"{STORE}/pier-key.md", INDEX]
    assert kept[INDEX] == LISTED + "- [Pier key](pier-key.md) — at the office\n"
    again = LAYOUT.keep_fact(view, document(view, "MEMORY.md"), NewFact("Ports", "new", "", "There.\n"))
    assert list(again) == [PORTS]


def test_links_to_a_fact_are_named_before_it_goes() -> None:
    view = view_of(more={f"{STORE}/other.md": "See [[ports]] and [[other]].\n"})
    [reference] = LAYOUT.references(view, document(view, "ports.md"), "")
    assert (reference.path, reference.span.of("See [[ports]] and")) == (f"{STORE}/other.md", "[[ports]]")
    assert LAYOUT.references(view, document(view, "ports.md"), "description") == ()


def test_what_a_change_brings_is_said_before_it_is_saved() -> None:
    view = view_of(more={f"{API}/CLAUDE.md": "x\n"})
    fact, own = document(view, "ports.md"), document(view, "CLAUDE.md")
    broken = FACT.replace("Where it listens", "Ports: all of them")
    assert [problem.rule for problem in LAYOUT.guards(fact, FACT, broken)] == ["not-yaml"]
    assert LAYOUT.guards(fact, broken, broken + "more\n") == ()
    assert LAYOUT.guards(own, "x\n", " \n") == ()
    assert [problem.rule for problem in LAYOUT.guards(own, "x\n", "---\n\nx\n\n---\n")] == ["rule-line"]
    assert LAYOUT.guards(document(view, "MEMORY.md"), LISTED, "") == ()
