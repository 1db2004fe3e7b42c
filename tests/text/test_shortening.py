"""A text is cut so that no half of a secret is left, which nobody would know for one."""

from __future__ import annotations

import pytest

from memdesk.text.masking import mask_in_place
from memdesk.text.shortening import beginning, in_short

TOKEN = "ghp_" + "a1B2c3D4e" * 4
KEY = "\n".join(
    ("-----BEGIN RSA PRIVATE KEY-----", *["MIIEow" + "IBAAKCAQEA" * 6] * 40, "-----END RSA PRIVATE KEY-----")
)
TEXTS = (
    f"The robot pushes with {TOKEN} to the mirror",
    "The database password: hUnter2hUnter2 is for the staging host",
    "curl -u robot:hUnter2hUnter2 fetches the report",
    f"The key of the host: {KEY} and nothing else",
)
TOLD = ("c3D4e", "nter2", "AKCAQ")


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("most", [10, 24, 30, 33, 40, 48, 60, 90, 200])
def test_no_part_of_a_secret_is_told(text: str, most: int) -> None:
    said = in_short(text, most)
    assert not any(part in said for part in TOLD)
    assert len(said) <= most + 1
    assert not any(part in mask_in_place(beginning(text, most)) for part in TOLD)


def test_what_fits_stays_as_it_is() -> None:
    assert in_short("two  words\nhere", 20) == "two words here"
    assert beginning("two  words\nhere", 20) == "two  words\nhere"


def test_what_is_long_is_cut() -> None:
    assert in_short("word " * 100_000, 12) == "word word wo…"
    assert beginning("word " * 100_000, 12) == "word word wo"


def test_a_secret_stays_whole() -> None:
    assert beginning(f"with {TOKEN} and more", 12) == f"with {TOKEN}"
    assert beginning(f"with a word before {TOKEN}", 12) == "with a word "
