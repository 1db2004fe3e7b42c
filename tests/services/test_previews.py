"""Previews of every agent: from a snapshot, without another look at the disk, within any budget."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts.contract import NO_OP, Generated, Operation
from memdesk.layouts.documents import Scope
from memdesk.layouts.foresthub import LAYOUT as FORESTHUB
from memdesk.layouts.foresthub.run import next_run
from memdesk.layouts.optional import Switching
from memdesk.services.machine.laid_over import LaidOverView, RememberedView
from memdesk.services.preview.preview import Previewer
from memdesk.text.document import decode, encode
from memdesk.text.edits import Edit
from tests.layouts.dict_view import DictView
from tests.layouts.foresthub_texts import PATH, ROOT, document, record
from tests.services.sample_desks import SampleDesk

AGENTS = ("ub", "ok", "everos", "foresthub", "evva")


@pytest.fixture
def samples(tmp_path: Path) -> Iterator[SampleDesk]:
    samples = SampleDesk(tmp_path)
    yield samples
    samples.desk.close()


@pytest.mark.parametrize("agent", AGENTS)
def test_every_character_of_every_context_is_sourced_or_explained(samples: SampleDesk, agent: str) -> None:
    root = samples.root(agent).path
    for context in samples.previewer.contexts(root):
        injected = samples.previewer.preview(root, context).injected
        assert injected.unknown
        assert {piece.part for piece in injected.pieces} <= {part.name for part in injected.parts}
        for piece in injected.pieces:
            if isinstance(piece.origin, Generated):
                assert piece.origin.reason
            else:
                text = decode(samples.desk.workspace.view.read(piece.origin.path))
                assert piece.origin.span.of(text) == piece.text


@pytest.mark.parametrize("agent", AGENTS)
def test_every_cut_and_meter_leads_to_a_document(samples: SampleDesk, agent: str) -> None:
    root = samples.root(agent).path
    for context in samples.previewer.contexts(root):
        injected = samples.previewer.preview(root, context).injected
        for cut in injected.cut:
            assert cut.span.of(decode(samples.desk.workspace.view.read(cut.path))) == cut.text
            assert cut.why
        assert all(meter.used >= 0 for meter in injected.meters)
        assert all(out.path for forecast in injected.forecasts for out in forecast.next_out)


def test_a_job_keeps_to_the_buffers_of_its_time(samples: SampleDesk) -> None:
    cut = samples.cut("ub", "api", "A 502 right after a deploy")
    session = samples.open(cut.path)
    root, context = samples.root("ub").path, samples.context("ub", "api")
    job = samples.previewer.prepare(root, context)
    session.text.edit([Edit(0, "", "## preference\n\n- Be quick. *(2026-05-01T09:00:00Z)*\n\n")])
    assert "Be quick." not in job.run().injected.text
    preview = samples.previewer.preview(root, context)
    assert "Be quick." in preview.injected.text
    assert preview.saved is not None
    assert "Be quick." not in preview.saved.text


def test_another_budget_can_be_tried(samples: SampleDesk) -> None:
    root, context = samples.root("ub").path, samples.context("ub", "api")
    own = samples.previewer.preview(root, context).injected
    assert own.meters[0].cap == 4000
    assert "memory.max_chars in " in own.meters[0].why
    small = samples.previewer.preview(root, context, 1000).injected
    assert len(small.cut) > len(own.cut)
    assert small.meters[0].cap == 1000
    whole = samples.previewer.preview(root, context, 0).injected
    assert whole.meters[0].cap is None
    assert not any("bytes that ub gives" in cut.why for cut in whole.cut)


def test_a_default_budget_says_where_another_was_looked_for(samples: SampleDesk) -> None:
    root, context = samples.root("ub").path, samples.context("ub", "api")
    config = Path(root.removesuffix("/.local/state/ub/memory"), ".config/ub/config.yaml")
    config.write_bytes(b"memory: {}\n")
    previewer = Previewer(samples.desk.workspace)
    assert previewer.preview(root, context).injected.meters[0].why == (
        f"ub’s default; no memory.max_chars in {config}"
    )
    config.unlink()
    previewer.forget()
    assert previewer.preview(root, context).injected.meters[0].why == (
        f"ub’s default; no config found at {config}"
    )


def test_an_agent_without_a_budget_has_no_other_one(samples: SampleDesk) -> None:
    root, context = samples.root("evva").path, samples.context("evva", "api")
    assert not samples.previewer.is_budgeted(root)
    own = samples.previewer.preview(root, context).injected
    assert samples.previewer.preview(root, context, 10).injected == own


def test_recall_finds_what_the_agent_would(samples: SampleDesk) -> None:
    root, context = samples.root("ub").path, samples.context("ub", "api")
    found = samples.previewer.prepare_recall(root, context, "WORKER")()
    assert found
    assert all("worker" in entry.text.lower() for entry in found)
    assert (
        samples.previewer.prepare_recall(samples.root("evva").path, samples.context("evva", "api"), "x")()
        == ()
    )


def test_what_goes_next_is_named_in_order(samples: SampleDesk) -> None:
    root, context = samples.root("ub").path, samples.context("ub", "api")
    forecast = samples.previewer.preview(root, context).injected.forecasts[0]
    assert forecast.rule.startswith("ub fills 4,000 bytes")
    injected = samples.previewer.preview(root, context).injected
    assert forecast.next_out[0].name in injected.text


# Where memory is switched off


def off(previewer: Previewer, samples: SampleDesk, agent: str, context: Scope) -> tuple[list[str], list[str]]:
    """What is switched off by the layout's own answer, and the warnings of the preview."""
    root, layout = samples.root(agent), samples.root(agent).layout
    assert isinstance(layout, Switching)
    said = [switch.message for switch in layout.switched_off(samples.desk.workspace.disk, root.path)]
    return said, list(previewer.preview(root.path, context).injected.warnings)


def test_evva_without_auto_memory_says_so(samples: SampleDesk) -> None:
    root, context = samples.root("evva").path, samples.context("evva", "api")
    config = Path(root, "config", "evva-config.yml")
    config.parent.mkdir(exist_ok=True)
    config.write_bytes(b"enable_auto_memory: false\n")
    said, warnings = off(Previewer(samples.desk.workspace), samples, "evva", context)
    assert said == [f"evva neither reads nor writes project memory: enable_auto_memory: false in {config}."]
    assert any(str(config) in warning for warning in warnings)


def test_ub_without_its_tool_says_so(samples: SampleDesk) -> None:
    context = samples.context("ub", "api")
    config = Path(samples.root("ub").path.removesuffix("/.local/state/ub/memory"), ".config/ub/config.yaml")
    config.write_bytes(b"tools_disabled: [remember]\nmemory: {auto: {enabled: false}}\n")
    said, warnings = off(Previewer(samples.desk.workspace), samples, "ub", context)
    assert len(said) == 1
    assert said[0].startswith("ub does not write memory: tools_disabled in ")
    assert said[0] in warnings


def test_a_strategy_of_everos_that_is_off_is_no_whole(samples: SampleDesk) -> None:
    root, layout = samples.root("everos"), samples.root("everos").layout
    assert isinstance(layout, Switching)
    (switch,) = layout.switched_off(samples.desk.workspace.disk, root.path)
    assert (switch.whole, "ome.toml" in switch.message) == (False, True)


# Views


def test_a_remembered_view_asks_once() -> None:
    disk = DictView({"/m/a.md": "a"})
    view = RememberedView(disk)
    looks = []
    for _ in range(3):
        assert view.read("/m/a.md") == b"a"
        assert view.info("/m/a.md").size_bytes == 1
        with pytest.raises(FileNotFoundError):
            view.read("/m/none.md")
        looks.append(disk.looks)
    assert looks[0] == looks[2]


def test_a_remembered_view_is_let_go_though_something_was_not_there() -> None:
    view = RememberedView(DictView({}))
    alive = weakref.ref(view)
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            view.read("/m/none.md")
    del view
    assert alive() is None


def test_a_text_laid_over_is_a_file() -> None:
    view = LaidOverView(DictView({"/m/a.md": "a"}), {"/m/a.md": b"longer", "/m/new.md": b"new"})
    assert view.read("/m/a.md") == b"longer"
    assert view.info("/m/a.md").size_bytes == 6
    assert view.info("/m/new.md").size_bytes == 3
    assert [info.name for info in view.entries("/m")] == ["a.md", "new.md"]
    with pytest.raises(FileNotFoundError):
        view.info("/m/none.md")


def test_one_run_of_an_engine_tells_of_all_its_records_and_keeps_no_append() -> None:
    disk = DictView({PATH: record("u1", "- a"), f"{ROOT}/u2.json": record("u2", "- b")})
    view = RememberedView(disk)
    assert next_run(view, ROOT) is next_run(view, ROOT)
    appended = [
        FORESTHUB.next_write(view, document(), Operation("append", body=" more")).texts for _ in range(2)
    ]
    assert appended == [(record("u1", "- a more"),)] * 2
    assert FORESTHUB.next_write(view, document(), NO_OP).texts == (record("u1", "- a"),)
    changed = LaidOverView(view, {PATH: encode(record("u1", "- other"))})
    assert FORESTHUB.next_write(changed, document(), NO_OP).texts == (record("u1", "- other"),)
