"""Settings in several JSON files, of which the first that says something decides; and which file that was."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from memdesk.layouts.shapes.files import text_at
from memdesk.text.document import readable
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.view import View


class Layer(NamedTuple):
    """One file of settings; `is_broken` where it is there and holds no JSON object."""

    path: str
    values: Mapping[str, object]
    is_broken: bool = False


class Decision(NamedTuple):
    """A value, and the file it stands in."""

    value: object
    path: str


def read_layers(view: View, paths: Iterable[str]) -> list[Layer]:
    """The files of `paths` that are there, in their order."""
    return [layer for path in paths if (layer := _read(view, path)) is not None]


def _read(view: View, path: str) -> Layer | None:
    text = text_at(view, path)
    if text is None:
        return None
    try:
        values = _as_characters(json.loads(text))
    except (ValueError, RecursionError):
        return Layer(path, {}, is_broken=True)
    return Layer(path, values) if isinstance(values, dict) else Layer(path, {}, is_broken=True)


def _as_characters(value: object) -> object:
    """`value` with U+FFFD for half an escape and for what is no UTF-8, as other readers have it."""
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, list):
        return [_as_characters(item) for item in value]
    if isinstance(value, dict):
        return {readable(key): _as_characters(item) for key, item in value.items()}
    return value


def every(layers: Iterable[Layer], *keys: str) -> Iterator[Decision]:
    """What each layer says under `keys`, the outermost first."""
    for layer in layers:
        value: object = layer.values
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        if value is not None:
            yield Decision(value, layer.path)


def decided(layers: Iterable[Layer], *keys: str) -> Decision | None:
    """What the first layer says that has something under `keys`; None where none has."""
    return next(every(layers, *keys), None)


def variable(view: View, layers: Iterable[Layer], name: str) -> Decision | None:
    """An environment variable and where it is set: the environment, else the `env` block of a settings file."""
    value = view.environment.get(name)
    return Decision(value, say("the environment")) if value is not None else decided(layers, "env", name)


def listed(layers: Iterable[Layer], key: str) -> list[tuple[str, str]]:
    """The texts that the lists of all layers hold under `key`, each with its file."""
    return [
        (str(text), found.path)
        for found in every(layers, key)
        for text in (found.value if isinstance(found.value, list) else ())
    ]
