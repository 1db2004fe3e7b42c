"""Records as ForestHub writes them, as people leave them, and worse; a workflow beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from memdesk.layouts.documents import Codec, Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.foresthub.record import MemoryFile, write_like_engine
from tests.text.json_texts import SPACINGS, STRINGS, VALUES, spaced

ROOT = "/var/forest/memory"
PATH = f"{ROOT}/u1.json"

KNOWN = ("content", "Content", "description", "DESCRIPTION", "label", "id", "Id", "maxSizeBytes", "type")
UNKNOWN = ("pinned", "owner", "contents", "é", "")
_KEYS = st.one_of(st.sampled_from(KNOWN), st.sampled_from(UNKNOWN))


def document(path: str = PATH) -> Document:
    """A record's document."""
    name = path.rpartition("/")[2]
    scope = Scope(ScopeKind.LOCAL, "", "This device")
    return Document(
        path, ROOT, name, scope, DocumentKind.RECORD, agent_rewrites=True, codec=Codec.JSON_RECORD
    )


_VALUES = {
    "label": ('"notes"', '"not\\u0065s"', '"has space"', '""', "null"),
    "maxSizeBytes": ("4", "64", "4096", "0", "-1", "-0", "null"),
    "type": ('"MemoryFile"', '"Other"', "null", '""'),
    "content": (*STRINGS, "null"),
    "description": (*STRINGS, "null"),
}
_SPELLINGS = (str, str, str, str.upper, str.title)
_KNOWN_PAIRS = st.sampled_from(
    [(spell(name), value) for name, values in _VALUES.items() for value in values for spell in _SPELLINGS]
)
_PAIRS = st.lists(_KNOWN_PAIRS | st.tuples(st.sampled_from(UNKNOWN), st.sampled_from(VALUES)), max_size=6)
_IDS = st.sampled_from([("id", '"u1"'), ("ID", '"u1"'), ("id", '"\\u0075\\u0031"')])
_ENDS = st.sampled_from(["", "\n"])


def readable_records() -> st.SearchStrategy[str]:
    """A record of id u1 that the engine reads: any order, spacing and escapes, keys twice, fields of others."""

    def with_id(pairs: list[tuple[str, str]], uid: tuple[str, str], place: int) -> list[tuple[str, str]]:
        return [*pairs[:place], uid, *pairs[place:]]

    pairs = st.builds(with_id, _PAIRS, _IDS, st.integers(0, 6))
    return st.builds(spaced, pairs, st.sampled_from(SPACINGS), _ENDS)


def hostile_records() -> st.SearchStrategy[str]:
    """A record that the engine may or may not read, perhaps behind a byte order mark."""
    pairs = st.lists(st.tuples(_KEYS, st.sampled_from(VALUES)), max_size=6)
    wild = st.builds(spaced, pairs, st.sampled_from(SPACINGS), _ENDS)
    marked = st.builds(str.__add__, st.sampled_from(["", "", "\ufeff"]), readable_records())
    return wild | marked


def record(
    uid: str, content: str = "", label: str = "notes", about: str = "about", cap: int | None = None
) -> str:
    """A record as the engine writes it."""
    return write_like_engine(MemoryFile(uid, label, about, content, cap))


def workflow(
    declared: Sequence[Mapping[str, object]], agents: Mapping[str, Sequence[tuple[str, str]]] | None = None
) -> dict[str, bytes]:
    """A workflow file as an attachment; agents by name, with ids and modes of what they refer to."""
    nodes = [
        {
            "id": f"node-{name}",
            "type": "Agent",
            "arguments": {"name": name, "memoryRefs": [{"id": uid, "mode": mode} for uid, mode in refs]},
        }
        for name, refs in (agents or {}).items()
    ]
    files = [
        {"type": "MemoryFile", "label": "notes", "description": "about", "content": "seed\n"} | dict(item)
        for item in declared
    ]
    content = {"schemaVersion": 1, "nodes": nodes, "functions": [], "memory": files}
    return {"workflow": json.dumps(content).encode()}
