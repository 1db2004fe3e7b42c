"""YAML 1.2 with its core schema, as agents in JavaScript read and write it.

To a reader `no` and `2026-01-01` are text, and `012` is twelve. The writer is measured on one that runs such an agent:
block style, a text in double quotes where anything in it might be read as something else.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
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


_PLAIN_VALUE = r"(?: [A-Za-z0-9](?:[^:#\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff-\uffff]|:(?=[!-~]))*)"
_PLAIN_LINES = re.compile(
    rf"(?:[A-Za-z_][A-Za-z0-9_-]*:{_PLAIN_VALUE}\n)+"
    rf"(?:metadata:[ ]?\n(?:  [A-Za-z_][A-Za-z0-9_-]*:{_PLAIN_VALUE}\n)+)?"
)
"""Headers as agents write them: a word or a sentence to each key, which takes no reader of YAML."""


def read_core(block: str) -> object:
    """What a block says, None for an empty one. Raises `BadFrontMatter`."""
    if _PLAIN_LINES.fullmatch(block):
        return _read_lines(block)
    import yaml

    try:
        return yaml.load(block, Loader=_loader())
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, LookupError, AttributeError) as error:
        raise BadFrontMatter(str(error).partition("\n")[0]) from error


def _read_lines(block: str) -> dict[str, object]:
    found: dict[str, object] = {}
    into = found
    for line in block.removesuffix("\n").split("\n"):
        key, _, value = line.partition(":")
        if not value.strip(" "):
            into = found[key] = {}
        else:
            into[key.lstrip(" ")] = _scalar_of(value.strip(" "))
    return found


def _scalar_of(value: str) -> object:
    if (value[0] in "0123456789" and _INT.fullmatch(value)) or _FLOAT.fullmatch(value):
        return _number(value)
    return (
        {"null": None, "true": True, "false": False}.get(value.lower(), value) if value in _WORDS else value
    )


_WORDS = frozenset(
    spelt for word in ("null", "true", "false") for spelt in (word, word.upper(), word.capitalize())
)


def read_spelled(block: str) -> object:
    """What a block says with each scalar as it is spelled, without its quotes. Raises `BadFrontMatter`."""
    import yaml

    try:
        return yaml.load(block, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise BadFrontMatter(str(error).partition("\n")[0]) from error


def comments_in(block: str) -> Iterator[tuple[int, int]]:
    """Where the comments of a block stand; of one that is no YAML, those that have a line of their own."""
    import yaml

    if "#" not in block:
        return
    try:
        tokens = [token for token in yaml.scan(block, yaml.SafeLoader) if isinstance(token, yaml.ScalarToken)]
    except yaml.YAMLError:
        tokens = []
        pattern = _COMMENT_LINE
    else:
        pattern = _COMMENT
    for found in pattern.finditer(block):
        if not any(
            token.start_mark.index < found.end() and found.start(1) < token.end_mark.index for token in tokens
        ):
            yield found.span(1)


_COMMENT = re.compile(r"(?m)(?:^|(?<=[ \t]))(#[^\r\n]*)")
_COMMENT_LINE = re.compile(r"(?m)^[ \t]*(#[^\r\n]*)")


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


_SIGNS = re.compile(
    r"[-?:,\[\]{}#&*!|>'\"%@` <]|[\x00-\x1f\x7f\x85\xa0\u2028\u2029\ufeff]"  # at the start
    r"|.*(?:[#\[\]{},`'\"\x00-\x1f\x7f\x85\xa0\u2028\u2029]|: |:$|[ ]$|(?:---|\.\.\.)(?: |$))",
    re.DOTALL,
)
_SWITCHES = frozenset(
    spelled
    for word in ("null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", "+.inf")
    for spelled in (word, word.upper(), word.capitalize(), word.replace("i", "I"))
)
_NOT_PLAIN = frozenset({"", "~", ".nan", ".NaN", ".NAN"}) | _SWITCHES
_LIKE_A_NUMBER = re.compile(
    r"(?!\+$)(?=[^.]*\.?[^.]*$)(?=[^-]*-?[^-]*$)(?=[^eE]*[eE]?[^eE]*$)[0-9+.][-0-9+.eE]*"
    r"|0[xX](?=.)[0-9a-fA-F]*-?[0-9a-fA-F]*|0[oO][-0-9+eE]+"
)
_ESCAPES = {
    "\0": "0",
    "\a": "a",
    "\b": "b",
    "\t": "t",
    "\n": "n",
    "\v": "v",
    "\f": "f",
    "\r": "r",
    "\x1b": "e",
}
_ESCAPES |= {'"': '"', "\\": "\\", "\x85": "N", "\xa0": "_", "\u2028": "L", "\u2029": "P"}
_ESCAPED = re.compile(r"[\x00-\x1f\x7f\"\\\x85\xa0\u2028\u2029]")


_EXPONENTS_FROM = 1e21
_COUNTS = re.compile("0|[1-9][0-9]{0,8}")


def dumped(value: Mapping[str, object]) -> str:
    """The lines of a mapping in block style."""
    return "".join(f"{line}\n" for line in _mapping_lines(value))


def _mapping_lines(value: Mapping[str, object]) -> Iterator[str]:
    # JavaScript keeps keys that are numbers in front of all others.
    rank = {key: int(key) if _COUNTS.fullmatch(key) else math.inf for key in value}
    for key, inner in sorted(value.items(), key=lambda item: rank[item[0]]):
        if isinstance(inner, dict | list) and inner:
            yield f"{_scalar(key)}:"
            yield from (f"  {line}" for line in _lines(inner))
        else:
            yield f"{_scalar(key)}: {_scalar(inner)}"


def _lines(value: object) -> Iterator[str]:
    if isinstance(value, dict) and value:
        yield from _mapping_lines(value)
    elif isinstance(value, list) and value:
        for item in value:
            for number, line in enumerate(_lines(item)):
                yield f"{'  ' if number else '- '}{line}"
    else:
        yield _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, str):
        is_plain = not (value in _NOT_PLAIN or _LIKE_A_NUMBER.fullmatch(value) or _SIGNS.match(value))
        return value if is_plain else f'"{_ESCAPED.sub(_escaped, value)}"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return _number_text(value)
    return "{}" if isinstance(value, dict) else "[]"


def _escaped(character: re.Match[str]) -> str:
    return f"\\{_ESCAPES.get(character[0]) or f'x{ord(character[0]):02x}'}"


def _number_text(value: float) -> str:
    """A number as JavaScript writes it, but for the last digits of huge ones."""
    number = float(value) if abs(value) < 1e308 else math.copysign(math.inf, value)
    if math.isnan(number) or math.isinf(number):
        return ".nan" if math.isnan(number) else ".inf" if number > 0 else "-.inf"
    if number.is_integer() and abs(number) < _EXPONENTS_FROM:
        return str(int(number))
    return repr(number).replace("e-0", "e-")
