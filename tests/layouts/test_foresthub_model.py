"""ForestHub's engine as measured, beyond the recorded answers: records, its start, its tools."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.documents import FileKind
from memdesk.layouts.foresthub.engine import Engine, EngineError, ErrorKind
from memdesk.layouts.foresthub.folder import read_folder
from memdesk.layouts.foresthub.record import MemoryFile, RecordError, read_like_engine, write_like_engine
from memdesk.layouts.foresthub.references import MemoryRef, tools
from memdesk.text.document import decode, encode, readable
from memdesk.text.json_text import NotJson
from tests.agents.foresthub import call_tool, index_card
from tests.layouts.dict_view import DictView
from tests.layouts.foresthub_texts import ROOT, hostile_records, readable_records, record
from tests.text.json_texts import said_texts

FILES = st.builds(
    MemoryFile,
    said_texts(),
    said_texts(),
    said_texts(),
    said_texts(),
    st.none() | st.integers(-(2**63), 2**63 - 1),
    st.sampled_from(["MemoryFile", ""]),
)


@given(FILES)
def test_what_the_engine_writes_it_reads(file: MemoryFile) -> None:
    text = write_like_engine(file)
    assert text.isprintable() or not text.isascii() or "\x7f" in text
    read = read_like_engine(text)
    assert [readable(part) for part in (file.id, file.label, file.description, file.content)] == [
        read.id,
        read.label,
        read.description,
        read.content,
    ]
    assert (read.cap_bytes, read.type) == (file.cap_bytes, file.type)
    assert write_like_engine(read) == text.replace("\\ufffd", "\ufffd")


@given(hostile_records())
def test_a_record_reads_as_its_fields_say(text: str) -> None:
    try:
        read = read_like_engine(text)
    except (NotJson, RecordError):
        return
    pairs = json.loads(readable(text), object_pairs_hook=list)
    said = {"content": "", "description": "", "id": "", "label": "", "type": ""}
    cap = None
    for key, value in pairs:
        name = key.replace("ſ", "s").lower() if key.isascii() or "ſ" in key else key
        if name == "maxsizebytes":
            cap = value
        elif name in said and value is not None:
            said[name] = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in value)
    assert (read.content, read.description, read.id, read.label, read.type, read.cap_bytes) == (
        *said.values(),
        cap,
    )


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("null", MemoryFile(type="")),
        ('{"content":"a","CONTENT":null}', MemoryFile(content="a", type="")),
        ('{"maxSizeBytes":5,"maxsizebytes":null}', MemoryFile(type="")),
        ('{"maxSizeBytes":-0}', MemoryFile(cap_bytes=0, type="")),
        ('{"maxSizeBytes":9223372036854775807}', MemoryFile(cap_bytes=2**63 - 1, type="")),
        ('{"maxſizeByteſ":7,"\\u0069D":"u"}', MemoryFile("u", cap_bytes=7, type="")),
        ('{"İd":"no","content ":"no"}', MemoryFile(type="")),
        ('{"content":"\\ud83d\\ud83d\\ude00"}', MemoryFile(content="\ufffd😀", type="")),
        ('{"content":"a\\/b\udce2\udc82"}', MemoryFile(content="a/b\ufffd\ufffd", type="")),
    ],
)
def test_odd_records_are_read_as_go_reads_them(text: str, read: MemoryFile) -> None:
    assert read_like_engine(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\ufeff{}",
        "[]",
        '"x"',
        "1",
        "true",
        '{"id":1}',
        '{"label":["a"]}',
        '{"type":{}}',
        '{"maxSizeBytes":"5"}',
        '{"maxSizeBytes":1.0}',
        '{"maxSizeBytes":1e2}',
        '{"maxSizeBytes":9223372036854775808}',
        '{"content":"a\tb"}',
        "{} {}",
        "{'id':1}",
        '{"a":1,}',
        "// x\n{}",
    ],
)
def test_what_stops_the_engine(text: str) -> None:
    with pytest.raises((NotJson, RecordError)):
        read_like_engine(text)


def started(files: dict[str, str], *declared: MemoryFile) -> Engine:
    engine = Engine(DictView({f"{ROOT}/{name}": text for name, text in files.items()}, folders=(ROOT,)), ROOT)
    engine.start(declared)
    return engine


NOTES = MemoryFile("u1", "notes", "about", "seed\n", 8)


def test_the_last_file_by_the_bytes_of_its_name_counts() -> None:
    files = {
        name: record("u1", name) for name in ("u1.json", "\ue000.json", "\udcff.json", "z.json", ".a.json")
    }
    assert started(files, NOTES).read("u1") == "\udcff.json".replace("\udcff", "\ufffd")
    assert started({"u1.JSON": "no", "u1.json.bak": "no", "sub": "no"}, NOTES).read("u1") == "seed\n"


def test_folders_are_passed_over_and_links_to_them_are_not() -> None:
    view = DictView({f"{ROOT}/u1.json": record("u1", "x")}, folders=(f"{ROOT}/deep.json",))
    assert [file.name for file in read_folder(view, ROOT).files] == ["u1.json"]
    linked = DictView({f"{ROOT}/u1.json": ""}, kinds={f"{ROOT}/gone.json": FileKind.MISSING})
    assert read_folder(linked, ROOT).obstacle.endswith("no such file or directory")


def test_a_file_in_place_of_the_folder_stops_the_start() -> None:
    with pytest.raises(EngineError, match="memory: read local: open /var/forest/memory"):
        Engine(DictView({ROOT: "x"}), ROOT).start([NOTES])


@pytest.mark.parametrize(
    ("uid", "view", "words"),
    [
        ("no/x", DictView(folders=(ROOT,)), "/no/x.json: no such file or directory"),
        ("u1", DictView(folders=(f"{ROOT}/u1.json",)), "/u1.json: is a directory"),
        ("a/x", DictView({f"{ROOT}/a": ""}), "/a/x.json: not a directory"),
        ("n" * 256, DictView(folders=(ROOT,)), "file name too long"),
        ("a\0b", DictView(folders=(ROOT,)), "invalid argument"),
    ],
)
def test_a_record_that_cannot_be_written_stops_the_start(uid: str, view: DictView, words: str) -> None:
    with pytest.raises(EngineError) as error:
        Engine(view, ROOT).start([MemoryFile(uid, "notes")])
    assert str(error.value).startswith("memory: write notes: open /var/forest")
    assert str(error.value).endswith(words)


def test_rights_are_those_of_the_engine_and_not_ours() -> None:
    path = f"{ROOT}/u1.json"
    engine = Engine(DictView({path: record("u1", "x")}, read_only=frozenset({path, ROOT})), ROOT)
    engine.start([NOTES])
    engine.append("u1", "y")
    assert engine.read("u1") == "xy"


def test_an_id_may_lead_out_of_the_folder() -> None:
    engine = started({}, MemoryFile("../x", "notes"))
    assert list(engine.written) == ["/var/forest/x.json"]


@given(said_texts(), said_texts(), said_texts())
def test_the_first_match_is_replaced_by_bytes(content: str, old: str, new: str) -> None:
    engine = started({}, MemoryFile("u1", "notes", content=content))
    if not old:
        with pytest.raises(EngineError, match="must not be empty"):
            engine.edit("u1", old, new)
    elif encode(old) in encode(content):
        engine.edit("u1", old, new)
        assert encode(engine.read("u1")) == encode(content).replace(encode(old), encode(new), 1)
    else:
        with pytest.raises(EngineError) as error:
            engine.edit("u1", old, new)
        assert error.value.kind is ErrorKind.NO_MATCH


def test_half_a_character_is_found_inside_one_and_completes_another() -> None:
    engine = started({}, MemoryFile("u1", "notes", content="é"))
    engine.edit("u1", decode(b"\xc3"), decode(b"x\xc3"))
    assert engine.read("u1") == "xé"
    engine.append("u1", decode(b"\xe2\x82"))
    assert engine.written[f"{ROOT}/u1.json"].endswith('"type":"MemoryFile"}')
    assert "x\u00e9\\ufffd\\ufffd" in engine.written[f"{ROOT}/u1.json"]
    engine.append("u1", decode(b"\xac"))
    assert engine.read("u1") == "xé€"


@pytest.mark.parametrize(("old", "new"), [("0123", "0"), ("9", "8"), ("0", "")])
def test_an_oversize_record_takes_only_what_makes_it_fit(old: str, new: str) -> None:
    engine = started({"u1.json": record("u1", "0123456789")}, NOTES)
    if len("0123456789") - len(old) + len(new) > 8:
        with pytest.raises(EngineError) as error:
            engine.edit("u1", old, new)
        assert error.value.kind is ErrorKind.SIZE_EXCEEDED
        assert engine.read("u1") == "0123456789"
    else:
        engine.edit("u1", old, new)
        assert engine.read("u1") == "0456789"


def test_a_write_that_fails_changes_nothing() -> None:
    engine = Engine(DictView({f"{ROOT}/u1.json": record("u1", "x")}), ROOT)
    engine.start([NOTES])
    engine._view = DictView(folders=(f"{ROOT}/u1.json",))
    with pytest.raises(EngineError, match=r"memory: local write notes: open .*: is a directory"):
        engine.append("u1", "y")
    assert engine.read("u1") == "x"


ALL = (MemoryFile("a", "zeta", "last", "abc"), MemoryFile("b", "alpha", "first\nsecond", "é"))


def test_cards_of_one_label_stand_in_the_order_in_which_go_sorts_them() -> None:
    engine = Engine(DictView(folders=(ROOT,)), ROOT)
    engine.start([MemoryFile(f"u{number}", f"n{number % 3}", f"d{number}") for number in range(20)])
    lines = index_card([MemoryRef(f"u{number}", "r") for number in range(20)], engine).split("\n")[4:-1]
    assert [line.rpartition(" d")[2] for line in lines][:7] == ["9", "18", "15", "3", "12", "0", "6"]


def test_labels_stand_in_the_order_of_their_bytes_and_the_last_mode_counts() -> None:
    engine = started({}, *ALL, MemoryFile("c", "Zulu"))
    refs = [MemoryRef("a", "rw"), MemoryRef("b", "RW"), MemoryRef("c", "rw"), MemoryRef("a", "r")]
    assert index_card(refs, engine).split("\n")[4:] == [
        "- Zulu (RW, 0B): ",
        "- alpha (R, 2B): first",
        "second",
        "- zeta (R, 3B): last",
        "- zeta (R, 3B): last",
        "",
    ]
    assert [(tool.name, tool.labels) for tool in tools(refs, engine)] == [
        ("read_memory", ["Zulu", "alpha", "zeta"]),
        ("append_memory", ["Zulu", "zeta"]),
        ("edit_memory", ["Zulu", "zeta"]),
    ]


@pytest.mark.parametrize(
    ("tool", "arguments", "answer"),
    [
        ("read_memory", {"file": "alpha"}, "é"),
        ("read_memory", {"file": "no\n"}, 'read_memory: file "no\\n" not available'),
        ("append_memory", {"file": "alpha", "content": "x"}, 'append_memory: file "alpha" not writable'),
        ("append_memory", {"file": "zeta", "content": "d"}, "ok"),
        (
            "edit_memory",
            {"file": "zeta", "old_string": "q", "new_string": ""},
            "edit_memory: the supplied old_string was not found in the file; re-read it and retry",
        ),
        ("edit_memory", {"file": "zeta"}, "edit_memory: memory edit: old_string must not be empty"),
    ],
)
def test_a_tool_answers_the_model(tool: str, arguments: dict[str, str], answer: str) -> None:
    engine = started({}, *ALL)
    refs = [MemoryRef("a", "rw"), MemoryRef("b", "r")]
    assert answered(lambda: call_tool(refs, engine, tool, arguments)) == answer


def answered(ask: Callable[[], str]) -> str:
    """An answer, or the words of the error in place of one."""
    try:
        return ask()
    except EngineError as error:
        return str(error)


def test_a_full_file_tells_the_model_what_to_do() -> None:
    engine = started({}, NOTES)
    with pytest.raises(EngineError, match="remove or compact existing content first"):
        call_tool([MemoryRef("u1", "rw")], engine, "append_memory", {"file": "notes", "content": "more"})


@given(readable_records())
def test_a_start_makes_a_record_that_the_next_start_leaves_alone(text: str) -> None:
    first = started({"u1.json": text}, NOTES)
    again = started({"u1.json": first.written[f"{ROOT}/u1.json"]}, NOTES)
    assert again.written == first.written
    assert again.read("u1") == readable(read_like_engine(text).content)
