"""The pieces of secrets that an agent's cut has parted: alone, neither is known for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memdesk.layouts.contract import Injected, Source
from memdesk.text.edits import Span
from memdesk.text.secrets import LONGEST_SECRET, find_secrets, may_hold_secrets, secrets_of_lines

_LEAST_CHARS = 5
"""So much of a secret may be read anyway, and less stands in too many places by chance."""


def halves_of(*every: Injected) -> Mapping[str, str]:
    """What stands before and behind a cut of each secret that one goes through, and the secret that it is of.

    A private key is not among them; see `keys_of`.
    """
    return {half: whole for injected in every for half, whole in _halves(injected)}


def keys_of(*every: Injected) -> str:
    """The secrets of several lines in the files that `every` is made of, as far as it holds them, in whatever order."""
    return "\n".join(dict.fromkeys(key for injected in every for key in _keys(injected)))


def _keys(injected: Injected) -> Iterator[str]:
    by_path: dict[str, list[tuple[Span, str]]] = {}
    for path, span, text in _runs(injected):
        by_path.setdefault(path, []).append((span, text))
    for runs in by_path.values():
        whole = "\n".join(text for _, text in sorted(runs))
        yield from (key.of(whole) for key in secrets_of_lines(whole))


def _runs(injected: Injected) -> set[tuple[str, Span, str]]:
    """What of files is sent or cut: path, place and text."""
    runs = {
        (piece.origin.path, piece.origin.span, piece.text)
        for piece in injected.pieces
        if isinstance(piece.origin, Source)
    }
    return runs | {(cut.path, cut.span, cut.text) for cut in injected.cut}


def _halves(injected: Injected) -> Iterator[tuple[str, str]]:
    runs = _runs(injected)
    following: dict[tuple[str, int], list[str]] = {}
    for path, span, text in runs:
        following.setdefault((path, span.start), []).append(text)
    for path, span, text in runs:
        for behind in following.get((path, span.end), ()):
            yield from _halves_of(text, behind)


def _halves_of(text: str, behind: str) -> Iterator[tuple[str, str]]:
    """The halves of a secret in the line that `text` ends in and `behind` begins in."""
    before = text[text.rfind("\n") + 1 :][-LONGEST_SECRET:]
    near = before + behind.partition("\n")[0][:LONGEST_SECRET]
    if not may_hold_secrets(near):
        return
    for secret in find_secrets(near):
        start, end = secret.span
        if start < len(before) < end:
            halves = (near[start : len(before)], near[len(before) : end])
            yield from ((half, near[start:end]) for half in halves if len(half) >= _LEAST_CHARS)
