"""Gives actions other keys, and keeps them in the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence

from memdesk.services.settings.settings import Settings
from memdesk.ui.actions import ACTIONS, ActionSpec, ActionTable, own_keys
from memdesk.ui.widgets.tips import by_both_enters

_NO_MATCH = QKeySequence.SequenceMatch.NoMatch
_PORTABLE = QKeySequence.SequenceFormat.PortableText
SINGLE_KEYS = frozenset({"Return", "Enter", "Space", "Backspace", "Esc", "Del", "Menu"})
"""What text fields and lists need for themselves; alone none of them can be a shortcut of the whole window."""
MOVING_KEYS = frozenset({"Up", "Down", "Left", "Right", "Home", "End", "PgUp", "PgDown", "Tab", "Backtab"})
"""What moves there, by more with Ctrl or out of a text, and selects on the way with Shift."""
MENU_KEYS = frozenset({"F10", "Shift+F10"})
"""What opens the menu bar, and the menu of what has the focus."""
_Standard = QKeySequence.StandardKey
_TEXT_KEYS = (
    _Standard.Copy,
    _Standard.Cut,
    _Standard.Paste,
    _Standard.SelectAll,
    _Standard.DeleteStartOfWord,
    _Standard.DeleteEndOfWord,
)
"""What is done to a text, by the keys that the system has for it."""


class Rebinding(QObject):
    """The keys of `actions` as `settings` have them. `write` puts the settings on disk.

    Signals:
        changed: actions have other keys now; it is in force already.
    """

    changed = Signal()

    def __init__(
        self, actions: ActionTable, settings: Settings, write: Callable[[], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._actions = actions
        self._settings = settings
        self._write = write

    @property
    def specs(self) -> Sequence[ActionSpec]:
        """The actions that this window has."""
        return [spec for spec in ACTIONS if self._actions.is_bound(spec.id)]

    def title(self, action_id: str) -> str:
        """What an action is called."""
        return self._actions.title(action_id).rstrip("…")

    def keys(self, action_id: str) -> list[QKeySequence]:
        """The keys that an action has now."""
        return self._actions[action_id].shortcuts()

    def is_own(self, action_id: str) -> bool:
        """Whether these are the keys that it comes with."""
        return action_id not in self._settings.keys

    def holder(self, action_id: str, keys: QKeySequence) -> str:
        """The id of another action that `keys` would collide with: it has the same ones, or longer ones."""
        return next(self._holders(action_id, keys), "")

    def _holders(self, action_id: str, keys: QKeySequence) -> Iterator[str]:
        for spec in self.specs:
            if spec.id != action_id and any(_collide(keys, held) for held in self.keys(spec.id)):
                yield spec.id

    def give(self, action_id: str, keys: QKeySequence) -> None:
        """Let these be the keys of an action, in place of those it has; whoever had them loses them."""
        chosen = dict(self._settings.keys)
        for other in list(self._holders(action_id, keys)):
            left = [held for held in self.keys(other) if not _collide(keys, held)]
            chosen[other] = _texts(left)
        chosen[action_id] = _texts(by_both_enters(keys))
        self._take(chosen)

    def clear(self, action_id: str) -> None:
        """Let an action have no keys."""
        self._take({**self._settings.keys, action_id: []})

    def reset(self, action_id: str) -> None:
        """Let an action have its own keys again; an action that was given one of them meanwhile loses it."""
        spec = next(spec for spec in ACTIONS if spec.id == action_id)
        chosen = {each: keys for each, keys in self._settings.keys.items() if each != action_id}
        for own in own_keys(spec):
            for other in list(self._holders(action_id, own)):
                chosen[other] = _texts([held for held in self.keys(other) if not _collide(own, held)])
        self._take(chosen)

    def reset_all(self) -> None:
        """Let every action have its own keys again."""
        self._take({})

    def _take(self, chosen: dict[str, list[str]]) -> None:
        own = {spec.id: _texts(own_keys(spec)) for spec in ACTIONS}
        kept = {each: keys for each, keys in chosen.items() if own.get(each) != keys}
        self._settings.keys = kept
        self._actions.set_keys(kept)
        self._write()
        self.changed.emit()


def sound_keys(chosen: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """`chosen`, of a settings file that another version or a person wrote, as it can hold.

    Keys that no action can have are left out, and of two actions that would have the same keys, which Qt would then
    give to neither, one has them: the first that was given them, before one that only comes with them.
    """
    sound = {each: list(keys) for each, keys in chosen.items()}
    taken: list[QKeySequence] = []
    for spec in ACTIONS:
        if sound.get(spec.id):
            good = [keys for keys in map(QKeySequence, sound.pop(spec.id)) if _can_be_given(keys)]
            if good:
                sound[spec.id] = _texts(_free_of(good, taken))
                taken += good
    for spec in ACTIONS:
        if spec.id not in sound:
            own = own_keys(spec)
            free = _free_of(own, taken)
            if len(free) < len(own):
                sound[spec.id] = _texts(free)
    return sound


def _free_of(keys: Sequence[QKeySequence], taken: Sequence[QKeySequence]) -> list[QKeySequence]:
    return [one for one in keys if not any(_collide(one, other) for other in taken)]


def _can_be_given(keys: QKeySequence) -> bool:
    # What Qt cannot read is a sequence all the same, of a key without a name.
    is_read = bool(keys.toString(_PORTABLE))
    return is_read and not (opens_menu(keys) or turns_switch(keys) or is_needed_elsewhere(keys))


def is_needed_elsewhere(keys: QKeySequence) -> bool:
    """Whether `keys` are what a text field or a list needs for itself: a letter, or keys that move or edit."""
    first = keys.toString(_PORTABLE).split(", ")[0]
    name = first.removeprefix("Shift+")
    if len(name) == 1 or name in SINGLE_KEYS:
        return True
    if first.removeprefix("Ctrl+").removeprefix("Shift+") in MOVING_KEYS:
        return True
    return any(QKeySequence(first) in QKeySequence.keyBindings(each) for each in _TEXT_KEYS)


def opens_menu(keys: QKeySequence) -> bool:
    """Whether `keys` open a menu, or begin with keys that do."""
    return keys.toString(_PORTABLE).split(", ")[0] in MENU_KEYS


def turns_switch(keys: QKeySequence) -> bool:
    """Whether `keys` turn a switch of the search, or begin with keys that do."""
    from memdesk.ui.search.ways import CASE_KEYS, REGEX_KEYS, WHOLE_KEYS

    return keys.toString(_PORTABLE).split(", ")[0] in (CASE_KEYS, WHOLE_KEYS, REGEX_KEYS)


def _collide(one: QKeySequence, other: QKeySequence) -> bool:
    """Whether they are the same, or one begins as the other one is, by either Enter key."""
    if one.isEmpty() or other.isEmpty():
        return False
    ways = by_both_enters(one)
    return any(way.matches(other) != _NO_MATCH or other.matches(way) != _NO_MATCH for way in ways)


def _texts(keys: Sequence[QKeySequence]) -> list[str]:
    return [each.toString(_PORTABLE) for each in keys]
