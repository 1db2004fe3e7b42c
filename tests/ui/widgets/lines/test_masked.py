"""Lines that are a part of a document: what only the text around them tells to be a secret is masked."""

from __future__ import annotations

import pytest

from memdesk.text.masking import MASK
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.lines.line import Line, LineKind
from memdesk.ui.widgets.lines.masked import MaskedLines, may_hold_masked

BODY = [f"MIIEpAIB{number}" + "bXyZ09ab" * 4 for number in range(3)]
BEGIN, END = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
AROUND = "\n".join(f"- {line} *(2026-11-12T16:42:09Z)*" for line in (BEGIN, *BODY, END))


def shown(lines: MaskedLines, *texts: str) -> list[str]:
    return [line.text for line in lines.shown([Line(text) for text in texts])]


@pytest.fixture
def lines() -> MaskedLines:
    found = MaskedLines(SecretMasks())
    found.around = AROUND
    return found


def test_a_line_is_masked_by_what_stands_around_it_until_it_is_revealed(lines: MaskedLines) -> None:
    said = f"- {BODY[1]} by hand"
    hidden = f"- {MASK * len(BODY[1])} by hand"
    assert shown(lines, said, "- Prefer pnpm") == [hidden, "- Prefer pnpm"]
    only = [Line(said)]
    assert lines.reveal(only, 0, 5)
    assert shown(lines, said) == [said]
    assert lines.turn(only, 0)
    assert shown(lines, said) == [hidden]


def test_the_begin_of_a_key_is_revealed_with_what_the_lines_have_of_it(lines: MaskedLines) -> None:
    texts = BEGIN, f"- {BODY[0]}"
    several = [Line(text) for text in texts]
    assert shown(lines, *texts) != list(texts)
    assert lines.turn(several, 1)
    assert shown(lines, *texts) == list(texts)


def test_the_lines_of_a_key_in_a_list_are_known_by_its_begin_on_either_side_of_a_difference() -> None:
    lines = MaskedLines(SecretMasks())
    kinds = (LineKind.PLAIN, LineKind.REMOVED, LineKind.ADDED, LineKind.PLAIN)
    texts = (f"- {BEGIN}", f"- {BODY[0]}", f"- {BODY[1]}", f"- {END}")
    told = lines.shown([Line(text, kind) for text, kind in zip(texts, kinds, strict=True)])
    assert [line.text for line in told if "MII" in line.text] == []
    assert [line.text for line in lines.shown([Line(text) for text in ("- one", "- two")])] == [
        "- one",
        "- two",
    ]


def test_a_line_that_an_agent_split_off_is_no_part_of_what_has_other_words(lines: MaskedLines) -> None:
    lines.around = ""
    assert shown(lines, BODY[1]) == [BODY[1]], "nothing tells what it is"


def test_a_value_below_its_name_is_masked_on_either_side_of_a_difference() -> None:
    lines = MaskedLines(SecretMasks())
    kinds = (LineKind.PLAIN, LineKind.REMOVED, LineKind.ADDED, LineKind.PLAIN)
    texts = ("password:", "  hunter2A9xq", "  hunter3B8yr", "- two")
    told = lines.shown([Line(text, kind) for text, kind in zip(texts, kinds, strict=True)])
    assert [line.text for line in told] == ["password:", MASK * 13, MASK * 13, "- two"]


@pytest.mark.parametrize(
    ("texts", "halves", "around"),
    [
        (("one", "password: hunter2A9xq"), {}, ""),
        (("password:", "  hunter2A9xq"), {}, ""),
        ((BEGIN, BODY[0]), {}, ""),
        (("a" * 32 + "B9" * 16,), {}, ""),
        (("half of it",), {"half": "half and half"}, ""),
        (("one",), {}, AROUND),
    ],
)
def test_who_looks_ahead_passes_nothing_over(
    texts: tuple[str, ...], halves: dict[str, str], around: str
) -> None:
    assert may_hold_masked([Line(text) for text in texts], halves, around)


def test_lines_that_hold_no_secret_are_masked_for_others_all_the_same() -> None:
    masks, texts = SecretMasks(), ("- one", "- two")
    lines = MaskedLines(masks)
    lines.is_plain = not may_hold_masked([Line(text) for text in texts], {}, "")
    assert lines.is_plain
    assert shown(lines, *texts) == list(texts)
    masks.set_private(on=True)
    assert shown(lines, *texts) != list(texts)
