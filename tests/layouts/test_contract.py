"""The laws that every layout keeps, over all that are found."""

from __future__ import annotations

import pkgutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk import layouts
from memdesk.bundled import bundled_path
from memdesk.layouts import discover
from memdesk.layouts.contract import (
    NO_OP,
    Document,
    DocumentKind,
    Generated,
    Layout,
    Scope,
    ScopeKind,
)
from memdesk.store.copies import copy_sample
from memdesk.text.document import decode, encode
from tests.conformance.folders import DiskView
from tests.layouts.dict_view import DictView
from tests.layouts.hostile import hostile_texts

FOUND = discover(installed=False)
AGENTS = [layout for layout in FOUND if layout.name != "plain"]


def named(layout: Layout) -> str:
    return layout.name


def test_every_module_of_the_package_is_a_layout() -> None:
    shared = {"contract", "documents", "shapes"}
    assert {module.name for module in pkgutil.iter_modules(layouts.__path__)} - shared == set(
        map(named, FOUND)
    )


@pytest.mark.parametrize("layout", FOUND, ids=named)
@given(text=hostile_texts(), closed=st.booleans())
def test_an_outline_loses_no_character(layout: Layout, text: str, closed: bool) -> None:
    document = Document(
        "/r/a.md",
        "/r",
        "a.md",
        Scope(ScopeKind.YOU, "", "You"),
        DocumentKind.MEMORY,
        headings=("Preferences",) if closed else (),
    )
    leaves = list(layout.outline(document, text).leaves())
    assert "".join(leaf.span.of(text) for leaf in leaves) == text
    assert all(leaf.span.start <= leaf.body.start <= leaf.body.end <= leaf.span.end for leaf in leaves)


@pytest.mark.parametrize("layout", FOUND, ids=named)
def test_an_empty_machine_is_no_trouble(layout: Layout) -> None:
    view = DictView()
    assert not any(place.found for place in layout.places(view))
    assert layout.score(view, "/nowhere") == 0
    assert not any(document.exists for document in layout.documents(view, "/nowhere"))
    assert [problem.rule for problem in layout.checks(view, "/nowhere")] == []
    for context in layout.contexts(view, "/nowhere"):
        assert layout.injected(view, "/nowhere", context).text == ""


def sample_of(layout: Layout, folder: Path) -> str:
    """The root of a fresh copy of the layout's sample."""
    source = bundled_path("samples", layout.name)
    return copy_sample(source, lambda path: layout.project_key(DictView(), path), str(folder)).root


@pytest.mark.parametrize("layout", AGENTS, ids=named)
def test_a_layout_is_surest_of_its_own_sample(layout: Layout, tmp_path: Path) -> None:
    root, view = sample_of(layout, tmp_path), DiskView()
    scores = {other.name: other.score(view, root) for other in FOUND}
    assert max(scores, key=lambda name: scores[name]) == layout.name
    assert scores[layout.name] > 0.5


@pytest.mark.parametrize("layout", AGENTS, ids=named)
def test_every_character_of_a_sample_that_an_agent_gets_is_accounted_for(
    layout: Layout, tmp_path: Path
) -> None:
    root = sample_of(layout, tmp_path)
    view = DiskView(projects=[str(path) for path in sorted(tmp_path.glob("projects/*"))])
    for context in layout.contexts(view, root):
        injected = layout.injected(view, root, context)
        assert injected.text
        assert {piece.part for piece in injected.pieces} <= {part.name for part in injected.parts}
        for piece in injected.pieces:
            if isinstance(piece.origin, Generated):
                assert piece.origin.reason
            else:
                assert piece.origin.span.of(decode(view.read(piece.origin.path))) == piece.text
        for cut in injected.cut:
            assert cut.span.of(decode(view.read(cut.path))) == cut.text
            assert cut.why


@pytest.mark.parametrize("layout", AGENTS, ids=named)
def test_what_an_agent_has_written_it_writes_again(layout: Layout, tmp_path: Path) -> None:
    root, view = sample_of(layout, tmp_path), DiskView()
    for document in layout.documents(view, root):
        [written] = layout.next_write(view, document, NO_OP).texts
        # A second time, since OK's first write says of what is frozen what was so before.
        [written] = layout.next_write(DictView({document.path: encode(written)}), document, NO_OP).texts
        again = layout.next_write(DictView({document.path: encode(written)}), document, NO_OP)
        if not again.effects:
            assert again.texts == (written,)
        else:
            assert document.cap_bytes is not None
            assert len(encode(written)) > document.cap_bytes
