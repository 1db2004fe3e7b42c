"""The example in the documentation is a layout: written out as a plug-in, it is found, listed, previewed and edited."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from memdesk.layouts import discover
from memdesk.layouts.contract import Change, ChangeKind, Layout, Source
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.store.outcomes import Saved
from memdesk.text.document import decode
from tests.conformance.folders import DiskView
from tests.layouts.hostile import hostile_texts
from tests.toys.install import install

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adding-a-layout.md"
MOST_LINES = 41

ENTRY = "## {number} May\n\n{words}\n\n"
WORDS = "Rain until noon, then the gate of the lower garden would not close again and had to be tied."


def example() -> str:
    [code] = re.findall(r"^```python\n(.*?)^```$", PAGE.read_bytes().decode(), re.MULTILINE | re.DOTALL)
    return str(code)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path with the example and a sample of it."""
    sample = tmp_path / "sample"
    (sample / "diary").mkdir(parents=True)
    text = "".join(ENTRY.format(number=number, words=WORDS) for number in range(1, 29))
    (sample / "diary" / "diary.md").write_bytes(text.encode())
    manifest = {"root": "diary", "keyed": {}, "age_hours": {"diary/diary.md": 3}}
    (sample / "sample.json").write_bytes(json.dumps(manifest).encode())
    install(tmp_path / "site", "diary", example().encode(), sample)
    monkeypatch.syspath_prepend(tmp_path / "site")
    return tmp_path / "site"


@pytest.fixture
def diary(site: Path) -> Layout:
    """The example, found as any plug-in is."""
    assert site.is_dir()
    return next(layout for layout in discover() if layout.name == "diary")


@pytest.fixture
def desk(tmp_path: Path, diary: Layout) -> Iterator[Desk]:
    """The app without a window, with all layouts and nobody's home."""
    assert diary.title == "Diary"
    desk = Desk(
        StateFolders.below(str(tmp_path / "ours")),
        Surroundings(str(tmp_path), {}),
        discover(),
        keeps_drafts=False,
    )
    yield desk
    desk.close()


def test_it_is_as_short_as_it_says() -> None:
    assert len(example().rstrip("\n").split("\n")) <= MOST_LINES


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=hostile_texts())
def test_its_outline_loses_no_character(diary: Layout, text: str) -> None:
    [document] = diary.documents(DiskView(), "/nowhere")
    assert "".join(leaf.span.of(text) for leaf in diary.outline(document, text).leaves()) == text


def test_its_home_is_a_place(diary: Layout, tmp_path: Path) -> None:
    (tmp_path / ".diary").mkdir()
    [place] = diary.places(DiskView(home=str(tmp_path)))
    assert (place.path, place.found) == (str(tmp_path / ".diary"), True)


def test_its_sample_opens_as_its_own(desk: Desk, tmp_path: Path) -> None:
    roots = {root.agent: root for root in desk.samples.make(str(tmp_path / "samples"))}
    assert desk.claim(roots["diary"].path).agent == "diary"
    assert desk.claim(roots["ok"].path).agent == "ok"


def test_its_preview_is_cut_at_whole_lines(diary: Layout, desk: Desk, tmp_path: Path) -> None:
    root = next(root for root in desk.samples.make(str(tmp_path / "samples")) if root.agent == "diary").path
    view = desk.workspace.disk
    injected = diary.injected(view, root, diary.contexts(view, root)[0])
    whole = decode(view.read(f"{root}/diary.md"))
    assert whole.startswith(injected.text)
    assert len(injected.text.encode()) <= 2_000 < len(whole.encode())
    [piece] = injected.pieces
    assert isinstance(piece.origin, Source)
    assert {cut.key for cut in injected.cut} > {"20 May", "28 May"}
    assert "not known" in injected.unknown


def test_a_section_is_saved(desk: Desk, tmp_path: Path) -> None:
    root = next(root for root in desk.samples.make(str(tmp_path / "samples")) if root.agent == "diary")
    desk.workspace.open_root(root)
    path = Path(root.path, "diary.md")
    before = path.read_bytes()
    session = desk.workspace.open_document(str(path))
    change = Change(ChangeKind.SET_BODY, session.document, "2 May", body="Sun.")
    session.change(change, desk.workspace.view)
    result, _ = desk.workspace.save(str(path))
    assert isinstance(result, Saved)
    expected = before.replace(f"## 2 May\n\n{WORDS}".encode(), b"## 2 May\n\nSun.")
    assert path.read_bytes() == expected != before
