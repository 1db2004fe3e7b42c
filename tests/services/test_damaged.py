"""Bytes that are no UTF-8, and marks of a merge, are problems of any agent's memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk.layouts.claude_code import LAYOUT as CLAUDE_CODE
from memdesk.layouts.contract import Layout
from memdesk.layouts.everos import LAYOUT as EVEROS
from memdesk.layouts.evva import LAYOUT as EVVA
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import MachineView, Surroundings
from memdesk.services.preview.preview import Previewer
from memdesk.services.problems.checking import problems_of
from memdesk.services.problems.damaged import damage_problems
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.document import decode
from tests.layouts.everos_texts import CANONICAL, LOG

MERGED = "# A\n<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> main\n"


@pytest.mark.parametrize(
    "data", ["Café".encode("cp1252"), "日本".encode("gbk"), b"a\xe2\x82", b"\xed\xa0\x80"]
)
def test_what_is_no_utf8_is_told_at_its_first_byte(data: bytes) -> None:
    text = decode(b"one\ntw\xc3\xb6 " + data + b"\n")
    [found] = damage_problems("Claude Code", "/x.md", text)
    assert found.span.start == text.index(data.decode("utf-8", "surrogateescape").lstrip("Caf"))
    assert f"byte {len(text[: found.span.start].encode())} of" in found.why
    assert not found.repair


def test_marks_of_a_merge_are_told_and_examples_of_them_are_not() -> None:
    three_way = MERGED.replace("=======", "||||||| base\n- was\n=======")
    for text, count in (
        (MERGED, 1),
        (MERGED.replace("\n", "\r\n"), 1),
        (three_way + MERGED, 2),
        (f"```\n{MERGED}```\n", 0),
        ("Heading\n=======\n\n>>>>>>> quoted seven times\n", 0),
        ("<<<<<<< HEAD\n- mine\n", 0),
    ):
        found = list(damage_problems("evva", "/x.md", text))
        assert [one.span.of(text).strip() for one in found] == ["<<<<<<< HEAD"] * count


def test_many_marks_take_no_time_that_grows_with_their_square() -> None:
    assert not list(damage_problems("evva", "/x.md", "<<<<<<< a\n" * 200_000 + "\n>>>>>>>x"))


def test_what_a_layout_tells_of_such_bytes_is_not_told_twice(tmp_path: Path) -> None:
    view = MachineView(Surroundings.of_this_process())
    for layout, path, text in (
        (EVEROS, LOG.partition("/.everos/")[2], CANONICAL.replace("It rained.", "\udcff")),
        (EVVA, ".evva/USER_PROFILE.md", "## Preferences\nCaf\udce9.\n"),
    ):
        file = tmp_path / layout.name / path
        file.parent.mkdir(parents=True)
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
        folder = tmp_path / layout.name / (".evva" if layout is EVVA else "")
        root = MemoryRoot(str(folder), layout, "by hand")
        found = [one for one in problems_of(root, view) if one.problem.rule == "not-utf-8"]
        assert [(one.line, one.problem.path) for one in found] == [
            (
                text[: min(text.find(bad) % len(text) for bad in ("\udcff", "\udce9"))].count("\n") + 1,
                str(file),
            )
        ]


@pytest.mark.parametrize(
    ("layout", "file", "data", "line"),
    [
        (EVVA, ".evva/USER_PROFILE.md", b"## Preferences\nShort.\n\n## Working style\nCaf\xe9.\n", 5),
        # Its layout gives what arrives itself.
        (CLAUDE_CODE, ".claude/CLAUDE.md", b"# You\n\nCaf\xe9.\n", 3),
    ],
)
def test_the_preview_gives_what_arrives_and_says_where(
    desk: Desk, tmp_path: Path, layout: Layout, file: str, data: bytes, line: int
) -> None:
    path = tmp_path / file
    path.parent.mkdir()
    path.write_bytes(data)
    root = MemoryRoot(str(path.parent), layout, "by hand")
    desk.workspace.open_root(root)
    previewer = Previewer(desk.workspace)
    injected = previewer.preview(root.path, previewer.contexts(root.path)[0]).injected
    assert "Caf\ufffd." in injected.text
    assert any(f"first in line {line}" in warning for warning in injected.warnings)
