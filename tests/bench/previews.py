"""From a key in 64 KB of any agent's memory to the text that the agent gets."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from memdesk.services.documents.session import DocumentSession
from memdesk.services.preview.preview import PreviewJob, context_for
from memdesk.services.preview.survival import survey
from memdesk.text.document import decode, encode
from memdesk.text.edits import Edit
from tests.bench.report import Figure, interleaved
from tests.services.sample_desks import SampleDesk

SIZE_CHARS = 64_000
ROUNDS = 20
FRAME_MS = 16.0

Scale = Callable[[str], Edit]


def _repeated(start: int, piece: Callable[[int], str]) -> Edit:
    """So many numbered pieces at `start` that the text has its size."""
    many = range(SIZE_CHARS // len(piece(100)))
    return Edit(start, "", "".join(piece(number) for number in many))


def _bullets(text: str) -> Edit:
    found = re.search(r"(?m)^- .*\n", text)
    assert found
    return _repeated(found.start(), lambda number: found[0].replace(" ", f" {number} ", 1))


def _links(text: str) -> Edit:
    found = re.search(r"(?m)^- \[[^\]]*\](\(.*\.md\)).*\n", text)
    assert found
    return _repeated(found.start(), lambda number: found[0].replace(found[1], f"(fact-{number}.md)"))


def _log_entries(text: str) -> Edit:
    start, end = text.index("<!-- entry:"), text.index("\n", text.index("<!-- /entry:")) + 1
    entry = text[start:end]
    return _repeated(start, lambda number: re.sub(r"(_\d{8})_\d{8}", rf"\1_{number + 100:08d}", entry) + "\n")


def _content(text: str) -> Edit:
    start = text.index("- 2026")
    line = text[start : text.index("\\n", start) + 2]
    return _repeated(start, lambda _number: line)


DOCUMENTS: Mapping[str, tuple[str, str, Scale]] = {
    "evva": ("MEMORY.md", "api", _bullets),
    "ub": ("memory.md", "api", _bullets),
    "ok": ("MEMORY.md", "bakery", _links),
    "everos": ("episode-2026-05-12.md", "nora", _log_entries),
    "foresthub": ("watering_log", "", _content),
    "claude_code": ("MEMORY.md", "tide-tables", _links),
}


def measure(folder: Path) -> list[Figure]:
    """A preview and a survival check with each key; past a frame the window makes them in a worker after a rest."""
    samples = SampleDesk(folder)
    figures = [figure for agent in DOCUMENTS for figure in _of_agent(samples, agent)]
    samples.desk.close()
    return figures


def _of_agent(samples: SampleDesk, agent: str) -> list[Figure]:
    root, session = samples.root(agent), _scaled(samples, agent)
    context = context_for(samples.previewer.contexts(root.path), session.document)
    place = session.text.text.index("- ") + 2

    def prepared() -> PreviewJob:
        session.text.edit([Edit(place, "", "x")])
        return samples.previewer.prepare(root.path, context)

    def check() -> None:
        survey(root.layout, session.document, samples.previewer.snapshot())

    def scan() -> int:
        return len(decode(encode(session.text.text)).split("\n"))

    works = [prepared, lambda: prepared().run(), check, scan]
    prepare_ms, preview_ms, check_ms, floor_ms = interleaved(works, ROUNDS)
    session.discard()
    where = "at once" if preview_ms < FRAME_MS else "in a worker"
    return [
        Figure(
            f"key handed to a preview, 64 KB, {agent}", prepare_ms, None, FRAME_MS, "in the window's thread"
        ),
        Figure(
            f"key to preview, 64 KB, {agent}",
            preview_ms,
            floor_ms,
            None,
            f"computed {where}; the floor splits the bytes into lines",
        ),
        Figure(f"survival check, 64 KB, {agent}", check_ms, floor_ms, None, "in a worker"),
    ]


def _scaled(samples: SampleDesk, agent: str) -> DocumentSession:
    """A document of the agent's sample, with 64 KB of its own entries in it."""
    title, scope, scale = DOCUMENTS[agent]
    root = samples.root(agent)
    found = next(
        document
        for document in root.layout.documents(samples.desk.workspace.view, root.path)
        if document.exists and document.title == title and document.scope.title.startswith(scope)
    )
    session = samples.open(found.path)
    session.text.edit([scale(session.text.text)])
    return session
