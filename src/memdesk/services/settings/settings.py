"""What the first paint needs and what the user chose: one small JSON file, read without any library.

A value of the wrong kind, from a hand edit or another version, counts as not set; keys that are not known here are
kept when the file is written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TypeVar

from memdesk.errors import StorageError, reason_of
from memdesk.services.settings.changes import with_changes
from memdesk.services.settings.schema import brought_up
from memdesk.store.settings_file import SettingsFile

THEMES = ("system", "light", "dark")
ANIMATIONS = ("system", "on", "off")
LANGUAGES = ("system", "en", "de", "zh_CN")

_MOST_PIXELS = 100_000
_MOST_OF_A_LIMIT = 1_000_000
_MOST_OF_A_NUMBER = 2**53

Value = TypeVar("Value")


class Settings:
    """The user's choices, as they are in memory; `SettingsStore.write` puts them on disk.

    `theme` is one of `THEMES`, `animations` one of `ANIMATIONS`, `language` one of `LANGUAGES`. `roots` are folders
    opened by hand, `closed_roots` found ones that the user does not want to see. `bindings` maps a root to the project
    folder of each key that was bound by hand. `window` is x, y, width, height in pixels, None before the first quit;
    `panel_widths` are pixels by the names of screen and panel. `open_roots` are the roots open at the last quit, each
    with the `agent` and `generation` it belongs to. `attachments` are files opened beside a root, by what they are for.
    `recorded` says of roots whether the history keeps what is seen in them; about the others nobody was asked.
    `history_limits` says how long it keeps what, by the names in `limits.HISTORY_LIMITS`; what it does not name is as
    there. `prune_weights` says how much each reason to let an entry go counts, by the names in
    `reasons.reason.WEIGHTS`. With `also_system_trash` whole files that are removed are put into the trash of the
    system, too. With `masks_secrets` secrets are covered on screen until one looks at them; with `hides_bodies` all
    that is remembered is. `keys` are the shortcuts that the user gave to actions, by their ids, as portable key texts;
    none at all is an empty list. `recent_choices` are keys of what was chosen in the palette, the latest first.
    `last_notes` says where the last quick note went, by project: `path`, `section`; by an empty name for the last one
    of all. `assumptions` are numbers that the user set in place of those that layouts assume, by the layout's name and
    `Assumption.name`. `inbox_looked_s` is when the inbox was last looked at, in Unix seconds, 0 for never.
    `root_names` are names of the user's own for roots, by their paths; `paused_roots` are not watched. `last_document`
    is the path of the document that was on screen at the last quit, empty for none.
    """

    def __init__(self, theme: str = "system", *, is_first_run: bool = True) -> None:
        self.theme = theme
        self.animations = "system"
        self.language = "system"
        self.is_first_run = is_first_run
        self.window: tuple[int, int, int, int] | None = None
        self.is_maximized = False
        self.panel_widths: dict[str, dict[str, int]] = {}
        self.roots: list[str] = []
        self.closed_roots: list[str] = []
        self.open_roots: dict[str, dict[str, str]] = {}
        self.project_folders: list[str] = []
        self.bindings: dict[str, dict[str, str]] = {}
        self.attachments: dict[str, dict[str, str]] = {}
        self.recorded: dict[str, bool] = {}
        self.history_limits: dict[str, int] = {}
        self.prune_weights: dict[str, int] = {}
        self.also_system_trash = False
        self.masks_secrets = True
        self.hides_bodies = False
        self.keys: dict[str, list[str]] = {}
        self.recent_choices: list[str] = []
        self.last_notes: dict[str, dict[str, str]] = {}
        self.assumptions: dict[str, dict[str, int]] = {}
        self.inbox_looked_s = 0
        self.root_names: dict[str, str] = {}
        self.paused_roots: list[str] = []
        self.last_document = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # its values change

    def bound_folders(self, root: str) -> Mapping[str, str]:
        """The project folders bound to keys of this root by hand, by key."""
        return dict(self.bindings.get(root, {}))

    def override(self, agent: str, name: str) -> int | None:
        """The number that holds in place of one that the layout `agent` assumes."""
        return self.assumptions.get(agent, {}).get(name)

    def root_name(self, path: str) -> str:
        """What the user calls a root; empty where that is as its agent."""
        return self.root_names.get(path, "")

    def is_paused(self, path: str) -> bool:
        """Whether a root is not to be watched."""
        return path in self.paused_roots

    def assume(self, agent: str, name: str, number: int | None) -> None:
        """Let a number hold in place of one that a layout assumes; None takes that back."""
        numbers = self.assumptions.setdefault(agent, {})
        if number is None:
            numbers.pop(name, None)
        else:
            numbers[name] = number
        if not numbers:
            del self.assumptions[agent]

    def bind(self, root: str, key: str, folder: str | None) -> None:
        """Bind a key to a project folder; None unbinds it."""
        keys = self.bindings.setdefault(root, {})
        if folder is None:
            keys.pop(key, None)
        else:
            keys[key] = folder


class SettingsStore:
    """Reads and writes the settings file, which other processes write, too. `locks` is a folder of lock files.

    A file that is no use gets another name, unless `only_looks`.
    """

    def __init__(self, path: str, locks: str = "", *, only_looks: bool = False) -> None:
        self._file = SettingsFile(path, locks)
        self._only_looks = only_looks
        self._kept: dict[str, object] = {}
        self._last: dict[str, object] = {}

    @property
    def aside(self) -> str:
        """Where settings that were no use are kept now; empty where all is well."""
        return self._file.aside

    def read(self) -> Settings:
        """The settings; defaults where the file is missing, cannot be read or holds something else."""
        self._kept = self._there()
        settings = _parse(self._kept)
        self._last = self._of(settings)
        return settings

    def write(self, settings: Settings) -> None:
        """Put what was changed since it was last read or written here on disk; what others changed stays.

        Raises `StorageError` where the file system says no.
        """
        mine = self._of(settings)
        try:
            with self._file.held():
                self._file.write(mine | self._changed(mine))
        except OSError as error:
            raise StorageError("The settings could not be kept: {why}.", why=reason_of(error)) from error
        self._last = mine

    def change_words(self, settings: Settings, change: Callable[[bytes], bytes]) -> None:
        """Change what the settings say, in memory, as `change` does it to the bytes of their file."""
        mine = self._of(settings)
        now = mine | self._changed(mine)
        before = [json.dumps(facts).encode("ascii") for facts in (mine, now)]
        after = [change(data) for data in before]
        if after != before:
            self._kept, self._last = json.loads(after[1]), now
            vars(settings).update(vars(_parse(self._kept)))

    def _there(self) -> dict[str, object]:
        try:
            return brought_up(self._file.read(puts_aside=not self._only_looks))
        except OSError:
            return brought_up({})

    def _of(self, settings: Settings) -> dict[str, object]:
        """All that a file would hold, with what is not known here."""
        facts: dict[str, object] = json.loads(json.dumps(brought_up(self._kept) | _facts(settings)))
        return facts

    def _changed(self, mine: Mapping[str, object]) -> dict[str, object]:
        """What the file holds, with what was changed here."""
        now = with_changes(self._there(), self._last, mine)
        assert isinstance(now, dict)
        return now


def _facts(settings: Settings) -> dict[str, object]:
    return {
        "theme": settings.theme,
        "animations": settings.animations,
        "language": settings.language,
        "window": list(settings.window) if settings.window else None,
        "is_maximized": settings.is_maximized,
        "panel_widths": settings.panel_widths,
        "roots": settings.roots,
        "closed_roots": settings.closed_roots,
        "open_roots": settings.open_roots,
        "project_folders": settings.project_folders,
        "bindings": settings.bindings,
        "attachments": settings.attachments,
        "recorded": settings.recorded,
        "history_limits": settings.history_limits,
        "prune_weights": settings.prune_weights,
        "also_system_trash": settings.also_system_trash,
        "masks_secrets": settings.masks_secrets,
        "hides_bodies": settings.hides_bodies,
        "keys": settings.keys,
        "recent_choices": settings.recent_choices,
        "last_notes": settings.last_notes,
        "assumptions": settings.assumptions,
        "inbox_looked_s": settings.inbox_looked_s,
        "root_names": settings.root_names,
        "paused_roots": settings.paused_roots,
        "last_document": settings.last_document,
        "is_first_run": settings.is_first_run,
    }


def _parse(facts: Mapping[str, object]) -> Settings:
    theme = facts.get("theme")
    settings = Settings(
        theme if isinstance(theme, str) and theme in THEMES else "system",
        is_first_run=facts.get("is_first_run") is not False,
    )
    animations = facts.get("animations")
    settings.animations = animations if isinstance(animations, str) and animations in ANIMATIONS else "system"
    language = facts.get("language")
    settings.language = language if isinstance(language, str) and language in LANGUAGES else "system"
    settings.window = _window(facts.get("window"))
    settings.is_maximized = facts.get("is_maximized") is True
    settings.panel_widths = _mapping(
        facts.get("panel_widths"), lambda panels: _mapping(panels, _pixels) or None
    )
    settings.roots = _texts(facts.get("roots"))
    settings.closed_roots = _texts(facts.get("closed_roots"))
    settings.open_roots = _mapping(facts.get("open_roots"), lambda root: _mapping(root, _text) or None)
    settings.project_folders = _texts(facts.get("project_folders"))
    settings.bindings = _mapping(facts.get("bindings"), lambda keys: _mapping(keys, _text) or None)
    settings.attachments = _mapping(facts.get("attachments"), lambda files: _mapping(files, _text) or None)
    settings.recorded = _mapping(facts.get("recorded"), _answer)
    settings.history_limits = _mapping(facts.get("history_limits"), _limit)
    settings.prune_weights = _mapping(facts.get("prune_weights"), _weight)
    settings.also_system_trash = facts.get("also_system_trash") is True
    settings.masks_secrets = facts.get("masks_secrets") is not False
    settings.hides_bodies = facts.get("hides_bodies") is True
    settings.keys = _mapping(facts.get("keys"), lambda keys: _texts(keys) if isinstance(keys, list) else None)
    settings.recent_choices = _texts(facts.get("recent_choices"))
    settings.last_notes = _mapping(facts.get("last_notes"), lambda note: _mapping(note, _text) or None)
    settings.assumptions = _mapping(
        facts.get("assumptions"), lambda numbers: _mapping(numbers, _number) or None
    )
    settings.inbox_looked_s = _number(facts.get("inbox_looked_s")) or 0
    settings.root_names = _mapping(facts.get("root_names"), _text)
    settings.paused_roots = _texts(facts.get("paused_roots"))
    settings.last_document = _text(facts.get("last_document")) or ""
    return settings


def _window(value: object) -> tuple[int, int, int, int] | None:
    numbers = [_pixels(number) for number in value] if isinstance(value, list) else []
    if len(numbers) != 4:
        return None
    x, y, width, height = numbers
    return None if x is None or y is None or not width or not height else (x, y, width, height)


def _pixels(value: object) -> int | None:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and isinstance(value, int) and abs(value) < _MOST_PIXELS else None


def _limit(value: object) -> int | None:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and isinstance(value, int) and 0 < value < _MOST_OF_A_LIMIT else None


def _weight(value: object) -> int | None:
    return 0 if value == 0 and value is not False else _limit(value)


def _number(value: object) -> int | None:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and isinstance(value, int) and 0 <= value <= _MOST_OF_A_NUMBER else None


def _answer(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and "\0" not in value else None


def _texts(value: object) -> list[str]:
    found = [_text(item) for item in value] if isinstance(value, list) else []
    return [text for text in found if text is not None]


def _mapping(value: object, convert: Callable[[object], Value | None]) -> dict[str, Value]:
    items = value.items() if isinstance(value, dict) else ()
    pairs = ((key, convert(item)) for key, item in items)
    return {key: item for key, item in pairs if isinstance(key, str) and item is not None}
