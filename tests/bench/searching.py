"""How long each key of a search takes, against a plain loop over all entries and against ripgrep over their files."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter, thread_time
from types import MappingProxyType

from memdesk.layouts import discover
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.services.remembered.entries import Entry, EntryList, ReadDocument
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.search.large import LargeSearch
from memdesk.services.search.queries import parse
from memdesk.services.search.search import Search
from memdesk.services.search.searchable import Index
from memdesk.text.edits import Span
from memdesk.text.outline import NodeKind
from tests.bench.report import Figure

_SEED = 20_011
_ENTRIES_EACH = 50
_WORDS = 6000
_FRAME_MS = 16.0
_LETTERS = "abcdefghijklmnoprstuvwy"
_NO_FACTS = MappingProxyType[str, str]({})

Find = Callable[[str], object]


def measure(folder: Path) -> Sequence[Figure]:
    """100,000 entries in 2,000 documents gone through; a million in 20,000 by the index."""
    read, words = _memory(folder, 2_000, on_disk=True)
    begin = perf_counter()
    index = Index(read)
    made_ms = (perf_counter() - begin) * 1000
    keys = _keys(words)
    ours, loop = _times(_search(index), keys), _times(_loop(read), keys)
    alone, scan = (_times(find, keys, thread_time) for find in (_search(index), index.joined.find))
    figures = [
        Figure("100,000 entries made ready", made_ms, None, None, "once"),
        Figure("a key at 100,000, median", _median(ours), _median(loop), 1.0, "floor: a loop over entries"),
        Figure(
            "a key at 100,000, worst", max(alone), None, _FRAME_MS, f"{len(keys)} keys, of this thread alone"
        ),
        Figure("a key at 100,000, worst", max(alone), max(scan), 2.5, "floor: a scan for one word"),
        Figure("a key at 100,000, worst by the clock", max(ours), None, None, "with all else that runs"),
    ]
    if shutil.which("rg"):
        rg = _times(_ripgrep(folder), keys[::10])
        figures.append(Figure("a key at 100,000, median", _median(ours), _median(rg), 1.0, "floor: rg"))
    return [*figures, *_million(folder)]


def _million(folder: Path) -> Sequence[Figure]:
    read, words = _memory(folder, 20_000, on_disk=False)
    index, keys = Index(read), _keys(words)[::4]
    large = LargeSearch(str(folder / "search"))
    begin = perf_counter()
    large.follow(index)
    made_s = perf_counter() - begin
    try:
        ours, without = _times(_search(index, large), keys), _times(_search(index), keys)
    finally:
        large.close()
    return [
        Figure("a million entries indexed", made_s, None, None, "once, in the background", "s"),
        Figure("a key at a million, median", _median(ours), _median(without), None, "floor: no index"),
        Figure("a key at a million, worst", max(ours), max(without), None, "floor: no index"),
        Figure("a key at a million, worst", max(ours), None, _FRAME_MS),
    ]


def _search(index: Index, large: LargeSearch | None = None) -> Find:
    if large is None:
        return lambda text: Search(index, parse(text)).find()
    return lambda text: Search(index, parse(text), narrow=large.narrow).find()


def _loop(read: EntryList) -> Find:
    folded = [entry.text.lower() for entry in read.entries]
    return lambda text: [number for number, words in enumerate(folded) if text in words][:200]


def _ripgrep(folder: Path) -> Find:
    return lambda text: subprocess.run(
        ["rg", "-i", "-F", "-m", "200", text, str(folder / "memory")], capture_output=True, check=False
    )


def _times(find: Find, keys: Sequence[str], clock: Callable[[], float] = perf_counter) -> list[float]:
    """The best of five for each key: what else runs here only ever adds."""
    taken = []
    for key in keys:
        rounds = []
        for _ in range(5):
            begin = clock()
            find(key)
            rounds.append((clock() - begin) * 1000)
        taken.append(min(rounds))
    return taken


def _median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def _keys(words: Sequence[str]) -> list[str]:
    """What stands in the field after each key of some words, pairs of words, and words that are nowhere."""
    chosen = [*words[:40], *(f"{one} {other}" for one, other in zip(words[40:50], words[50:60], strict=True))]
    return [word[:end] for word in (*chosen, "quokkaz", "zzz") for end in range(1, len(word) + 1)]


def _memory(folder: Path, count: int, *, on_disk: bool) -> tuple[EntryList, Sequence[str]]:
    """So many documents of invented words, and the words."""
    chance = random.Random(_SEED)
    words = ["".join(chance.choices(_LETTERS, k=chance.randint(3, 9))) for _ in range(_WORDS)]
    layout = next(layout for layout in discover(installed=False) if layout.name == "plain")
    root = MemoryRoot(str(folder / "memory"), layout, "")
    scope = Scope(ScopeKind.YOU, "", "You")
    documents = []
    for number in range(count):
        path = folder / "memory" / f"{number}.md"
        document = Document(str(path), root.path, path.name, scope, DocumentKind.LIST)
        lines = [" ".join(chance.choices(words, k=12)) for _ in range(_ENTRIES_EACH)]
        text = "".join(f"- {line}\n" for line in lines)
        if on_disk:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        documents.append(ReadDocument(root, document, text, tuple(_entries(root, document, lines)), (root,)))
    return EntryList(tuple(documents)), words


def _entries(root: MemoryRoot, document: Document, lines: Sequence[str]) -> list[Entry]:
    entries, start = [], 0
    for line in lines:
        span = Span(start, start + len(line) + 3)
        entries.append(Entry(root, document, (line, 0), "", line, _NO_FACTS, span, NodeKind.ENTRY))
        start = span.end
    return entries
