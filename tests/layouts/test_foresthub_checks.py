"""Problems of a folder of records, each with its rule, and repairs that work."""

from __future__ import annotations

import pytest
from hypothesis import given

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import FileKind
from memdesk.layouts.foresthub import LAYOUT
from memdesk.text.edits import apply_all
from tests.layouts.dict_view import DictView
from tests.layouts.foresthub_texts import PATH, ROOT, hostile_records, readable_records, record, workflow

COPY = f"{ROOT}/u1_copy.json"


def problems(files: dict[str, str], attachments: dict[str, bytes] | None = None) -> list[Problem]:
    return list(LAYOUT.checks(DictView(files, attachments=attachments or {}), ROOT))


def rules(files: dict[str, str], attachments: dict[str, bytes] | None = None) -> list[tuple[str, str]]:
    return [(problem.rule, problem.path.rpartition("/")[2]) for problem in problems(files, attachments)]


def test_a_folder_as_the_engine_left_it_has_no_problems() -> None:
    files = {PATH: record("u1", "x", cap=64), f"{ROOT}/u2.json": record("u2", label="log")}
    declared: list[dict[str, object]] = [{"id": "u1", "maxSizeBytes": 64}, {"id": "u2", "label": "log"}]
    assert problems(files) == []
    assert problems(files, workflow(declared, {"Ada": [("u1", "rw")]})) == []


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1, column 1: unexpected end of JSON input"),
        ('{"content":"- likes t', "line 1, column 22: unexpected end of JSON input"),
        ('{\n  "id": "u2",\n}', "line 3, column 1: invalid character '}'"),
        ("[1]", "line 1, column 1: json: cannot unmarshal array"),
        ('{"content":5}', "cannot unmarshal number into Go struct field MemoryFile.content"),
    ],
)
def test_one_broken_file_stops_the_engine_and_is_named(text: str, where: str) -> None:
    [problem] = problems({PATH: record("u1"), f"{ROOT}/other.json": text})
    assert (problem.severity, problem.rule, problem.path) == (
        Severity.ERROR,
        "broken-record",
        f"{ROOT}/other.json",
    )
    assert problem.message.startswith("ForestHub would not start: other.json is no record it can read (")
    assert where in problem.message
    assert problem.repair == ()


def test_a_byte_order_mark_is_taken_away() -> None:
    text = "\ufeff" + record("u1")
    [problem] = problems({PATH: text})
    assert problem.rule == "broken-record"
    assert apply_all(text, problem.repair) == record("u1")
    [both] = problems({PATH: "\ufeff{"})
    assert both.repair == ()


def test_what_cannot_be_opened_stops_the_engine_too() -> None:
    view = DictView(
        {PATH: record("u1")}, kinds={f"{ROOT}/gone.json": FileKind.MISSING}, unreadable=frozenset({PATH})
    )
    assert [(problem.rule, problem.severity) for problem in LAYOUT.checks(view, ROOT)] == [
        ("unreadable", Severity.ERROR),
        ("unreadable", Severity.ERROR),
    ]
    [problem] = LAYOUT.checks(DictView({ROOT: "x"}), ROOT)
    assert problem.rule == "unreadable-folder"


def test_copies_and_records_under_other_names_are_shown() -> None:
    files = {
        PATH: record("u1", "newest"),
        COPY: record("u1", "OLD"),
        f"{ROOT}/whatever.json": record("u2", "x"),
    }
    assert rules(files) == [
        ("duplicate-id", "u1.json"),
        ("other-id", "u1_copy.json"),
        ("other-id", "whatever.json"),
    ]
    first, second, third = problems(files)
    assert first.severity is Severity.ERROR
    assert "replace this content by that of u1_copy.json" in first.message
    assert second.message == "u1_copy.json has the id “u1”, so ForestHub takes its content for u1.json"
    assert third.message.endswith("takes its content for u2.json")
    early = {f"{ROOT}/a.json": record("u1", "old"), PATH: record("u1", "new")}
    assert [problem.message for problem in problems(early)] == [
        "a.json has the id “u1”, and ForestHub passes it over for a later file with that id"
    ]


@pytest.mark.parametrize("text", ['{"content":"mine"}', '{"id":"","content":"mine"}', '{"id":null}', "{ }"])
def test_a_missing_id_is_repaired_by_the_name(text: str) -> None:
    [problem] = [problem for problem in problems({PATH: text}) if problem.rule == "missing-id"]
    repaired = apply_all(text, problem.repair)
    assert "missing-id" not in [rule for rule, _ in rules({PATH: repaired})]
    assert '"id":"u1"' in repaired
    [overwritten] = [p for p in problems({PATH: text}, workflow([{"id": "u1"}])) if p.path == PATH]
    assert (overwritten.rule, apply_all(text, overwritten.repair)) == ("overwritten-at-start", repaired)
    [taken, _] = problems({PATH: text, COPY: record("u1")})
    assert (taken.rule, taken.repair) == ("overwritten-at-start", ())


def test_a_file_of_nothing_but_null_has_no_id() -> None:
    assert rules({PATH: "null"}) == [("missing-id", "u1.json")]


def test_with_a_workflow_orphans_and_what_it_resets_are_shown() -> None:
    files = {PATH: record("u1", "x", "mine", "old"), f"{ROOT}/old.json": record("old")}
    assert rules(files, workflow([{"id": "u1"}])) == [
        ("undeclared", "old.json"),
        ("reset-at-start", "u1.json"),
        ("reset-at-start", "u1.json"),
    ]
    assert rules({PATH: record("u2")}, workflow([{"id": "u1"}])) == [("overwritten-at-start", "u1.json")]


def test_what_the_workflow_itself_gets_wrong_is_shown() -> None:
    beside = workflow(
        [{"id": "../x"}, {"id": "u1"}, {"id": "u2", "label": "has space"}],
        {"Ada": [("nope", "rw"), ("u1", "r")]},
    )
    found = problems({}, beside)
    assert [(problem.rule, problem.severity) for problem in found] == [
        ("unsafe-id", Severity.ERROR),
        ("doubled-label", Severity.WARNING),
        ("doubled-label", Severity.WARNING),
        ("bad-label", Severity.ERROR),
        ("unknown-reference", Severity.ERROR),
    ]
    assert 'Ada refers to "nope"' in found[-1].message


def test_sizes_are_counted_in_bytes_against_the_cap_that_will_hold() -> None:
    assert rules({PATH: record("u1", "é" * 4, cap=8)}) == [("near-cap", "u1.json")]
    [problem] = problems({PATH: record("u1", "é" * 5, cap=8)})
    assert (problem.rule, problem.severity) == ("over-cap", Severity.WARNING)
    assert problem.message.startswith("notes has 10 of 8 bytes")
    declared = workflow([{"id": "u1", "maxSizeBytes": 4}])
    assert ("over-cap", "u1.json") in rules({PATH: record("u1", "é" * 4, cap=8)}, declared)


def test_what_agents_stumble_over_is_shown() -> None:
    text = record("u1", "a", "has space", "two\nlines")
    assert rules({PATH: text}) == [("bad-label", "u1.json"), ("long-description", "u1.json")]
    own = '{"id":"u1","label":"n","content":"\udcff","pinned":1,"Content":"b"}'
    assert [rule for rule, _ in rules({PATH: own})] == ["doubled-field", "unknown-field"]
    assert [rule for rule, _ in rules({PATH: own.replace(',"Content":"b"', "")})] == [
        "unknown-field",
        "no-characters",
    ]


@given(hostile_records(), readable_records())
def test_no_folder_is_too_odd_to_check(other: str, own: str) -> None:
    files = {PATH: own, COPY: other, f"{ROOT}/u0.json": other}
    for beside in ({}, workflow([{"id": "u1"}, {"id": "u0"}], {"Ada": [("u0", "rw")]})):
        for problem in problems(files, beside):
            text = files.get(problem.path, "")
            assert 0 <= problem.span.start <= problem.span.end <= len(text)
            assert problem.message
            apply_all(text, problem.repair)
