"""The edit law for OK: an edit changes what it means and nothing else, and OK's next write keeps what it touched."""

from __future__ import annotations

import posixpath
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memdesk.errors import MemdeskError, NotFound, Refused
from memdesk.layouts.contract import NO_OP, Change, ChangeKind, Plan
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.ok import LAYOUT
from memdesk.layouts.ok.model import read_fact, split_index
from memdesk.layouts.shapes.fact_file import BODY_KEY, HEADER_KEY
from memdesk.layouts.shapes.fact_folder import TEXT_KEY
from memdesk.text.document import trim
from memdesk.text.edits import apply_all
from memdesk.text.outline import NodeKind
from tests.layouts.dict_view import DictView

STORE = "/home/ada/.config/ok/projects/-srv-api/memory"
INDEX_PATH = f"{STORE}/MEMORY.md"
FACT_PATH = f"{STORE}/tabs.md"
SCOPE = Scope(ScopeKind.PROJECT, "-srv-api", "api", "/srv/api")

FACT = "---\nname: tabs\ndescription: old\nmetadata:\n  type: user\n---\n\nTabs.\n"
INDEX = "# Memory\n\nRead this first.\n- [a](a.md) — one\n- [tabs](tabs.md) — old\n--- freeze: 0\n- [b](b.md) — two\n"


def document(path: str) -> Document:
    kind = DocumentKind.LIST if path == INDEX_PATH else DocumentKind.RECORD
    return Document(path, STORE, posixpath.basename(path), SCOPE, kind)


def plan(files: dict[str, str], path: str, kind: ChangeKind, key: str, **facts: str | int) -> Plan:
    change = Change(kind, document(path), key, **facts)  # type: ignore[arg-type]  # names and types of its fields
    return LAYOUT.compose(DictView(files), change)


def after(text: str, path: str, kind: ChangeKind, key: str, **facts: str | int) -> str:
    return apply_all(text, plan({path: text}, path, kind, key, **facts).edits.get(path, ()))


# Facts

HEADER_LINES = st.sampled_from(
    (
        "name: tabs",
        "description: old",
        "description: ",
        "metadata:",
        "  type: user",
        "  origin: 7",
        "type: feedback",
        "tags: [a, b]",
        "created:2026-01-01",
        "Description: other",
        "# note",
        "- item",
        "  - nested: x",
        "",
        "text",
        "---x",
        "--- ",
        'quoted: "x: y"',
        "description: |",
        "  a line",
        "\udcff: \udc80",
    )
)
BODY_LINES = st.sampled_from(
    ("text", "", "---", "- item", "key: value", "  indented", "é漢🎉", "\udcff", "a\rb")
)
VALUES = st.sampled_from(("new", "", "a: b", "é漢", "x — y", "# not a comment"))


@st.composite
def fact_texts(draw: st.DrawFn) -> str:
    """Facts with odd headers and hand-written bodies, with any line ends, mark and invalid bytes."""
    header = draw(st.lists(HEADER_LINES, max_size=6))
    body = draw(st.lists(BODY_LINES, max_size=5))
    fences = draw(
        st.sampled_from((("---", "---"), ("---", "---"), ("---", "---"), ("---",), ("--- ", "---"), ()))
    )
    lines = [*fences[:1], *header, *fences[1:], *body]
    end = draw(st.sampled_from(("\n", "\n", "\r\n")))
    text = end.join(lines) + draw(st.sampled_from((end, "", end + end)))
    return draw(st.sampled_from(("", "", "\ufeff"))) + text


def nodes_of(path: str, text: str) -> list[tuple[NodeKind, str, int, str]]:
    """The leaves of a document by kind, key and what they say."""
    leaves = LAYOUT.outline(document(path), text).leaves()
    return [(leaf.kind, leaf.key, leaf.occurrence, leaf.body.of(text)) for leaf in leaves]


@given(fact_texts())
def test_the_outline_of_a_fact_loses_no_character(text: str) -> None:
    leaves = list(LAYOUT.outline(document(FACT_PATH), text).leaves())
    assert "".join(leaf.span.of(text) for leaf in leaves) == text
    assert all(leaf.span.start <= leaf.body.start <= leaf.body.end <= leaf.span.end for leaf in leaves)


@given(fact_texts(), VALUES, st.integers(0, 9))
def test_setting_a_field_changes_that_field_alone(text: str, value: str, place: int) -> None:
    before = nodes_of(FACT_PATH, text)
    fields = [node for node in before if node[0] is NodeKind.FIELD]
    assume(fields)
    kind, key, occurrence, _ = fields[place % len(fields)]
    try:
        changed = after(text, FACT_PATH, ChangeKind.SET_BODY, key, occurrence=occurrence, body=value)
    except Refused:
        return
    wanted = [
        (kind, key, occurrence, value) if node[:3] == (kind, key, occurrence) else node for node in before
    ]
    assert nodes_of(FACT_PATH, changed) == wanted
    if key == "description" and value:
        [written] = LAYOUT.next_write(DictView({FACT_PATH: changed}), document(FACT_PATH), NO_OP).texts
        assert read_fact(written, "tabs").description == value


@given(fact_texts(), st.sampled_from(("new", "two\n\nlines", "", "---", "k: v", "é\udcff")))
def test_setting_the_body_of_a_fact_changes_the_body_alone(text: str, body: str) -> None:
    before = nodes_of(FACT_PATH, text)
    try:
        changed = after(text, FACT_PATH, ChangeKind.SET_BODY, BODY_KEY, body=body)
    except Refused:
        return
    now = nodes_of(FACT_PATH, changed)
    assert now[:-1] == before[:-1]
    assert now[-1][3].replace("\r\n", "\n") == body
    if body:
        [written] = LAYOUT.next_write(DictView({FACT_PATH: changed}), document(FACT_PATH), NO_OP).texts
        assert body in written


@given(fact_texts(), st.integers(0, 9))
def test_removing_a_field_removes_its_lines_alone(text: str, place: int) -> None:
    fields = [
        node
        for node in LAYOUT.outline(document(FACT_PATH), text).leaves()
        if node.kind is NodeKind.FIELD and node.editable
    ]
    assume(fields)
    node = fields[place % len(fields)]
    changed = after(text, FACT_PATH, ChangeKind.REMOVE, node.key, occurrence=node.occurrence)
    assert changed == text[: node.span.start] + text[node.span.end :]


@given(fact_texts(), st.sampled_from(("metadata.type", "type", "description")))
def test_adding_a_field_adds_a_line_and_nothing_else(text: str, key: str) -> None:
    value = "user" if key.endswith("type") else "new"
    try:
        [edit] = plan({FACT_PATH: text}, FACT_PATH, ChangeKind.ADD, key, body=value).edits[FACT_PATH]
    except Refused:
        return
    assert not edit.old
    added = LAYOUT.outline(document(FACT_PATH), edit.apply(text)).find(key)
    assert added is not None
    assert added.body.of(edit.apply(text)) == value


@pytest.mark.parametrize("key", ["origin", "metadata.origin"])
def test_a_field_that_ok_would_drop_is_not_added(key: str) -> None:
    with pytest.raises(Refused, match=f"OK keeps no field “{key}”"):
        after(FACT, FACT_PATH, ChangeKind.ADD, key, body="new")


def test_what_groups_fields_has_no_value() -> None:
    with pytest.raises(Refused, match="only groups the fields below it"):
        after("---\nmetadata:\n---\n", FACT_PATH, ChangeKind.SET_BODY, "metadata", body="new")


def test_a_fact_gets_a_header_when_a_field_is_added() -> None:
    assert after("text\n", FACT_PATH, ChangeKind.ADD, "metadata.type", body="user") == (
        "---\nmetadata:\n  type: user\n---\n\ntext\n"
    )


def test_the_fields_of_a_header_are_nodes() -> None:
    outline = LAYOUT.outline(document(FACT_PATH), FACT)
    header = outline.find(HEADER_KEY)
    assert header is not None
    assert dict(header.facts) == {
        "name": "tabs",
        "description": "old",
        "metadata": "",
        "metadata.type": "user",
    }
    group = outline.find("metadata")
    assert group is not None
    assert not group.editable


@pytest.mark.parametrize(
    ("key", "body", "sentence"),
    [
        ("description", '"quoted"', "OK drops quotes at the ends of a description."),
        ("description", "x --- freeze: y", "“--- freeze:” in a description would end the index there."),
        ("description", "a\nb", "A header field is one line."),
        ("metadata.type", "secret", "OK knows the types user, feedback, project, reference alone."),
        ("name", "Other", "OK would keep a fact of this name in other.md, not here."),
        ("name", "記憶", "OK cannot make a file name of “記憶”."),
    ],
)
def test_what_ok_would_read_otherwise_is_refused(key: str, body: str, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        plan({FACT_PATH: FACT}, FACT_PATH, ChangeKind.SET_BODY, key, body=body)
    assert refusal.value.sentence == sentence


def test_a_description_changes_in_the_index_too_where_it_was_the_same() -> None:
    files = {FACT_PATH: FACT, INDEX_PATH: INDEX}
    made = plan(files, FACT_PATH, ChangeKind.SET_BODY, "description", body="new")
    assert apply_all(FACT, made.edits[FACT_PATH]) == FACT.replace("old", "new")
    assert apply_all(INDEX, made.edits[INDEX_PATH]) == INDEX.replace("old", "new")
    files[INDEX_PATH] = INDEX.replace("old", "mine")
    assert INDEX_PATH not in plan(files, FACT_PATH, ChangeKind.SET_BODY, "description", body="new").edits


def test_a_fact_is_removed_with_its_line() -> None:
    made = plan({FACT_PATH: FACT, INDEX_PATH: INDEX}, FACT_PATH, ChangeKind.REMOVE, "")
    assert made.deletes == (FACT_PATH,)
    assert apply_all(INDEX, made.edits[INDEX_PATH]) == INDEX.replace("- [tabs](tabs.md) — old\n", "")


def test_a_fact_is_renamed_with_its_line() -> None:
    made = plan({FACT_PATH: FACT, INDEX_PATH: INDEX}, FACT_PATH, ChangeKind.RENAME, "", title="Use Spaces")
    assert made.deletes == (FACT_PATH,)
    assert made.creates == {f"{STORE}/use-spaces.md": FACT.replace("tabs\n", "use-spaces\n")}
    assert apply_all(INDEX, made.edits[INDEX_PATH]) == INDEX.replace("tabs", "use-spaces")


def test_every_line_of_a_fact_follows_it() -> None:
    index = INDEX + "- [more](tabs.md) — old\n- [b](b.md), see [tabs](tabs.md)\n"
    files = {FACT_PATH: FACT, INDEX_PATH: index}
    made = plan(files, FACT_PATH, ChangeKind.REMOVE, "")
    kept = index.replace("- [tabs](tabs.md) — old\n", "").replace("- [more](tabs.md) — old\n", "")
    assert apply_all(index, made.edits[INDEX_PATH]) == kept
    [left] = LAYOUT.references(DictView(files), document(FACT_PATH), "")
    assert (left.path, left.span.of(index)) == (INDEX_PATH, "tabs")
    made = plan(files, FACT_PATH, ChangeKind.RENAME, "", title="spaces")
    assert apply_all(index, made.edits[INDEX_PATH]) == index.replace("tabs", "spaces")
    made = plan(files, FACT_PATH, ChangeKind.SET_BODY, "description", body="new")
    assert apply_all(index, made.edits[INDEX_PATH]) == index.replace("old", "new")


def test_prose_of_the_index_stays_when_the_fact_it_links_to_goes() -> None:
    prose = "# On [tabs](tabs.md)\nNever spaces, see [tabs](tabs.md).\n<!-- [tabs](tabs.md)\nhidden -->\n"
    files = {FACT_PATH: FACT, INDEX_PATH: prose + "- [tabs](tabs.md) — old\n"}
    made = plan(files, FACT_PATH, ChangeKind.REMOVE, "")
    assert apply_all(files[INDEX_PATH], made.edits[INDEX_PATH]) == prose
    assert len(LAYOUT.references(DictView(files), document(FACT_PATH), "")) == 2


@given(fact_texts(), st.sampled_from(("user", "reference")))
def test_another_type_is_one_field_more_or_otherwise(text: str, kind: str) -> None:
    try:
        changed = after(text, FACT_PATH, ChangeKind.RETYPE, "", title=kind)
    except Refused:
        return
    assert read_fact(changed, "tabs").type == kind
    assert nodes_of(FACT_PATH, changed)[-1] == nodes_of(FACT_PATH, text)[-1]


def test_the_type_of_a_fact_is_set_where_it_stands() -> None:
    assert after(FACT, FACT_PATH, ChangeKind.RETYPE, "", title="feedback") == FACT.replace("user", "feedback")
    with pytest.raises(Refused):
        after(FACT, FACT_PATH, ChangeKind.RETYPE, "", title="secret")


# Indexes

INDEX_LINES = st.sampled_from(
    (
        "# Memory",
        "## Build",
        "prose",
        "",
        "- [a](a.md) — one",
        "- [tabs](tabs.md) — old",
        "- [a](a.md) — again  ",
        "* see [x](b.md) and [y](c.md)",
        "- [c](sub/c.md)",
        "  - [d](d.md): colon",
        "- [e](e.md) - dash",
        "[](](f.md)",
        "--- freeze: 0123",
        "<!-- keep -->",
        "- [g](g.MD) — upper",
        "\udcff [h](h.md) \udc80",
    )
)


@st.composite
def index_texts(draw: st.DrawFn) -> str:
    """Indexes with prose between their lines, with any line ends, mark and invalid bytes."""
    lines = draw(st.lists(INDEX_LINES, max_size=9))
    end = draw(st.sampled_from(("\n", "\n", "\r\n")))
    text = end.join(lines) + draw(st.sampled_from((end, "", end + end)))
    return draw(st.sampled_from(("", "", "\ufeff"))) + text


def index_lines(text: str) -> list[tuple[str, str, str]]:
    leaves = LAYOUT.outline(document(INDEX_PATH), text).leaves()
    return [(leaf.key, leaf.title, leaf.body.of(text)) for leaf in leaves if leaf.kind is NodeKind.INDEX_LINE]


def other_lines(text: str) -> list[str]:
    """What stands between the lines that link to facts, without white space at its ends."""
    leaves = LAYOUT.outline(document(INDEX_PATH), text).leaves()
    parts = "".join(leaf.span.of(text) for leaf in leaves if leaf.kind is not NodeKind.INDEX_LINE).split("\n")
    return [trim(part) for part in parts if trim(part)]


@given(index_texts())
def test_the_outline_of_an_index_loses_no_character(text: str) -> None:
    leaves = list(LAYOUT.outline(document(INDEX_PATH), text).leaves())
    assert "".join(leaf.span.of(text) for leaf in leaves) == text
    assert len({(leaf.key, leaf.occurrence) for leaf in leaves}) == len(leaves)


@given(index_texts(), VALUES, st.integers(0, 9))
def test_setting_a_description_changes_that_line_alone(text: str, value: str, place: int) -> None:
    lines = [
        node
        for node in LAYOUT.outline(document(INDEX_PATH), text).leaves()
        if node.kind is NodeKind.INDEX_LINE
    ]
    assume(lines)
    number = place % len(lines)
    node, before = lines[number], index_lines(text)
    changed = after(text, INDEX_PATH, ChangeKind.SET_BODY, node.key, occurrence=node.occurrence, body=value)
    wanted = list(before)
    wanted[number] = (node.key, node.title, value)
    assert index_lines(changed) == wanted
    assert other_lines(changed) == other_lines(text)
    assert changed.startswith(text[: node.span.start])
    assert changed.endswith(text[node.span.end :])
    is_last = all(
        other.key != node.key or other.facts["below"] != node.facts["below"] for other in lines[number + 1 :]
    )
    if is_last:
        index = split_index(changed)
        part = index.unfrozen if node.facts["below"] == "yes" else index.frozen
        assert value in part[node.key]
        [written] = LAYOUT.next_write(DictView({INDEX_PATH: changed}), document(INDEX_PATH), NO_OP).texts
        assert part[node.key] in written.split("\n")


@given(index_texts(), st.integers(0, 9))
def test_removing_a_line_removes_it_alone(text: str, place: int) -> None:
    before = LAYOUT.outline(document(INDEX_PATH), text)
    lines = [node for node in before.leaves() if node.kind is NodeKind.INDEX_LINE]
    assume(lines)
    node = lines[place % len(lines)]
    changed = after(text, INDEX_PATH, ChangeKind.REMOVE, node.key, occurrence=node.occurrence)
    assert changed == text[: node.span.start] + text[node.span.end :]


@given(index_texts(), st.integers(0, 9), st.integers(0, 9))
def test_moving_a_line_leaves_all_others_as_they_are(text: str, place: int, index: int) -> None:
    lines = [
        node
        for node in LAYOUT.outline(document(INDEX_PATH), text).leaves()
        if node.kind is NodeKind.INDEX_LINE
    ]
    assume(lines)
    number = place % len(lines)
    node = lines[number]
    wanted = index_lines(text)
    wanted.insert(min(index, len(lines) - 1), wanted.pop(number))
    changed = after(text, INDEX_PATH, ChangeKind.MOVE, node.key, occurrence=node.occurrence, index=index)
    assert index_lines(changed) == wanted
    assert other_lines(changed) == other_lines(text)


@given(index_texts())
def test_a_new_fact_gets_a_file_and_a_line_above_the_freeze_line(text: str) -> None:
    made = plan({INDEX_PATH: text}, INDEX_PATH, ChangeKind.ADD, "New Fact", title="what it is", body="Body.")
    [edit] = made.edits[INDEX_PATH]
    assert not edit.old
    changed = edit.apply(text)
    assert split_index(changed).frozen["new-fact"] == "- [new-fact](new-fact.md) — what it is"
    assert sorted(index_lines(changed)) == sorted(
        [*index_lines(text), ("new-fact", "new-fact", "what it is")]
    )
    created = made.creates[f"{STORE}/new-fact.md"]
    assert read_fact(created, "x").description == "what it is"


def test_a_file_without_a_line_gets_one_with_its_own_description() -> None:
    made = plan({FACT_PATH: FACT, INDEX_PATH: "# Memory\n"}, INDEX_PATH, ChangeKind.ADD, "tabs")
    assert apply_all("# Memory\n", made.edits[INDEX_PATH]) == "# Memory\n- [tabs](tabs.md) — old\n"
    assert not made.creates


@pytest.mark.parametrize("name", ["記憶", "Memory", "tabs", "TABS!"])
def test_names_under_which_ok_keeps_no_other_fact_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        plan({FACT_PATH: FACT, INDEX_PATH: INDEX}, INDEX_PATH, ChangeKind.ADD, name, title="d", body="b")


@given(index_texts(), st.sampled_from(("new text", "two\nlines", "")))
def test_text_between_the_lines_is_edited_by_itself(text: str, body: str) -> None:
    node = LAYOUT.outline(document(INDEX_PATH), text).find(TEXT_KEY)
    assume(node is not None and node.span.start > 0)
    assert node is not None
    changed = after(text, INDEX_PATH, ChangeKind.SET_BODY, TEXT_KEY, body=body)
    assert changed.startswith(text[: node.body.start])
    assert changed.endswith(text[node.body.end :])
    assert index_lines(changed) == index_lines(text)


def test_text_with_a_link_is_no_text_between_the_lines() -> None:
    with pytest.raises(Refused):
        plan({INDEX_PATH: INDEX}, INDEX_PATH, ChangeKind.SET_BODY, TEXT_KEY, body="see [x](x.md)")


@pytest.mark.parametrize("path", [INDEX_PATH, FACT_PATH])
def test_what_is_not_there_is_not_found(path: str) -> None:
    with pytest.raises(NotFound):
        plan({INDEX_PATH: INDEX, FACT_PATH: FACT}, path, ChangeKind.SET_BODY, "nothing", body="x")


@given(
    fact_texts(),
    st.sampled_from(tuple(ChangeKind)),
    st.sampled_from(("name", "tags", BODY_KEY, HEADER_KEY, "x y")),
)
def test_no_change_of_a_fact_crashes(text: str, kind: ChangeKind, key: str) -> None:
    with suppress(MemdeskError):
        made = plan({FACT_PATH: text}, FACT_PATH, kind, key, body="body", title="Title", index=1)
        assert set(made.edits) <= {FACT_PATH, INDEX_PATH}
