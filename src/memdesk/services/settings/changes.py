"""What one process changed in the settings, put into what the file holds by now: another one writes it, too."""

from __future__ import annotations

from collections.abc import Mapping

_LEVELS = 3
_AS_A_WHOLE = frozenset({"last_notes", "open_roots"})
"""Of these, the values of an entry belong together."""


def with_changes(there: object, last: object, mine: object, levels: int = _LEVELS) -> object:
    """`there` with what makes `mine` differ from `last`: so many levels of mappings entry by entry."""
    if mine == last:
        return there
    if not levels or not isinstance(mine, Mapping):
        return mine
    known = last if isinstance(last, Mapping) else {}
    now = dict(there) if isinstance(there, Mapping) else {}
    for key in known.keys() - mine.keys():
        now.pop(key, None)
    for key, value in mine.items():
        if key not in known or value != known[key]:
            is_whole = levels == _LEVELS and key in _AS_A_WHOLE
            now[key] = with_changes(now.get(key), known.get(key), value, 1 if is_whole else levels - 1)
    return now
