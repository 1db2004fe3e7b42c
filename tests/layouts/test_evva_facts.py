"""evva from v1.4 on: one folder of typed facts, with an index that is cut before it is injected."""

from __future__ import annotations

import pytest

from memdesk.errors import Refused
from memdesk.layouts.contract import NO_OP, Change, ChangeKind, Generated, Plan
from memdesk.layouts.documents import Document
from memdesk.layouts.evva import LAYOUT
from memdesk.layouts.optional import Addition
from memdesk.text.document import decode
from memdesk.text.edits import apply_all
from tests.layouts.dict_view import HOME, DictView

ROOT = f"{HOME}/.evva/memory"
INDEX = f"{ROOT}/MEMORY.md"
PORTS = f"{ROOT}/ports.md"
FACT = "---\nname: Ports\ndescription: 'Where it listens'\nType: Project\n---\n\nOn 8080.\n"
LISTED = "# Index\n\n- [Ports](ports.md) — Where it listens\n- [Gone](gone.md)\n"


def view_of(index: str = LISTED, **facts: str) -> DictView:
    files = {f"{ROOT}/{name}.md": text for name, text in (facts or {"ports": FACT}).items()}
    return DictView({INDEX: index, **files}, projects=["/srv/api"])


def document(view: DictView, title: str) -> Document:
    return next(document for document in LAYOUT.documents(view, ROOT) if document.title == title)


def after(view: DictView, plan: Plan) -> dict[str, str]:
    return {path: apply_all(decode(view.read(path)), edits) for path, edits in plan.edits.items()}


@pytest.mark.parametrize("root", [ROOT, f"{HOME}/.evva"])
def test_index_and_facts_are_documents(root: str) -> None:
    documents = list(LAYOUT.documents(view_of(), root))
    assert [document.title for document in documents] == ["MEMORY.md", "ports.md"]
    assert all(document.editable for document in documents)
    assert documents[1].types == ("user", "feedback", "project", "reference")
    assert [document.cap_bytes for document in documents] == [65_536, None]


def test_rules_of_projects_are_read_as_before() -> None:
    view = DictView({INDEX: LISTED, "/srv/api/EVVA.md": "Use tabs.\n"}, projects=["/srv/api"])
    assert [document.title for document in LAYOUT.documents(view, ROOT)] == ["MEMORY.md", "EVVA.md"]
    [context] = [scope for scope in LAYOUT.contexts(view, ROOT) if scope.folder == "/srv/api"]
    assert LAYOUT.injected(view, ROOT, context).text == "Use tabs.\n" + LISTED.strip()


def test_quotes_around_a_value_are_not_part_of_it() -> None:
    view = view_of()
    node = LAYOUT.outline(document(view, "ports.md"), FACT).find("description")
    assert node
    assert node.body_text(FACT) == "Where it listens"
    change = Change(ChangeKind.SET_BODY, document(view, "ports.md"), "description", body='"so called"')
    assert '\ndescription: ""so called""\n' in after(view, LAYOUT.compose(view, change))[PORTS]


def test_a_long_index_is_cut_at_lines_and_at_bytes() -> None:
    lines = [f"- [Fact {number}](fact-{number}.md) — hook" for number in range(250)]
    injected = LAYOUT.injected(view_of("\n".join(lines)), ROOT, LAYOUT.contexts(view_of(), ROOT)[0])
    assert injected.text == "\n".join(lines[:200]) + "\n\n> WARNING:"
    assert isinstance(injected.pieces[-1].origin, Generated)
    assert [cut.key for cut in injected.cut] == [f"fact-{number}" for number in range(200, 250)]
    wide = [f"- [Fact {number}](fact-{number}.md) — {'é' * 200}" for number in range(100)]
    shown = LAYOUT.injected(view_of("\n".join(wide)), ROOT, LAYOUT.contexts(view_of(), ROOT)[0]).text
    kept = shown.removesuffix("\n\n> WARNING:")
    assert len(kept.encode()) <= 25_000 < len(kept.encode()) + len(wide[99].encode()) + 1
    assert kept.split("\n") == wide[: kept.count("\n") + 1]


@pytest.mark.parametrize(("second", "kept"), [(12_499, 2), (12_500, 1), (12_498, 2)])
def test_a_line_whose_line_end_does_not_fit_is_cut_off(second: int, kept: int) -> None:
    lines = ["a" * 12_499, "b" * second, "c" * 9]
    injected = LAYOUT.injected(view_of("\n".join(lines)), ROOT, LAYOUT.contexts(view_of(), ROOT)[0])
    assert injected.text == "\n".join(lines[:kept]) + "\n\n> WARNING:"


def test_exactly_so_many_lines_and_bytes_are_whole() -> None:
    whole = "\n".join("x" * 124 for _ in range(200))
    assert len(whole) == 24_999
    for text in (whole, whole + "x", "\n\n" + whole + "\n\n\n"):
        injected = LAYOUT.injected(view_of(text), ROOT, LAYOUT.contexts(view_of(), ROOT)[0])
        assert injected.text == text.strip()
        assert injected.cut == ()
    assert LAYOUT.injected(view_of(whole + "xx"), ROOT, LAYOUT.contexts(view_of(), ROOT)[0]).cut


def test_a_fact_is_added_with_its_line() -> None:
    view = view_of()
    words = Addition("Nightly at two.", type="project", name="Back ups", description="When: at night")
    plan = LAYOUT.compose(view, LAYOUT.adding(view, document(view, "MEMORY.md"), words))
    assert after(view, plan)[INDEX] == LISTED + "- [Back ups](back-ups.md) — When: at night\n"
    expected = "---\nname: back-ups\ndescription: When: at night\ntype: project\n---\n\nNightly at two.\n"
    assert plan.creates == {f"{ROOT}/back-ups.md": expected}
    with pytest.raises(Refused):
        LAYOUT.compose(view, Change(ChangeKind.ADD, document(view, "MEMORY.md"), "Ports", body="other"))


def test_a_fact_goes_with_its_line_and_a_line_alone() -> None:
    view = view_of()
    plan = LAYOUT.compose(view, Change(ChangeKind.REMOVE, document(view, "ports.md"), ""))
    assert (plan.deletes, after(view, plan)[INDEX]) == ((PORTS,), "# Index\n\n- [Gone](gone.md)\n")
    plan = LAYOUT.compose(view, Change(ChangeKind.REMOVE, document(view, "MEMORY.md"), "ports"))
    assert (plan.deletes, after(view, plan)[INDEX]) == ((), "# Index\n\n- [Gone](gone.md)\n")


def test_a_renamed_fact_takes_its_line_along() -> None:
    view = view_of()
    plan = LAYOUT.compose(view, Change(ChangeKind.RENAME, document(view, "ports.md"), "", title="Open ports"))
    assert plan.creates == {f"{ROOT}/open-ports.md": FACT.replace("name: Ports", "name: open-ports")}
    assert after(view, plan)[INDEX] == LISTED.replace("(ports.md)", "(open-ports.md)")


SEVERAL = (
    "- [Ports](ports.md) — Where it listens\n- [B](b.md) — other\n- [Again](./ports.md) — Where it listens\n"
    "- [Both](ports.md) and [B](b.md)\n- [Net](b.md), see [ports](ports.md)\n"
)
"""Lines of which two are about one fact, and two about others too."""


def test_every_line_of_a_fact_goes_with_it_and_those_of_others_too_stay() -> None:
    view = view_of(SEVERAL)
    fact = document(view, "ports.md")
    plan = LAYOUT.compose(view, Change(ChangeKind.REMOVE, fact, ""))
    kept = "- [B](b.md) — other\n- [Both](ports.md) and [B](b.md)\n- [Net](b.md), see [ports](ports.md)\n"
    assert after(view, plan)[INDEX] == kept
    left = LAYOUT.references(view, fact, "")
    assert [(one.path, one.span.of(SEVERAL)) for one in left] == [(INDEX, "ports")] * 2
    assert {one.message for one in left} == {
        "A line of MEMORY.md that is more than its entry stays and links to it"
    }
    assert not LAYOUT.references(view_of(), document(view_of(), "ports.md"), "")


PROSE = (
    "## [Ports](ports.md)\n\nNever deploy on Friday; the reason stands in [ports](ports.md).\n"
    "- why not: see [ports](ports.md)\n| [Ports](ports.md) | row |\n> [Ports](ports.md) — quoted\n"
    "<!-- old: [ports](ports.md)\nhidden -->\n- [Ports](ports.md) — <!-- begun\n- [Ports](ports.md) — ended -->\n"
)
"""Lines that link to a fact, among them an item of a list, and are there for more."""
ENTRIES = (
    "- [Ports](ports.md) — Where it listens\n* **[Ports](./ports.md)**: bold\n  1. [The [old] ports](ports.md)\n"
    "- [Ports](ports.md) — <!-- whole --> a --> b\n"
)
COMMENT = "<!--\n- [Ports](ports.md) — inside\n-->\n"
IN_COMMENTS = 2
"""So many of the links of `PROSE` stand in a comment, where they lead nowhere and follow nothing."""


def test_prose_headings_and_comments_stay_when_the_fact_they_link_to_goes() -> None:
    view = view_of(PROSE + ENTRIES + COMMENT)
    fact = document(view, "ports.md")
    plan = LAYOUT.compose(view, Change(ChangeKind.REMOVE, fact, ""))
    assert after(view, plan)[INDEX] == PROSE + COMMENT
    assert len(LAYOUT.references(view, fact, "")) == PROSE.count("(ports.md)") - IN_COMMENTS
    nodes = LAYOUT.outline(document(view, "MEMORY.md"), PROSE + ENTRIES + COMMENT).leaves()
    stay = "".join(node.span.of(PROSE + ENTRIES + COMMENT) for node in nodes if "stays" in node.facts)
    lines = [line for line in PROSE.splitlines(keepends=True) if "(ports.md)" in line]
    assert stay == "".join(line for line in lines if " old:" not in line and "ended" not in line)


def test_every_link_of_prose_follows_a_renamed_fact() -> None:
    view = view_of(PROSE + ENTRIES + COMMENT)
    plan = LAYOUT.compose(view, Change(ChangeKind.RENAME, document(view, "ports.md"), "", title="Net"))
    changed, comment = after(view, plan)[INDEX], "<!-- old: [ports](ports.md)\nhidden -->"
    assert comment in changed
    assert changed.endswith(COMMENT)
    seen = changed.replace(comment, "").removesuffix(COMMENT)
    assert seen.count("ports.md") == 1
    assert "ports.md) — ended -->" in seen


def test_a_repair_takes_out_dead_entries_alone() -> None:
    text = (PROSE + ENTRIES + COMMENT).replace("ports.md", "gone.md")
    view = view_of(text)
    repairs = [edit for one in LAYOUT.checks(view, ROOT) if one.rule == "dead-line" for edit in one.repair]
    assert apply_all(text, repairs) == (PROSE + COMMENT).replace("ports.md", "gone.md")


def test_every_link_to_a_renamed_fact_follows_it() -> None:
    view = view_of(SEVERAL)
    plan = LAYOUT.compose(view, Change(ChangeKind.RENAME, document(view, "ports.md"), "", title="Net"))
    followed = SEVERAL.replace("./ports.md", "net.md").replace("[ports](ports.md)", "[net](net.md)")
    assert after(view, plan)[INDEX] == followed.replace("ports.md", "net.md")


def test_every_line_that_says_the_description_follows_it() -> None:
    view = view_of(SEVERAL)
    fact = document(view, "ports.md")
    plan = LAYOUT.compose(view, Change(ChangeKind.SET_BODY, fact, "description", body="On 8080"))
    assert after(view, plan)[INDEX] == SEVERAL.replace("Where it listens", "On 8080")


POINTED = "- [Ports](ports.md#open) — Where it listens\n* [Again](<ports.md>)\n- [Part](<./ports.md#a>): x\n"
"""Links to a part of a fact, and between angle brackets, as Markdown has them."""


def test_a_link_to_a_part_or_in_brackets_goes_and_is_renamed_with_its_fact() -> None:
    view = view_of(POINTED + "See [all](<ports.md#x>).\n")
    fact = document(view, "ports.md")
    gone = LAYOUT.compose(view, Change(ChangeKind.REMOVE, fact, ""))
    assert after(view, gone)[INDEX] == "See [all](<ports.md#x>).\n"
    assert len(LAYOUT.references(view, fact, "")) == 1
    renamed = LAYOUT.compose(view, Change(ChangeKind.RENAME, fact, "", title="Net"))
    followed = (POINTED + "See [all](<ports.md#x>).\n").replace("./ports", "ports")
    assert after(view, renamed)[INDEX] == followed.replace("ports.md", "net.md")


TIPPED = "- [Ports](ports.md \"Which ports\") — Where it listens\n* [Again](<ports.md> 'x')\n"


def test_a_link_with_a_title_of_its_own_goes_and_is_renamed_with_its_fact() -> None:
    view = view_of(TIPPED)
    fact = document(view, "ports.md")
    rules = [one.rule for one in LAYOUT.checks(view, ROOT)]
    assert "missing-line" not in rules
    assert after(view, LAYOUT.compose(view, Change(ChangeKind.REMOVE, fact, "")))[INDEX] == ""
    renamed = LAYOUT.compose(view, Change(ChangeKind.RENAME, fact, "", title="Net"))
    assert after(view, renamed)[INDEX] == TIPPED.replace("ports.md", "net.md")


def test_a_link_to_a_part_or_in_brackets_is_held_against_the_files() -> None:
    text = POINTED.replace("ports", "gone")
    found = [(one.rule, one.message) for one in LAYOUT.checks(view_of(text), ROOT)]
    assert sum(rule == "dead-line" for rule, _ in found) == 3
    assert sum(rule == "missing-line" for rule, _ in found) == 1
    rules = [one.rule for one in LAYOUT.checks(view_of(POINTED), ROOT)]
    assert "missing-line" not in rules
    assert "dead-line" not in rules
    assert rules.count("duplicate-line") == 2


def test_checks_go_both_ways() -> None:
    text = "---\nname: Ports\nname: Twice\ndescription: x\n---\nbody\n"
    view = view_of(ports=FACT, other=text, bare="No header, [[Nothing]].\n")
    found = {(problem.rule, problem.path) for problem in LAYOUT.checks(view, ROOT)}
    assert found == {
        ("dead-line", INDEX),
        ("missing-line", INDEX),
        ("duplicate-name", f"{ROOT}/other.md"),
        ("dead-link", f"{ROOT}/bare.md"),
        ("repeated-field", f"{ROOT}/other.md"),
        ("unknown-type", PORTS),
    }


def test_its_program_writes_none_of_these_files() -> None:
    view = view_of()
    for found in LAYOUT.documents(view, ROOT):
        outcome = LAYOUT.next_write(view, found, NO_OP)
        assert (outcome.texts, outcome.effects) == ((decode(view.read(found.path)),), ())
        assert LAYOUT.usual_operations(found) == ()


@pytest.mark.parametrize("root", [ROOT, f"{HOME}/.evva"])
def test_the_index_is_not_read_where_auto_memory_is_off(root: str) -> None:
    view = DictView({INDEX: LISTED}, environment={"EVVA_AUTO_MEMORY": "0"})
    injected = LAYOUT.injected(view, root, LAYOUT.contexts(view, root)[0])
    assert (injected.text, [cut.text for cut in injected.cut]) == ("", [LISTED.strip()])
    [warning] = injected.warnings
    assert "EVVA_AUTO_MEMORY=0" in warning
    [off] = LAYOUT.switched_off(view, root)
    assert off.message == "evva neither reads nor writes its facts: EVVA_AUTO_MEMORY=0 in the environment."
    assert not LAYOUT.switched_off(view_of(), root)


def test_the_configuration_of_the_home_switches_facts_off_too() -> None:
    view = DictView({INDEX: LISTED, f"{HOME}/.evva/config/evva-config.yml": "enable_auto_memory: false\n"})
    assert LAYOUT.injected(view, ROOT, LAYOUT.contexts(view, ROOT)[0]).text == ""
    assert LAYOUT.switched_off(view, ROOT)


NAMED = "---\nname: a\ndescription: x\n"
TYPED = NAMED + "type: user\n"
END = "---\nbody\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (TYPED + END, []),
        (TYPED + "# n\n" * 25 + END, []),
        (TYPED + "# n\n" * 26 + END, [("unseen-header", "---")]),
        (TYPED + "# " + "é" * 2030 + "\n" + END, [("unseen-header", "---")]),
        ("\ufeff" + TYPED + END, [("unseen-header", "---")]),
        (TYPED + "\t---\nnote: x\n" + END, [("header-end", "---")]),
        (TYPED + "--- \nbody\n", [("open-header", "---"), ("header-end", "---")]),
        (NAMED + "TYPE: mine\n" + END, [("unknown-type", "mine")]),
        (NAMED + "type: mine\n" + END, [("unknown-type", "mine")]),
        (NAMED + "a:\n  b:\n    Type: 'user'\n" + END, []),
        (NAMED + "TYPE: ''\ntype: user\n" + END, []),
    ],
)
def test_a_header_that_evva_reads_otherwise_is_said(text: str, found: list[tuple[str, str]]) -> None:
    view = view_of("- [A](a.md)\n", a=text)
    problems = [problem for problem in LAYOUT.checks(view, ROOT) if problem.rule != "repeated-field"]
    assert [(problem.rule, problem.span.of(text)) for problem in problems] == found


def test_another_type_goes_where_evva_reads_it() -> None:
    view = view_of()
    plan = LAYOUT.compose(view, Change(ChangeKind.RETYPE, document(view, "ports.md"), "", title="user"))
    assert after(view, plan)[PORTS] == FACT.replace("Type: Project", "Type: user")


@pytest.mark.parametrize("above", ["", "type: ''\n"])
def test_another_type_is_asked_for_at_any_node(above: str) -> None:
    text = NAMED + above + "type: project\n" + END
    view = view_of(ports=text)
    for key, occurrence in (("\n---", 1), ("\nbody", 0)):
        change = Change(ChangeKind.RETYPE, document(view, "ports.md"), key, occurrence, title="user")
        assert after(view, LAYOUT.compose(view, change))[PORTS] == text.replace("type: project", "type: user")


def test_facts_in_folders_below_are_found_too_and_need_no_line() -> None:
    view = DictView({INDEX: "", f"{ROOT}/a/b/deep.md": TYPED + END}, projects=["/srv/api"])
    assert [found.title for found in LAYOUT.documents(view, ROOT)] == ["MEMORY.md", "a/b/deep.md"]
    [problem] = LAYOUT.checks(view, ROOT)
    assert (problem.rule, problem.severity.value) == ("missing-line", "note")
    assert problem.message == "a/b/deep.md has no line in the index: evva finds it by its description alone"
    assert LAYOUT.injected(view, ROOT, LAYOUT.contexts(view, ROOT)[0]).warnings == ()


def test_an_index_in_a_folder_below_is_neither_an_index_nor_a_fact() -> None:
    """Recall looks past it, and only the one at the top is injected."""
    below = f"{ROOT}/old/MEMORY.md"
    view = DictView({INDEX: "- [Old](old/MEMORY.md)\n", below: "# Old\n\nSay [[nothing]].\n"})
    index, found = LAYOUT.documents(view, ROOT)
    assert (index.title, found.title) == ("MEMORY.md", "old/MEMORY.md")
    assert (found.types, found.note[:30]) == ((), "Neither an index nor a fact to")
    assert [node.title for node in LAYOUT.outline(found, "# Old\n\nSay nothing.\n").nodes] == ["Old"]
    assert list(LAYOUT.checks(view, ROOT)) == []
    assert LAYOUT.next_write(view, found, NO_OP).texts == ("# Old\n\nSay [[nothing]].\n",)


@pytest.mark.parametrize("root", [ROOT, f"{HOME}/.evva"])
def test_without_recall_a_fact_needs_its_line(root: str) -> None:
    config = f"{HOME}/.evva/config/evva-config.yml"
    files = {INDEX: "", f"{ROOT}/ports.md": TYPED + END, config: "enable_memory_recall: false\n"}
    view = DictView(files)
    [problem] = LAYOUT.checks(view, root)
    assert (problem.rule, problem.severity.value) == ("missing-line", "warning")
    assert problem.message == "ports.md has no line in the index, so evva is not told of it"
    [off] = LAYOUT.switched_off(view, root)
    assert (off.whole, off.message) == (
        False,
        f"evva recalls no facts by itself: enable_memory_recall: false in {config}.",
    )
    context = LAYOUT.contexts(view, root)[0]
    said = "Not in the index, so evva is not told of it: ports.md."
    assert LAYOUT.injected(view, root, context).warnings == (said,)
    view = DictView(files | {config: "enable_memory_recall: perhaps\n"})
    [said] = LAYOUT.injected(view, root, context).warnings
    assert said.startswith("evva would not start: enable_memory_recall in")
    view = DictView(files | {config: "enable_auto_memory: off\nenable_memory_recall: false\n"})
    [off] = LAYOUT.switched_off(view, root)
    assert off.whole
