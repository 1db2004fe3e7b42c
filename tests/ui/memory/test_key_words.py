"""Parts of a document in sentences: none is called by a key that is no word."""

from __future__ import annotations

import pytest

from memdesk.layouts.everos import LAYOUT
from memdesk.layouts.everos.header_nodes import FIELD_PREFIX
from memdesk.layouts.shapes.fact_file import BODY_KEY, FENCE_KEY, HEADER_KEY
from memdesk.layouts.shapes.fact_folder import TEXT_KEY
from memdesk.text.outline import PREAMBLE_KEY, NodeKind
from memdesk.ui.memory.key_words import entries_of, name_of, names_of
from tests.layouts.everos_texts import CANONICAL, LOG, document


@pytest.mark.parametrize(
    "key", ["", PREAMBLE_KEY, HEADER_KEY, BODY_KEY, FENCE_KEY, TEXT_KEY, f"{FIELD_PREFIX}entry_count"]
)
def test_what_has_no_name_is_called_by_what_it_is(key: str) -> None:
    assert name_of(key).startswith("the ")


def test_parts_of_an_entry_are_called_by_its_key() -> None:
    outline = LAYOUT.outline(document(LOG), CANONICAL)
    parts = [node.key for node in outline.leaves() if "/" in node.key]
    entries = [node.key for node in outline.nodes if node.kind is NodeKind.ENTRY]
    assert len(parts) > 2 * len(entries)
    assert names_of(entries_of(parts, outline)) == f"the header, {', '.join(entries)}"
    assert entries_of(["gone"], outline) == ["gone"]


def test_each_is_named_once() -> None:
    assert (
        names_of(["Decisions", PREAMBLE_KEY, "Decisions"]) == "Decisions, the text before the first heading"
    )


def test_of_very_many_the_first_ones_are_named() -> None:
    names = [f"Fact {number}" for number in range(1208)]
    assert names_of(names[:8]) == ", ".join(names[:8])
    assert names_of(names) == f"{', '.join(names[:8])}, and 1,200 more"
