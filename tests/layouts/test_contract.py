"""The laws that every layout keeps, over all that are found."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk import layouts
from memdesk.layouts.contract import NO_OP, Change, ChangeKind, Generated, Injected, Layout
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.optional import Budgeted
from memdesk.layouts.view import View
from memdesk.services.roots.roots import claim
from memdesk.text.document import decode, encode
from memdesk.text.edits import apply_all
from tests.conformance.folders import DiskView
from tests.layouts.dict_view import DictView
from tests.layouts.hostile import hostile_texts
from tests.layouts.samples import AGENTS, FOUND, copied, named, view_of


def test_every_module_of_the_package_is_a_layout() -> None:
    shared = {"assumptions", "contract", "documents", "optional", "shapes", "view"}
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


@dataclass(frozen=True)
class Sample:
    """A copy of a layout's sample, all its roots and a look at it."""

    layout: Layout
    roots: tuple[str, ...]
    view: DiskView

    def documents(self) -> Iterator[tuple[str, Document]]:
        """Each document that is there, with its root."""
        for root in self.roots:
            for document in self.layout.documents(self.view, root):
                if document.exists:
                    yield root, document

    def text(self, document: Document) -> str:
        return decode(self.view.read(document.path))


@pytest.fixture(params=AGENTS, ids=named)
def sample(request: pytest.FixtureRequest, tmp_path: Path) -> Sample:
    copy = copied(request.param, tmp_path)
    return Sample(request.param, (copy.root, *copy.others), view_of(copy))


def test_a_layout_is_surest_of_its_own_sample_and_of_no_other(sample: Sample) -> None:
    for root in sample.roots:
        scores = {layout.name: layout.score(sample.view, root) for layout in FOUND}
        own = scores.pop(sample.layout.name)
        assert own > 0.5
        assert max(scores.values()) < own
        assert claim(FOUND, sample.view, root).layout.name == sample.layout.name


def test_a_sample_is_read_to_the_byte(sample: Sample) -> None:
    for _, document in sample.documents():
        text = sample.text(document)
        assert encode(text) == sample.view.read(document.path)
        outline = sample.layout.outline(document, text)
        assert "".join(leaf.span.of(text) for leaf in outline.leaves()) == text
        names = [(node.key, node.occurrence) for node in outline.walk()]
        assert len(names) == len(set(names))
        assert all(node.editable or node.why_not for node in outline.walk())


def test_every_character_of_a_sample_that_an_agent_gets_is_accounted_for(sample: Sample) -> None:
    for root in sample.roots:
        contexts = sample.layout.contexts(sample.view, root)
        assert contexts
        assert any(sample.layout.injected(sample.view, root, context).text for context in contexts)
        for context in contexts:
            assert_accounted(sample.layout.injected(sample.view, root, context), sample.view)


@pytest.mark.parametrize("budget_bytes", [0, 1, 40, 200, 900, 4_000])
def test_every_character_within_another_budget_is_accounted_for(sample: Sample, budget_bytes: int) -> None:
    if not isinstance(sample.layout, Budgeted):
        return
    for root in sample.roots:
        for context in sample.layout.contexts(sample.view, root):
            assert_accounted(
                sample.layout.injected_within(sample.view, root, context, budget_bytes), sample.view
            )


def assert_accounted(injected: Injected, view: View) -> None:
    """That every piece stands in a file or has a reason, and that what is cut stands where it is said to."""
    assert "".join(injected.text_of(part.name) for part in injected.parts) == "".join(
        piece.text for part in injected.parts for piece in injected.pieces if piece.part == part.name
    )
    assert {piece.part for piece in injected.pieces} <= {part.name for part in injected.parts}
    for piece in injected.pieces:
        if isinstance(piece.origin, Generated):
            assert piece.origin.reason
        else:
            assert piece.origin.span.of(decode(view.read(piece.origin.path))) == piece.text
    for cut in injected.cut:
        assert cut.span.of(decode(view.read(cut.path))) == cut.text
        assert cut.why


def test_what_an_agent_has_written_it_writes_again(sample: Sample) -> None:
    for _, document in sample.documents():
        for written in sample.layout.next_write(sample.view, document, NO_OP).texts:
            # A second time, since OK's first write says of what is frozen what was so before.
            once = DictView({document.path: encode(written)})
            for canonical in sample.layout.next_write(once, document, NO_OP).texts:
                again = sample.layout.next_write(
                    DictView({document.path: encode(canonical)}), document, NO_OP
                )
                is_whole = document.cap_bytes is None or len(encode(canonical)) <= document.cap_bytes
                assert again.effects == () or not is_whole
                assert canonical in again.texts or not is_whole


def test_effects_and_problems_are_sentences_about_places_that_are_there(sample: Sample) -> None:
    for _, document in sample.documents():
        text = sample.text(document)
        for operation in (NO_OP, *sample.layout.usual_operations(document)):
            for effect in sample.layout.next_write(sample.view, document, operation).effects:
                assert 0 <= effect.span.start <= effect.span.end <= len(text)
                assert effect.message
                assert effect.why
                apply_all(text, effect.repair)
    for root in sample.roots:
        for problem in sample.layout.checks(sample.view, root):
            assert problem.message
            assert problem.rule
            if problem.repair:
                apply_all(decode(sample.view.read(problem.path)), problem.repair)


def test_a_document_without_rights_says_why_it_is_read_only(sample: Sample) -> None:
    files = {document.path: sample.view.read(document.path) for _, document in sample.documents()}
    others = {path: data for root in sample.roots for path, data in files_below(root).items()}
    view = DictView(
        {**others, **files},
        read_only=frozenset(files),
        projects=sample.view.projects,
        home=sample.view.home,
    )
    described = [document for root in sample.roots for document in sample.layout.documents(view, root)]
    assert described
    for document in described:
        if document.exists:
            assert not document.editable
            assert document.why_read_only[:1].isupper() or document.why_read_only[:1].islower()


def files_below(root: str) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path(root).rglob("*") if path.is_file()}


# A folder of nobody's


def test_an_unknown_agents_folder_is_plain_markdown(tmp_path: Path) -> None:
    for name, text in {
        "memory/facts.md": "---\nname: x\n---\n\n- a fact *(yesterday)*\n",
        "memory/log.md": "## Monday\nIt rained.\n",
        "state.json": '{"version": 3}',
        "notes.txt": "text",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    view = DiskView()
    root = claim(FOUND, view, str(tmp_path))
    assert root.layout.name == "plain"
    documents = {document.title: document for document in root.layout.documents(view, root.path)}
    assert set(documents) == {"memory/facts.md", "memory/log.md"}
    log = documents["memory/log.md"]
    plan = root.layout.compose(view, Change(ChangeKind.SET_BODY, log, "Monday", body="The sun shone."))
    assert apply_all("## Monday\nIt rained.\n", plan.edits[log.path]) == "## Monday\nThe sun shone.\n"
    [context] = root.layout.contexts(view, root.path)
    injected = root.layout.injected(view, root.path, context)
    assert injected.text == ""
    assert "No agent is known" in injected.unknown
