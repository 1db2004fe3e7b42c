"""What `preview` says beyond the text: what would help, and what goes next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran


def test_what_goes_next_is_listed(
    tmp_path: Path, sample: Callable[[str], Path], memdesk_here: Callable[..., Ran]
) -> None:
    preview = ("preview", str(sample("ub")), "--context", str(tmp_path / "ub/projects/api"))
    facts = memdesk_here(*preview, "--json").json
    (forecast,) = (one for one in facts["forecasts"] if one["kind"] == "cut off")
    assert forecast["rule"].startswith("ub fills 4,000 bytes category by category")
    names = [going["name"] for going in forecast["next"]]
    assert names[0] in facts["text"]
    assert 0 < forecast["with_one_more"] <= len(names)
    assert all(going["path"].endswith("memory.md") for going in forecast["next"])
    said = memdesk_here(*preview).err.decode()
    assert f"Next to go: {names[0]}; " in said


def test_what_would_help_is_said_of_what_moving_does_not(
    sample: Callable[[str], Path], memdesk_here: Callable[..., Ran]
) -> None:
    facts = memdesk_here("preview", str(sample("foresthub")), "--json").json
    assert facts["cut"]
    assert all(cut["remedy"].startswith("The card holds names") for cut in facts["cut"])
