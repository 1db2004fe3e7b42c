"""What is wrong with a root, once each, and which of its repairs go together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from memdesk.layouts.contract import Problem, Severity
from memdesk.services.machine.machine import MachineView, Surroundings
from memdesk.services.preview.lawful import fitting
from memdesk.services.problems.checking import Found, document_problems, edits_of, problems_of
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.document import decode, encode
from memdesk.text.edits import Edit, Span, apply_all
from memdesk.text.masking import MASK, mask_in_place
from tests.layouts.dict_view import DictView

TEXT = "one two three"


def problem(*edits: Edit) -> Problem:
    return Problem(Severity.NOTE, "rule", "/r/a.md", Span(0, 1), "Something", repair=edits)


def repairs_that_fit(problems: Sequence[Problem]) -> tuple[Edit, ...]:
    fits = fitting([one.repair for one in problems])
    return edits_of(Found(one) for one, does_fit in zip(problems, fits, strict=True) if does_fit)


def test_two_that_put_something_in_one_place_are_made_together() -> None:
    edits = repairs_that_fit([problem(Edit(3, "", "a")), problem(Edit(3, "", "b"))])
    assert apply_all(TEXT, edits) == "oneab two three"


def test_repairs_that_do_not_touch_are_made_together() -> None:
    edits = repairs_that_fit([problem(Edit(8, "three", "3")), problem(Edit(0, "one", "1")), problem()])
    assert apply_all(TEXT, edits) == "1 two 3"


def test_of_two_that_touch_the_first_is_made() -> None:
    edits = repairs_that_fit(
        [problem(Edit(0, "one", "1")), problem(Edit(3, " two", "")), problem(Edit(8, "three", "3"))]
    )
    assert apply_all(TEXT, edits) == "1 two 3"
    whole = repairs_that_fit(
        [problem(Edit(0, "one", "1")), problem(Edit(0, "one two", "12"), Edit(8, "three", "3"))]
    )
    assert whole == (Edit(0, "one", "1"),), "a repair is made as a whole or not at all"


def test_a_repair_that_two_problems_share_is_made_once() -> None:
    edit = Edit(0, "one", "1")
    assert repairs_that_fit([problem(edit), problem(edit)]) == (edit,)


def test_insertions_of_one_repair_keep_their_order() -> None:
    edits = (Edit(3, "", "b"), Edit(3, "", "a"))
    assert apply_all(TEXT, repairs_that_fit([problem(*edits)])) == "oneba two three"


def test_what_a_line_says_is_not_cut_amid_a_secret(tmp_path: Path) -> None:
    """Who shows it masks it, which half a token would escape."""
    from memdesk.layouts.evva import LAYOUT

    token = f"ghp_{'a1B2c3D4e' * 4}"
    profile = tmp_path / ".evva" / "USER_PROFILE.md"
    profile.parent.mkdir()
    profile.write_text(f"## Preferences\n{'word ' * 38}{token} is for the mirror\n")
    root = MemoryRoot(str(profile.parent), LAYOUT, "by hand")
    found = problems_of(root, MachineView(Surroundings.of_this_process()))
    assert [one.excerpt.text for one in found if one.problem.rule == "secret"] == [f"{'word ' * 38}{token}"]


def test_a_root_that_is_not_there_has_no_problems() -> None:
    from memdesk.layouts.evva import LAYOUT

    assert problems_of(MemoryRoot("/nowhere", LAYOUT, "by hand", found=False), DictView()) == ()
    assert problems_of(MemoryRoot("/nowhere", LAYOUT, "by hand"), DictView()) == ()


def test_of_a_file_in_another_encoding_only_that_is_told(tmp_path: Path) -> None:
    from memdesk.layouts.evva import LAYOUT

    home = tmp_path / ".evva"
    home.mkdir()
    root, profile = MemoryRoot(str(home), LAYOUT, "by hand"), home / "USER_PROFILE.md"
    view = MachineView(Surroundings.of_this_process())
    for encoding, said in (("utf-16-le", "This file is UTF-16"), ("utf-32-le", "This file is no text")):
        profile.write_bytes(("## Preferences\nShort answers.\u200b\n" * 40).encode(encoding))
        [found] = problems_of(root, view)
        assert found.problem.path == str(profile)
        assert found.problem.message == f"{said}, and evva reads UTF-8."
        assert found.problem.severity is Severity.ERROR
    profile.write_bytes("## Preferences\nShort answers.\u200b\n".encode())
    assert [one.problem.rule for one in problems_of(root, view)] == ["hidden-characters"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le"])
def test_a_file_in_utf16_is_repaired_by_its_conversion(tmp_path: Path, encoding: str) -> None:
    from memdesk.layouts.evva import LAYOUT

    text = "## Preferences\r\nfür 日本 \U0001f98a\n"
    data = ("\ufeff" * (encoding == "utf-16-be") + text).encode(encoding)
    profile = tmp_path / "USER_PROFILE.md"
    profile.write_bytes(data)
    document = next(
        one
        for one in LAYOUT.documents(MachineView(Surroundings.of_this_process()), str(tmp_path))
        if one.path == str(profile)
    )
    view = DictView({str(profile): data})
    [found] = document_problems(LAYOUT, view, document)
    assert encode(apply_all(decode(data), found.problem.repair)) == text.encode()

    [of_read_only] = document_problems(LAYOUT, view, document._replace(why_read_only="locked"))
    assert not of_read_only.problem.repair
    [broken] = document_problems(LAYOUT, DictView({str(profile): data[:-1]}), document)
    assert not broken.problem.repair
    assert f"what stands at byte {len(data) - 2} is no UTF-16" in broken.problem.why


def test_what_a_line_of_a_private_key_says_is_told_with_the_key_around_it(tmp_path: Path) -> None:
    """Alone it is not known for a part of a secret."""
    from memdesk.layouts.evva import LAYOUT

    lines = ("-----BEGIN PRIVATE KEY-----", "MIIEpAIB\u200bAAKCAQEA", "-----END PRIVATE KEY-----")
    profile = tmp_path / ".evva" / "USER_PROFILE.md"
    profile.parent.mkdir()
    profile.write_text("\n".join(("## Preferences", *lines, "")))
    root = MemoryRoot(str(profile.parent), LAYOUT, "by hand")
    found = problems_of(root, MachineView(Surroundings.of_this_process()))
    quotes = [one.excerpt for one in found if one.excerpt.text == lines[1]]
    assert quotes
    assert {quote.shown(mask_in_place) for quote in quotes} == {MASK * len(lines[1])}
