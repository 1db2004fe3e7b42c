"""What an agent gets of ForestHub's records: the index card, each character sourced or made for a reason."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.contract import Generated, Injected, Source
from memdesk.layouts.documents import Scope, ScopeKind
from memdesk.layouts.foresthub import LAYOUT
from memdesk.layouts.foresthub.run import next_run
from memdesk.text.document import decode, trim
from memdesk.text.json_string import read_string
from tests.agents.foresthub import index_card
from tests.layouts.dict_view import DictView
from tests.layouts.foresthub_texts import PATH, ROOT, hostile_records, readable_records, record, workflow

ADA = Scope(ScopeKind.LOCAL, "node-Ada", "Ada")
COPY = f"{ROOT}/u1_copy.json"


def injected(files: dict[str, str], attachments: dict[str, bytes] | None = None) -> Injected:
    view = DictView(files, attachments=attachments or {})
    contexts = LAYOUT.contexts(view, ROOT)
    return LAYOUT.injected(view, ROOT, ADA if ADA in contexts else contexts[0])


@given(hostile_records(), readable_records(), st.booleans())
def test_the_card_is_the_one_that_the_engine_makes(other: str, own: str, is_known: bool) -> None:
    declared = [{"id": "u1", "label": "notes", "description": "two\nlines"}, {"id": "u2", "label": "b"}]
    beside = workflow(declared, {"Ada": [("u1", "r"), ("u2", "rw")]}) if is_known else {}
    files = {PATH: own, f"{ROOT}/other.json": other}
    state, run = injected(files, beside), next_run(DictView(files, attachments=beside), ROOT)
    if run.error:
        assert state.text == ""
        assert state.warnings[-1].startswith(f"ForestHub would not start: {run.error}")
    else:
        assert state.text == index_card(run.agents[0].refs, run.engine)


@given(hostile_records(), readable_records(), st.booleans())
def test_every_character_is_sourced_or_made_for_a_reason(other: str, own: str, is_known: bool) -> None:
    files = {PATH: own, COPY: other}
    beside = workflow([{"id": "u1"}], {"Ada": [("u1", "r")]}) if is_known else {}
    state = injected(files, beside)
    assert {piece.part for piece in state.pieces} <= {part.name for part in state.parts}
    for piece in state.pieces:
        assert piece.text
        if isinstance(piece.origin, Source):
            assert piece.origin.span.of(stored(files, piece.origin.path)) == piece.text
        else:
            assert piece.origin.reason
    for cut in state.cut:
        assert cut.span.of(stored(files, cut.path)) == cut.text
        assert trim(read_string(cut.text).text)
        assert cut.why


def stored(files: dict[str, str], path: str) -> str:
    return decode(DictView(files).read(path))


def test_the_card_names_its_pieces() -> None:
    text = '{"id":"u1","label":"notes","description":"tea \\u0026 rye","content":"- a\\n\\n- b & c"}'
    state = injected({PATH: text})
    assert [
        (piece.text, piece.origin.reason if isinstance(piece.origin, Generated) else "u1.json")
        for piece in state.pieces
        if piece.part != "head"
    ] == [
        ("- ", "the engine begins each line of the card so"),
        ("notes", "u1.json"),
        (" (RW, 12B): ", "the engine says who may write, and counts the bytes of the content"),
        ("tea ", "u1.json"),
        ("&", "the record has it as \\u0026"),
        (" rye", "u1.json"),
        ("\n", "the engine ends each line of the card"),
    ]
    assert [(cut.text, cut.why) for cut in state.cut] == [
        ("- a", "fetched with read_memory only"),
        ("- b & c", "fetched with read_memory only"),
    ]
    assert [(part.name, part.title, part.path) for part in state.parts] == [
        ("head", "Heading of the card", ""),
        ("file u1", "notes", PATH),
    ]


def test_the_workflow_decides_what_may_be_written_and_what_a_line_says() -> None:
    files = {
        PATH: record("u1", "é", "notes", "old"),
        f"{ROOT}/u2.json": record("u2", "x" * 70, "log", cap=64),
    }
    declared: list[dict[str, object]] = [
        {"id": "u1", "label": "notes", "description": "new"},
        {"id": "u2", "label": "log", "description": "about", "maxSizeBytes": 64},
    ]
    state = injected(files, workflow(declared, {"Ada": [("u1", "r"), ("u2", "rw")]}))
    assert state.text.split("\n")[4:] == ["- log (RW, 70B): about", "- notes (R, 2B): new", ""]
    new = next(piece for piece in state.pieces if piece.text == "new")
    assert isinstance(new.origin, Generated)
    assert "workflow declares" in new.origin.reason
    assert [(meter.name, meter.used, meter.cap) for meter in state.meters[1:]] == [
        ("log", 70, 64),
        ("notes", 2, None),
    ]
    assert [part.about.split(",")[0] for part in state.parts[1:]] == [
        "the agent reads and writes it",
        "the agent may only read it",
    ]


def test_a_copy_with_the_same_id_gives_the_content_and_its_size() -> None:
    state = injected({PATH: record("u1", "newest edits"), COPY: record("u1", "OLD")})
    assert "- notes (RW, 3B): about" in state.text
    assert [(cut.path, cut.text) for cut in state.cut] == [(COPY, "OLD")]


def test_without_a_workflow_it_is_said_what_is_assumed() -> None:
    state = injected({PATH: record("u1")})
    assert state.warnings[0].startswith("No workflow file is opened")
    assert "overwrites what was edited" in state.warnings[1]
    assert "not known here" in state.unknown


def test_an_agent_without_references_gets_nothing_and_is_told_by_what() -> None:
    state = injected({PATH: record("u1")}, workflow([{"id": "u1"}], {"Ada": []}))
    assert (state.text, state.parts) == ("", ())
    assert state.warnings == (
        "This agent refers to no memory: its list memoryRefs in the workflow is empty.",
    )


def test_an_engine_that_would_not_start_gives_nothing() -> None:
    for files, beside, words in (
        ({PATH: record("u1"), COPY: "{"}, None, "memory: read local: unexpected end of JSON input"),
        (
            {PATH: record("u1")},
            workflow([{"id": "u1", "label": "a b"}], {"Ada": []}),
            'invalid file name "a b"',
        ),
        ({}, workflow([{"id": "u1"}], {"Ada": [], "Bo": [("u9", "r")]}), 'agent node-Bo: memory ref "u9"'),
    ):
        state = injected(files, beside)
        assert state.text == ""
        assert words in state.warnings[-1]
        assert state.warnings[-1].startswith("ForestHub would not start: ")


def test_a_declared_file_without_a_record_is_seeded() -> None:
    state = injected({}, workflow([{"id": "u1", "content": "seed\n"}], {"Ada": [("u1", "rw")]}))
    assert state.text.endswith("- notes (RW, 5B): about\n")
    assert state.cut == ()
    assert state.parts[1].path == PATH
