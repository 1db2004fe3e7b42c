"""The stores of OK, one per project and a shared one: where they are, what a save does to them (v1.0.0, measured)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from memdesk.layouts.documents import FileInfo, FileKind
from memdesk.layouts.ok.limits import MEASURED, Limits
from memdesk.layouts.ok.model import (
    Fact,
    fact_slug,
    index_line,
    path_slug,
    read_fact,
    render_fact,
    split_index,
    unfrozen_index,
    write_index,
)
from memdesk.layouts.shapes.files import kind_of, text_at
from memdesk.layouts.shapes.go import error_words, folder_obstacle, join_path
from memdesk.layouts.shapes.go_sort import sort_slice
from memdesk.layouts.shapes.go_text import in_byte_order
from memdesk.layouts.view import View
from memdesk.text.document import decode

INDEX_FILE = "MEMORY.md"
PROJECTS_FOLDER = "projects"
SHARED_FOLDER = "shared"
STORE_FOLDER = "memory"

_SUFFIX = ".md"
_UNAVAILABLE = "memory store unavailable (no user config dir)"


@dataclass(frozen=True, slots=True)
class Store:
    """A folder of facts with its index; `folder` is empty where there is no user folder, and then nothing is kept."""

    folder: str
    most_facts: int = MEASURED.facts

    @property
    def index_path(self) -> str:
        """Where its index is."""
        return join_path(self.folder, INDEX_FILE)

    def path(self, name: str) -> str:
        """Where a fact of this name is, though a name may give no stem."""
        return join_path(self.folder, fact_slug(name) + _SUFFIX)


def project_store(user_folder: str, folder: str, limits: Limits = MEASURED) -> Store:
    """The store of a project folder (absolute); no links are resolved, and no repository is looked for."""
    if not user_folder:
        return Store("")
    return Store(join_path(user_folder, PROJECTS_FOLDER, path_slug(folder), STORE_FOLDER), limits.facts)


def shared_store(user_folder: str, limits: Limits = MEASURED) -> Store:
    """The store whose facts every project gets."""
    folder = join_path(user_folder, SHARED_FOLDER, STORE_FOLDER) if user_folder else ""
    return Store(folder, limits.shared_facts)


def counted_files(view: View, store: Store) -> list[FileInfo]:
    """What OK counts as facts for its cap, in the order of the names: every file, and every link, wherever it leads."""
    try:
        entries = view.entries(store.folder) if store.folder else ()
    except OSError:
        return []
    found = (entry for entry in entries if is_fact_name(entry.name))
    counted = [entry for entry in found if entry.is_link or entry.kind is not FileKind.FOLDER]
    return sorted(counted, key=lambda entry: in_byte_order(entry.name))


def fact_files(view: View, store: Store) -> list[FileInfo]:
    """The files that OK reads as facts, whoever wrote them, in the order of their names."""
    return [entry for entry in counted_files(view, store) if entry.kind is not FileKind.FOLDER]


def is_fact_name(name: str) -> bool:
    """Whether OK takes a file of this name, exactly so, for a fact."""
    return name.endswith(_SUFFIX) and name != INDEX_FILE


def _facts(view: View, store: Store, files: Iterable[FileInfo]) -> Iterator[Fact]:
    for entry in files:
        text = text_at(view, join_path(store.folder, entry.name))
        if text is not None:
            yield read_fact(text, entry.name.removesuffix(_SUFFIX))


def index_text(view: View, store: Store) -> str:
    """The whole text of a store's index; empty where there is none."""
    return (text_at(view, store.index_path) if store.folder else "") or ""


def _infos(view: View, store: Store) -> Iterator[FileInfo]:
    """What pruning looks at, in the order of the names."""
    for entry in counted_files(view, store):
        try:
            yield view.info(join_path(store.folder, entry.name))
        except OSError:
            continue


def _age(info: FileInfo) -> float:
    """The time by which OK deletes the oldest: of a link its own."""
    return info.modified if info.link_modified is None else info.link_modified


def deleted_next(view: View, store: Store, count: int) -> tuple[list[FileInfo], list[FileInfo]]:
    """What OK deletes where its next save deletes `count` files, and what the saves after that do, in order.

    The next fact is taken for one that OK writes by itself: its name has a part in how Go sorts equally old files.
    """
    infos, new = {info.name: info for info in _infos(view, store)}, f"{usual_name(view)}{_SUFFIX}"
    by_age = _by_age(view, store, new, new)
    at_once = [infos[name] for name in by_age[:count] if name in infos]
    # What is dated later than the new fact outlives it: that is the first to go then.
    return at_once, [infos[name] for name in by_age[count : by_age.index(new)] if name in infos]


def usual_name(view: View) -> str:
    """What OK would call the fact that it writes by itself every fifth turn, if it did so now."""
    return f"episodic-{view.now:%Y%m%d-%H%M%S}"


# Writing

_TEMPORARY_NAME = re.compile(r".+\.md\.[^/]+\.[0-9a-f]{8}\.tmp")


def is_temporary(name: str) -> bool:
    """Whether a file of this name is one that OK fills before it renames it, perhaps left behind."""
    return _TEMPORARY_NAME.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class StoreWrite:
    """What OK does to the files of a store: new texts by path, None for what it deletes. `error` in its own words.

    An asterisk in a path stands for eight random digits of a temporary name; such a file is left behind.
    """

    path: str = ""
    texts: Mapping[str, str | None] = field(default_factory=dict)
    error: str = ""
    message: str = ""


def save(view: View, store: Store, fact: Fact) -> StoreWrite:
    """What OK does to keep a fact: write it, write its index anew, delete the oldest files past the cap.

    The index keeps the lines of what was deleted. The fact just written may be among that, where others are younger.
    Where the index cannot be read, the fact is written all the same.
    """
    if not store.folder:
        return StoreWrite(error=_UNAVAILABLE)
    slug = fact_slug(fact.name)
    if not slug:
        return StoreWrite(error="memory needs a name")
    if obstacle := folder_obstacle(view, store.folder):
        return StoreWrite(error=obstacle)
    path = store.path(slug)
    if (there := kind_of(view, path)) is FileKind.FOLDER and not view.info(path).is_link:
        temporary = f"{path}.{slug}.*.tmp"
        return StoreWrite(
            texts={temporary: render_fact(fact)}, error=f"rename {temporary} {path}: file exists"
        )
    try:
        text = decode(view.read(store.index_path))
    except FileNotFoundError:
        text = ""
    except OSError as error:
        return StoreWrite(path, {path: render_fact(fact)}, error=_reading_error(store.index_path, error))
    index = split_index(text).with_line(slug, index_line(fact))
    gone = _pruned(view, store, None if there else posixpath.basename(path), posixpath.basename(path))
    texts: dict[str, str | None] = {path: render_fact(fact), store.index_path: write_index(index)}
    texts |= {join_path(store.folder, name): None for name in gone}
    return StoreWrite(path, texts)


def _pruned(view: View, store: Store, added: str | None, written: str | None) -> Sequence[str]:
    """The names that pruning deletes when `written` is as young as can be, and `added` where it is new."""
    by_age = _by_age(view, store, added, written)
    return by_age[: max(0, len(by_age) - store.most_facts)]


def _by_age(view: View, store: Store, added: str | None, written: str | None) -> list[str]:
    now = view.now.timestamp()
    ages = {info.name: _age(info) for info in _infos(view, store)}
    if written is not None and (added or written in ages):
        ages[written] = now
    return sort_slice(sorted(ages, key=in_byte_order), lambda one, other: ages[one] < ages[other])


def pruned_by_save(view: View, store: Store) -> Sequence[str]:
    """The file names that the save of one more fact deletes, of one that OK writes by itself."""
    new = f"{usual_name(view)}{_SUFFIX}"
    return [name for name in _pruned(view, store, new, new) if name != new]


def _reading_error(path: str, error: OSError) -> str:
    verb = "read" if isinstance(error, IsADirectoryError) else "open"
    return f"{verb} {path}: {error_words(error)}"


def unfreeze(view: View, store: Store) -> StoreWrite:
    """What OK does to take what stands below the freeze line into the visible part."""
    if not store.folder:
        return StoreWrite(error=_UNAVAILABLE)
    try:
        text = decode(view.read(store.index_path))
    except OSError as error:
        return StoreWrite(error=_reading_error(store.index_path, error))
    return StoreWrite(store.index_path, {store.index_path: unfrozen_index(text)})
