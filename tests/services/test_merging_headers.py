"""Header fields, records, stamps and ids: merged by key, whatever else a program does to the text around them."""

from __future__ import annotations

import json

import pytest

from memdesk.layouts import discover
from memdesk.layouts.contract import Layout
from memdesk.layouts.documents import Codec, Document, DocumentKind, Scope, ScopeKind
from memdesk.services.documents.merging import merging
from memdesk.text.merge_result import Merge

YOU = Scope(ScopeKind.YOU, "", "You")
LAYOUTS = {layout.name: layout for layout in discover(installed=False)}


def merge_as(
    name: str, path: str, kind: DocumentKind, texts: tuple[str, str, str], codec: Codec = Codec.LINES
) -> Merge:
    layout: Layout = LAYOUTS[name]
    document = Document(f"/m/{path}", "/m", path.rsplit("/", 1)[-1], YOU, kind, codec=codec)
    return merging(document, layout)(*texts)


RECORD = """\
---
name: jars
description: labelled in pencil
metadata:
  type: feedback
---
Labels are in pencil, since ink fades.
"""
EPISODES = "default_app/default_project/users/nora/episodes/episode-2026-05-11.md"
EPISODE = """\
---
id: episode_log_nora
type: episode_daily
schema_version: 1
entry_count: 1
last_appended_at: '2026-05-11T18:05:41+00:00'
---
<!-- entry:ep_20260511_00000001 -->
## ep_20260511_00000001

**owner_id**: nora
**timestamp**: 2026-05-11T07:42:10+00:00

### Subject
The ferry to the island

### Content
Nora asked which ferry leaves first.
<!-- /entry:ep_20260511_00000001 -->
"""
MEMORY = """\
## preference

- Prefer table tests with one line per case *(2026-05-29T16:40:12Z)*
- Show the failing test first *(2026-05-21T07:55:03Z)*

## project

- The worker is started with make worker *(2026-05-30T09:21:37Z)*
"""


def record(mine: str, theirs: str, base: str = RECORD) -> Merge:
    return merge_as("claude_code", "memory/jars.md", DocumentKind.RECORD, (base, mine, theirs))


def episodes(mine: str, theirs: str) -> Merge:
    return merge_as("everos", EPISODES, DocumentKind.LIST, (EPISODE, mine, theirs))


def memory(mine: str, theirs: str, base: str = MEMORY) -> Merge:
    return merge_as("ub", "memory.md", DocumentKind.LIST, (base, mine, theirs))


def test_different_fields_of_a_header_come_together() -> None:
    mine = RECORD.replace("name: jars", "name: glasses")
    theirs = RECORD.replace("labelled in pencil", "labelled by hand")
    merge = record(mine, theirs)

    assert merge.clean
    assert merge.text == mine.replace("labelled in pencil", "labelled by hand")


def test_a_header_in_another_order_takes_an_edit() -> None:
    fields = "name: jars\ndescription: labelled in pencil\n"
    theirs = RECORD.replace(fields, "description: labelled in pencil\nname: jars\n")
    merge = record(RECORD.replace("name: jars", "name: glasses"), theirs)

    assert merge.clean
    assert merge.text == theirs.replace("name: jars", "name: glasses")


@pytest.mark.parametrize("field", ["name: jars", "description: labelled in pencil", "  type: feedback"])
def test_the_same_field_changed_twice_is_a_clash_of_that_field(field: str) -> None:
    mine, theirs = RECORD.replace(field, f"{field}1"), RECORD.replace(field, f"{field}2")
    (clash,) = record(mine, theirs).clashes

    assert (clash.base, clash.mine, clash.theirs) == (f"{field}\n", f"{field}1\n", f"{field}2\n")
    assert clash.both == clash.mine


def test_the_same_field_added_twice_is_one_field() -> None:
    mine = RECORD.replace("metadata:", "originSessionId: a\nmetadata:")
    theirs = RECORD.replace("metadata:", "originSessionId: b\nmetadata:")

    assert record(mine, mine).text == mine
    (clash,) = record(mine, theirs).clashes
    assert record(mine, theirs).text == mine
    assert (clash.mine, clash.theirs) == ("originSessionId: a\n", "originSessionId: b\n")


def test_different_new_fields_are_both_kept() -> None:
    mine = RECORD.replace("metadata:", "owner: ada\nmetadata:")
    theirs = RECORD.replace("metadata:", "weight: 3\nmetadata:")
    merge = record(mine, theirs)

    assert merge.clean
    assert "owner: ada\n" in merge.text
    assert "weight: 3\n" in merge.text
    assert merge.text.startswith("---\nname: jars\n")


def test_a_field_edited_here_and_removed_there_stays_and_is_flagged() -> None:
    mine = RECORD.replace("labelled in pencil", "labelled by hand")
    merge = record(mine, RECORD.replace("description: labelled in pencil\n", ""))

    assert (merge.clean, merge.text, merge.kept_against_delete) == (True, mine, ("description",))


def test_counters_of_the_agent_and_an_edit_of_an_entry_come_together() -> None:
    theirs = EPISODE.replace("entry_count: 1", "entry_count: 2").replace("18:05:41", "19:00:00") + (
        "<!-- entry:ep_20260511_00000002 -->\n## ep_20260511_00000002\n\n### Content\nIt leaves at nine.\n"
        "<!-- /entry:ep_20260511_00000002 -->\n"
    )
    merge = episodes(EPISODE.replace("leaves first", "leaves last"), theirs)

    assert merge.clean
    assert merge.text == theirs.replace("leaves first", "leaves last")


def test_an_entry_that_says_something_else_altogether_is_known_by_its_id() -> None:
    words = "Nora asked which ferry leaves first."
    mine = EPISODE.replace(words, "Quite another story.").replace("The ferry to the island", "Stones")
    merge = episodes(mine, EPISODE.replace("**owner_id**: nora", "**owner_id**: [nora, bot]"))
    clash = episodes(mine, EPISODE.replace(words, "A third one."))

    assert merge.text == mine.replace("**owner_id**: nora", "**owner_id**: [nora, bot]")
    assert [one.key for one in clash.clashes] == ["ep_20260511_00000001/Content"]


def test_two_new_entries_with_the_same_id_are_not_joined() -> None:
    new = (
        "<!-- entry:ep_20260511_00000002 -->\n## ep_20260511_00000002\n\n### Content\n{}\n"
        "<!-- /entry:ep_20260511_00000002 -->\n"
    )
    mine, theirs = EPISODE + new.format("Of mine."), EPISODE + new.format("Of theirs.")
    (clash,) = episodes(mine, theirs).clashes

    assert clash.key == "ep_20260511_00000002"
    assert clash.both == new.format("Of theirs.") + new.format("Of mine.")


def test_a_new_stamp_and_new_words_come_together() -> None:
    theirs = MEMORY.replace("16:40:12Z", "17:00:00Z")
    merge = memory(MEMORY.replace("one line", "two lines"), theirs)

    assert (merge.clean, merge.text) == (True, theirs.replace("one line", "two lines"))


def test_an_entry_put_into_another_category_keeps_what_the_agent_wrote_into_it() -> None:
    entry = "- Show the failing test first *(2026-05-21T07:55:03Z)*\n"
    mine = MEMORY.replace(entry, "") + entry
    theirs = MEMORY.replace("failing test first", "failing test first of all").replace(
        "07:55:03Z", "08:00:00Z"
    )
    new = "- Show the failing test first of all *(2026-05-21T08:00:00Z)*\n"

    assert memory(mine, theirs) == Merge(MEMORY.replace(entry, "") + new, taken=memory(mine, theirs).taken)
    assert memory(theirs, mine).text == MEMORY.replace(entry, "") + new


def test_of_equal_entries_each_is_found() -> None:
    base = MEMORY + "- The worker is started with make worker *(2026-05-30T09:21:37Z)*\n"
    merge = memory(base + "- Of mine, and short\n", base.replace("make worker", "make it", 1), base)

    assert merge.clean
    assert merge.text == base.replace("make worker", "make it", 1) + "- Of mine, and short\n"


def test_a_heading_that_both_renamed_is_one_clash() -> None:
    merge = memory(MEMORY.replace("## project", "## Alpha"), MEMORY.replace("## project", "## Beta"))

    assert [(clash.mine, clash.theirs) for clash in merge.clashes] == [("## Alpha\n\n", "## Beta\n\n")]


def test_index_lines_follow_their_fact() -> None:
    base = "- [Jars](jars.md) — in pencil\n- [Days](days.md) — Wednesdays\n"
    mine = "- [Days](days.md) — Wednesdays\n- [Jars](jars.md) — in pencil\n"
    theirs = base.replace("in pencil", "in ink") + "- [New](new.md) — one more\n"
    texts = (base, mine, theirs)
    merge = merge_as("claude_code", "memory/MEMORY.md", DocumentKind.LIST, texts)

    assert merge.clean
    assert sorted(merge.text.split("\n")) == sorted(theirs.split("\n"))
    assert merge.text.index("days.md") < merge.text.index("jars.md")


def test_one_fact_indexed_twice_is_a_clash() -> None:
    base = "- [Jars](jars.md) — in pencil\n"
    texts = (base, base + "- [New](new.md) — mine\n", base + "- [New](new.md) — theirs\n")
    merge = merge_as("claude_code", "memory/MEMORY.md", DocumentKind.LIST, texts)

    assert [clash.key for clash in merge.clashes] == ["new"]
    assert merge.text.count("new.md") == 1


def test_fields_of_a_record_come_together() -> None:
    base = {"id": "a", "label": "Limits", "content": "one\ntwo\n"}
    mine, theirs = {**base, "label": "Borders"}, {**base, "content": "one\ntwo\nthree\n"}
    texts = (json.dumps(base), json.dumps(mine), json.dumps(theirs))
    merge = merge_as("foresthub", "a.json", DocumentKind.RECORD, texts, Codec.JSON_RECORD)

    assert json.loads(merge.text) == {**theirs, "label": "Borders"}
