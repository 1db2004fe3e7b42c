"""Arguments of a tool as a program written in Go takes them up: JSON into a struct of texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_KINDS: Mapping[type, str] = {bool: "bool", int: "number", float: "number", list: "array", dict: "object"}


class WrongType(ValueError):
    """A value has another type than the struct, in Go's words."""


def text_fields(value: object, names: Sequence[str], struct: str = "") -> dict[str, str]:
    """The texts that `value` gives the fields `names` of a struct, by these names. Raises `WrongType`.

    Keys are matched whatever their case, the last of several counts, null sets nothing, and other keys are ignored.
    """
    found = dict.fromkeys(names, "")
    if value is None:
        return found
    if not isinstance(value, Mapping):
        kind = "string" if isinstance(value, str) else _KINDS[type(value)]
        raise WrongType(f"json: cannot unmarshal {kind} into Go value of type {struct or 'struct'}")
    folded = {name.casefold(): name for name in names}
    errors = []
    for key, given in value.items():
        name = folded.get(str(key).casefold())
        if name is None or given is None:
            continue
        if isinstance(given, str):
            found[name] = given
        else:
            field = f"{struct}.{name}"
            errors.append(
                f"json: cannot unmarshal {_KINDS[type(given)]} into Go struct field {field} of type string"
            )
    if errors:
        raise WrongType(errors[0])
    return found
