"""The law of our own edits of EverOS's files, over hostile ones, and what each kind of change does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from memdesk.errors import MemdeskError, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document
from memdesk.layouts.everos.changes import changes_of
from memdesk.layouts.everos.entries import parse_audit_form
from memdesk.layouts.everos.header import parse_like_everos
from memdesk.layouts.everos.reading import outline_of
from memdesk.layouts.everos.writing import patch_like_everos
from memdesk.layouts.shapes.daily_log import scan_entries
from memdesk.layouts.shapes.python_text import read_in_text_mode
from memdesk.text.document import first_invalid_byte
from memdesk.text.edits import apply_all
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind, Outline
from tests.layouts.everos_texts import (
    CANONICAL,
    FACTS,
    HEADER,
    LOG,
    PROFILE,
    PROFILE_TEXT,
    SKILL,
    SKILL_TEXT,
    document,
    entry,
    hostile_logs,
)

NOW = datetime(2026, 6, 1, 9, 30, tzinfo=UTC)
BODIES = st.sampled_from(
    ["", "new", "new\ntwo", "  indented", "a\n\nb\n", "## sub", "日記", "# x\n- y: z", "'q' \"p\""]
)


def done(text: str, change: Change) -> str:
    return apply_all(text, changes_of(text, change, NOW))


def keys(outline: Outline) -> list[tuple[str, int]]:
    return [(node.key, node.occurrence) for node in outline.walk()]


@given(hostile_logs())
def test_an_outline_loses_no_character_and_names_each_node(text: str) -> None:
    for path in (LOG, PROFILE, SKILL):
        outline = outline_of(document(path), text)
        assert "".join(leaf.span.of(text) for leaf in outline.leaves()) == text
        assert len(set(keys(outline))) == len(keys(outline))
        for node in outline.walk():
            assert node.span.start <= node.body.start <= node.body.end <= node.span.end
            assert outline.find(node.key, node.occurrence) == node


@settings(max_examples=2 * settings().max_examples)
@given(st.data())
def test_one_change_of_a_log_is_that_change_alone(data: st.DataObject) -> None:
    text = data.draw(hostile_logs())
    log = document(LOG)
    outline = outline_of(log, text)
    nodes = [node for node in outline.walk() if node.editable]
    assume(nodes)
    node = data.draw(st.sampled_from(nodes))
    kind = data.draw(st.sampled_from([ChangeKind.SET_BODY, ChangeKind.REMOVE, ChangeKind.MOVE]))
    siblings = siblings_of(outline, node)
    change = Change(
        kind,
        log,
        node.key,
        node.occurrence,
        body=data.draw(BODIES),
        index=data.draw(st.integers(0, max(0, len(siblings) - 1))),
    )
    try:
        after = done(text, change)
    except Refused:
        return
    {ChangeKind.SET_BODY: check_set, ChangeKind.REMOVE: check_removed, ChangeKind.MOVE: check_moved}[kind](
        text, after, node, change
    )


def siblings_of(outline: Outline, node: Node) -> list[Node]:
    for above in outline.nodes:
        if node in above.children:
            return [child for child in above.children if child.kind is NodeKind.SECTION]
    return [other for other in outline.nodes if other.kind in (NodeKind.ENTRY, NodeKind.LOOSE)]


def check_set(text: str, after: str, node: Node, change: Change) -> None:
    if node.kind is NodeKind.FIELD:
        check_field(text, after, node, change)
        return
    assert after.startswith(text[: node.body.start])
    assert after.endswith(text[node.body.end :])
    new = outline_of(change.document, after)
    before = outline_of(change.document, text)
    if node.kind is NodeKind.LOOSE:
        return
    assert [other.key for other in new.nodes if other.kind is NodeKind.ENTRY] == [
        other.key for other in before.nodes if other.kind is NodeKind.ENTRY
    ]
    assert_survives(after, change, node)


def check_field(text: str, after: str, node: Node, change: Change) -> None:
    """Every other node says what it said; a field of an entry that was emptied is gone."""

    def said(text: str) -> dict[tuple[str, int], str]:
        outline = outline_of(change.document, text)
        leaves = [leaf for leaf in outline.leaves() if leaf.kind is not NodeKind.FIELD or leaf.facts]
        return {(leaf.key, leaf.occurrence): leaf.body_text(text) for leaf in leaves}

    before, now = said(text), said(after)
    name = (node.key, node.occurrence)
    if name in now:
        assert now.pop(name).rstrip() == change.body.rstrip()
    before.pop(name, None)
    assert {key: body for key, body in before.items() if key in now} == now


def assert_survives(after: str, change: Change, node: Node) -> None:
    """EverOS's own rewrite keeps the text that was set, where EverOS can write at all and saw the entry before."""
    if first_invalid_byte(after) is not None or "\r" in after.replace("\r\n", ""):
        return
    try:
        written = patch_like_everos(after, {})
    except ValueError:
        return
    now = outline_of(change.document, after).find(node.key, node.occurrence)
    kept = outline_of(change.document, written).find(node.key, node.occurrence)
    if now and kept:
        assert kept.body.of(written) == read_in_text_mode(now.body.of(after))


def check_removed(text: str, after: str, node: Node, change: Change) -> None:
    assert after == text[: node.span.start] + text[node.span.end :]


def check_moved(text: str, after: str, node: Node, change: Change) -> None:
    assert sorted(after) == sorted(text)
    outline = outline_of(change.document, after)
    entries = [other.key for other in outline.nodes if other.kind is NodeKind.ENTRY]
    before = [o.key for o in outline_of(change.document, text).nodes if o.kind is NodeKind.ENTRY]
    assert sorted(entries) == sorted(before)


@given(hostile_logs(), BODIES)
@example("---\n---\n", "")
def test_an_added_entry_is_the_last_one_and_counted(text: str, body: str) -> None:
    try:
        after = done(text, Change(ChangeKind.ADD, document(LOG), "", body=body))
    except MemdeskError:
        return
    parsed, old = parse_like_everos(after), parse_like_everos(text)
    ids = [found.entry_id for found in scan_entries(parsed.body)]
    before = [found.entry_id for found in scan_entries(old.body)]
    assert ids[:-1] == before
    assert ids[-1] not in before
    *_, last = scan_entries(after)
    form = parse_audit_form(after, last.body)
    assert form.inline["owner_id"] == str(parsed.header["user_id"])
    assert f"{parsed.header['entry_count']:08}" == ids[-1].rpartition("_")[2]
    kept = {key: value for key, value in old.header.items() if key not in ("entry_count", "last_appended_at")}
    assert kept.items() <= parsed.header.items()
    assert old.body.rstrip("\r\n") in after


def test_an_entry_is_added_with_counters_and_nothing_else() -> None:
    after = done(CANONICAL, Change(ChangeKind.ADD, document(LOG), "", body="New.", title="Talk"))
    assert after == CANONICAL.replace("entry_count: 2", "entry_count: 3").replace(
        "'2026-06-01T09:12:13+00:00'", "'2026-06-01T09:30:00+00:00'", 1
    ) + (
        "<!-- entry:ep_20260601_00000003 -->\n## ep_20260601_00000003\n\n**owner_id**: alice\n"
        "**timestamp**: 2026-06-01T09:30:00+00:00\n\n### Subject\nTalk\n\n### Content\nNew.\n"
        "<!-- /entry:ep_20260601_00000003 -->\n"
    )


def test_comments_of_the_header_stay() -> None:
    text = CANONICAL.replace("entry_count: 2", "# mine\nentry_count: 2   # two")
    after = done(text, Change(ChangeKind.ADD, document(LOG), "", body="New."))
    assert "# mine\nentry_count: 3   # two\n" in after


def test_a_log_that_is_not_there_is_made_as_everos_makes_it() -> None:
    after = done("", Change(ChangeKind.ADD, document(FACTS), "", body="She rows."))
    assert after.startswith("---\nid: atomic_fact_log_alice_2026-06-01\n")
    assert patch_like_everos(after, {}) == after


def test_a_count_that_lags_behind_gives_no_number_twice() -> None:
    text = HEADER + entry(1) + entry(7)
    after = done(text, Change(ChangeKind.ADD, document(LOG), "", body="x"))
    assert "<!-- entry:ep_20260601_00000008 -->" in after
    assert "entry_count: 8\n" in after


def test_removing_leaves_the_counter() -> None:
    after = done(CANONICAL, Change(ChangeKind.REMOVE, document(LOG), "ep_20260601_00000002"))
    assert after == HEADER + entry(1)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("a\n### b", "Line 2 starts with “###”"),
        ("```\n<!-- /entry:x -->\n```", "“<!-- /entry:x -->”, at which EverOS would cut"),
    ],
)
def test_a_text_that_everos_would_cut_is_refused(body: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        done(CANONICAL, Change(ChangeKind.SET_BODY, document(LOG), "ep_20260601_00000001", body=body))


def test_nothing_is_moved_past_an_entry_that_is_not_closed() -> None:
    text = CANONICAL.replace("<!-- /entry:ep_20260601_00000001 -->\n", "")
    with pytest.raises(Refused, match="has no closing marker"):
        done(text, Change(ChangeKind.REMOVE, document(LOG), "ep_20260601_00000002"))


def test_an_entry_has_no_other_type() -> None:
    for key in ("ep_20260601_00000001", "ep_20260601_00000001/Content"):
        with pytest.raises(Refused):
            done(CANONICAL, Change(ChangeKind.RETYPE, document(LOG), key, title="user"))


def test_no_header_is_put_before_a_byte_order_mark() -> None:
    with pytest.raises(Refused, match="does not see the header"):
        done("\ufeff", Change(ChangeKind.ADD, document(LOG), "", body="x"))


def test_the_text_that_repeats_the_summary_is_locked() -> None:
    for kind in (ChangeKind.SET_BODY, ChangeKind.REMOVE):
        with pytest.raises(Refused, match="repeats the summary"):
            done(PROFILE_TEXT, Change(kind, document(PROFILE), PREAMBLE_KEY, body="x"))


def test_ids_are_locked() -> None:
    with pytest.raises(Refused):
        done(CANONICAL, Change(ChangeKind.RENAME, document(LOG), "ep_20260601_00000001", title="x"))


def of(path: str, text: str, kind: ChangeKind, key: str, **facts: object) -> str:
    where: Document = document(path)
    return done(text, Change(kind, where, key, **facts))  # type: ignore[arg-type]  # bodies, titles and places


def test_rows_of_a_profile() -> None:
    nodes = [
        node.key for node in outline_of(document(PROFILE), PROFILE_TEXT).walk() if node.kind is NodeKind.ENTRY
    ]
    assert nodes == ["explicit_info/home", "explicit_info/food", "implicit_traits/careful planner"]
    after = of(PROFILE, PROFILE_TEXT, ChangeKind.SET_BODY, "explicit_info/home", body="moved: to Nice")
    assert after == PROFILE_TEXT.replace("lives in Lyon\n  evi", "'moved: to Nice'\n  evi")
    after = of(PROFILE, PROFILE_TEXT, ChangeKind.REMOVE, "explicit_info/home")
    assert after == PROFILE_TEXT.replace(
        "- category: home\n  description: lives in Lyon\n  evidence: said so\n", ""
    )
    after = of(PROFILE, PROFILE_TEXT, ChangeKind.REMOVE, "implicit_traits/careful planner")
    assert "implicit_traits: []\nprofile" in after
    after = of(PROFILE, PROFILE_TEXT, ChangeKind.ADD, "implicit_traits", title="calm", body="sleeps")
    assert "checklists\n- trait: calm\n  description: sleeps\nprofile" in after
    after = of(PROFILE, PROFILE_TEXT, ChangeKind.MOVE, "explicit_info/food", index=0)
    assert after.index("food") < after.index("home")


def test_values_of_a_header() -> None:
    after = of(PROFILE, PROFILE_TEXT, ChangeKind.SET_BODY, "---/summary", body="Alice: potter")
    assert "summary: 'Alice: potter'\nexplicit" in after
    after = of(SKILL, SKILL_TEXT, ChangeKind.SET_BODY, "---/confidence", body="0.25")
    assert after == SKILL_TEXT.replace("0.9", "0.25")
    with pytest.raises(Refused):
        of(SKILL, SKILL_TEXT, ChangeKind.SET_BODY, "---/confidence", body="high")
    with pytest.raises(Refused):
        of(SKILL, SKILL_TEXT, ChangeKind.SET_BODY, "---/name", body="other")


def test_sections_of_a_skill() -> None:
    after = of(SKILL, SKILL_TEXT, ChangeKind.SET_BODY, "When to use", body="Never.")
    assert after == SKILL_TEXT.replace("Always.", "Never.")


def test_a_row_of_a_list_that_a_later_one_replaces_is_refused() -> None:
    text = PROFILE_TEXT.replace(
        "profile_timestamp", "explicit_info:\n- category: x\n  description: y\nprofile_timestamp"
    )
    with pytest.raises(Refused, match="A later “explicit_info”"):
        of(PROFILE, text, ChangeKind.SET_BODY, "explicit_info/home", body="new")
    after = of(PROFILE, text, ChangeKind.SET_BODY, "explicit_info/x", body="new")
    assert after == text.replace("description: y", "description: new")


def test_what_is_added_behind_a_header_stays_off_its_last_line() -> None:
    text = "---\nid: x\n---"
    assert of(SKILL, text, ChangeKind.ADD, "Never", body="Sundays.").startswith("---\nid: x\n---\n")


def test_a_text_that_would_make_a_header_is_refused() -> None:
    text = "---\nid: x\n\n## Steps\n\nLook.\n"
    with pytest.raises(Refused, match="another header"):
        of(SKILL, text, ChangeKind.SET_BODY, "Steps", body="a\n---\nb")
