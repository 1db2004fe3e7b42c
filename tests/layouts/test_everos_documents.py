"""What documents a memory-root has, what is said of each, and what can be added to every kind of them."""

from __future__ import annotations

import posixpath

import pytest

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document
from memdesk.layouts.everos import LAYOUT
from memdesk.layouts.everos.entries import parse_audit_form
from memdesk.layouts.everos.header import parse_like_everos
from memdesk.layouts.everos.index import Owner, row_like_everos
from memdesk.layouts.everos.kinds import BY_NAME, owner_of, parse_path
from memdesk.layouts.everos.writing import patch_like_everos
from memdesk.layouts.optional import Addition
from memdesk.layouts.shapes.daily_log import scan_entries
from memdesk.text.edits import apply_all
from tests.layouts.dict_view import DictView
from tests.layouts.everos_texts import CANONICAL, LOG, PROFILE, PROFILE_TEXT, ROOT, SKILL, SKILL_TEXT, SPACE

REFERENCE = SKILL.replace("SKILL.md", "references/errors.md")
SCRIPT = SKILL.replace("SKILL.md", "scripts/check.sh")
TOPIC = f"{SPACE}/knowledge/Boats/Rudders_kd_1/1_Woods.md"
NOTES = f"{SPACE}/users/alice/notes.md"
BACKUP = LOG.replace(".md", ".bak.md")
OTHER_APP = f"{ROOT}/lab/trial/users/bob/user.md"
FILES = {
    LOG: CANONICAL,
    BACKUP: CANONICAL,
    NOTES: "mine\n",
    PROFILE: PROFILE_TEXT,
    SKILL: SKILL_TEXT,
    REFERENCE: "x\n",
    SCRIPT: "true\n",
    TOPIC: "---\ntopic_name: Woods\n---\nOak.\n\n## More\n\nAsh.\n",
    OTHER_APP: PROFILE_TEXT.replace("alice", "bob"),
    f"{ROOT}/ome.toml": "",
    f"{ROOT}/.index/sqlite/system.db": "",
    f"{ROOT}/.tmp/staged.md": "",
}


def documents() -> dict[str, Document]:
    return {document.path: document for document in LAYOUT.documents(DictView(FILES), ROOT)}


def test_every_file_of_memory_is_a_document_and_nothing_else() -> None:
    found = documents()
    assert {path for path, document in found.items() if document.exists} == {
        path for path in FILES if "/.index/" not in path and "/.tmp/" not in path
    }
    assert [posixpath.basename(path) for path, document in found.items() if not document.exists] == [
        "atomic_fact-2026-06-01.md",
        "agent_case-2026-06-01.md",
        "atomic_fact-2026-06-01.md",
    ]


def test_what_is_odd_about_a_file_is_said_beside_it() -> None:
    found = documents()
    assert found[NOTES].note.startswith("EverOS never finds this file")
    assert found[BACKUP].note.startswith("Its name is no day, yet EverOS reads it")
    assert {document.note for path, document in found.items() if path not in (NOTES, BACKUP)} == {""}
    assert found[REFERENCE].reach == "when SKILL.md beside it is saved again"
    assert {path for path, document in found.items() if document.agent_rewrites} == {
        PROFILE,
        SKILL,
        OTHER_APP,
    }


@pytest.mark.parametrize(
    ("kind", "below", "name"),
    [
        ("episode", "users/alice/episodes/episode", "Talk"),
        ("atomic_fact", "users/alice/.atomic_facts/atomic_fact", ""),
        ("foresight", "users/alice/.foresights/foresight", ""),
        ("agent_case", "agents/bot/.cases/agent_case", ""),
    ],
)
def test_an_entry_is_added_to_every_kind_of_log(kind: str, below: str, name: str) -> None:
    path = f"{SPACE}/{below}-2026-06-01.md"
    document = documents().get(path) or next(iter(documents().values()))._replace(path=path)
    files = {other: text for other, text in FILES.items() if other != path}
    ids = []
    for number in (1, 2):
        view = DictView(files)
        change = LAYOUT.adding(view, document, Addition(f"Text {number}.", name=name))
        text = files.get(path, "")
        files[path] = apply_all(text, LAYOUT.compose(view, change).edits[path])
        ids.append(list(scan_entries(files[path]))[-1].entry_id)
    prefix = BY_NAME[kind].prefix
    assert ids == [f"{prefix}_20260601_00000001", f"{prefix}_20260601_00000002"]
    parsed = parse_like_everos(files[path])
    assert parsed.header["entry_count"] == 2
    assert patch_like_everos(files[path], {}) == files[path]
    facts = parse_path(posixpath.relpath(path, ROOT))
    owner = Owner(owner_of(parsed.header, facts.owner_type), facts.owner_type)
    form = parse_audit_form(files[path], list(scan_entries(files[path]))[-1].body)
    row = row_like_everos(BY_NAME[kind], ids[-1], form, owner)
    assert "Text 2." in row.values()
    assert row["owner_id"] == ("bot" if kind == "agent_case" else "alice")
    rules = {problem.rule for problem in LAYOUT.guards(document, "", files[path])}
    assert rules == set()


CALM = Addition("sleeps", section="implicit_traits", type="calm")


@pytest.mark.parametrize(
    ("path", "addition", "old", "new"),
    [
        (PROFILE, Addition("rows", type="sport"), "implicit", "- category: sport\n  description: rows\nimplicit"),
        (PROFILE, CALM, "profile_time", "- trait: calm\n  description: sleeps\nprofile_time"),
        (SKILL, Addition("Never twice.", section="When to use"), "Always.", "Always.\n- Never twice."),
        (TOPIC, Addition("Elm.", section="More"), "Ash.", "Ash.\n- Elm."),
    ],
)  # fmt: skip
def test_more_is_added_to_other_files(path: str, addition: Addition, old: str, new: str) -> None:
    view, document = DictView(FILES), documents()[path]
    change = LAYOUT.adding(view, document, addition)
    after = apply_all(FILES[path], LAYOUT.compose(view, change).edits[path])
    assert after == FILES[path].replace(old, new, 1)


def test_a_new_section_of_a_skill() -> None:
    document = documents()[SKILL]
    change = Change(ChangeKind.ADD, document, "Never", body="On Sundays.")
    after = apply_all(SKILL_TEXT, LAYOUT.compose(DictView(FILES), change).edits[SKILL])
    assert after.startswith(SKILL_TEXT)
    assert "## Never\n" in after
    with pytest.raises(Refused):
        LAYOUT.adding(DictView(FILES), documents()[SCRIPT], Addition("x"))
