"""YAML 1.2 with its core schema, as agents in JavaScript read it: `no` and `2026-01-01` are text, `012` is twelve."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, ClassVar

from memdesk.text.yaml_values import BadFrontMatter

_INT = re.compile(r"[-+]?(?:[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+)")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")
_ENDLESS = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_RESOLVED = {
    "null": (re.compile(r"~|null|Null|NULL|"), ["~", "n", "N", ""]),
    "bool": (re.compile(r"true|True|TRUE|false|False|FALSE"), list("tTfF")),
    "int": (_INT, list("-+0123456789")),
    "float": (re.compile(f"(?:{_FLOAT.pattern}|{_ENDLESS.pattern})"), list("-+.0123456789")),
    "merge": (re.compile("<<"), ["<"]),
}


def read_core(block: str) -> object:
    """What a block says, None for an empty one. Raises `BadFrontMatter`."""
    import yaml

    try:
        return yaml.load(block, Loader=_loader())
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, LookupError, AttributeError) as error:
        raise BadFrontMatter(str(error).partition("\n")[0]) from error


@lru_cache(maxsize=1)
def _loader() -> Any:
    import yaml

    class Core(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}

    for name, (pattern, first) in _RESOLVED.items():
        Core.add_implicit_resolver(
            f"tag:yaml.org,2002:{name}", re.compile(rf"(?:{pattern.pattern})\Z"), first
        )
    Core.add_constructor("tag:yaml.org,2002:int", lambda loader, node: _number(loader.construct_scalar(node)))
    Core.add_constructor(
        "tag:yaml.org,2002:float", lambda loader, node: _number(loader.construct_scalar(node))
    )
    Core.add_constructor(None, _of_unknown_tag)
    return Core


def _of_unknown_tag(loader: Any, node: Any) -> object:
    if node.id == "scalar":
        return loader.construct_scalar(node)
    return (
        loader.construct_sequence(node, True)
        if node.id == "sequence"
        else loader.construct_mapping(node, True)
    )


def _number(written: str) -> object:
    """The number that is written so; the text itself where it is none, as behind a tag."""
    if _INT.fullmatch(written):
        sign, digits = (-1 if written[0] == "-" else 1), written.lstrip("+-")
        base = {"0x": 16, "0o": 8}.get(digits[:2], 10)
        return sign * int(digits[2:] if base != 10 else digits, base)
    if _FLOAT.fullmatch(written):
        return float(written)
    if _ENDLESS.fullmatch(written):
        return float(written.replace(".", ""))
    return written
