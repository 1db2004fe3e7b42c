"""What ub's configuration says of its memory: the budget, and what is switched off.

Its keys are those of ub's own schema: `memory.max_chars`, `memory.auto.enabled` (v0.3.10 and later),
`prompt.workspace_instructions` and `tools_disabled`. A file in or above the project folder beats the user's own, and
the profile that `UB_PROFILE` names beats both; it moves no files. Variables in a file are filled in before it is read.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from memdesk.layouts.assumptions import Assumption
from memdesk.layouts.documents import FileKind
from memdesk.layouts.optional import SwitchedOff
from memdesk.layouts.shapes.files import kind_of
from memdesk.layouts.ub.assumptions import BUDGET, RULES_CHARS
from memdesk.layouts.ub.home import config_path
from memdesk.layouts.view import View
from memdesk.text.document import decode, trim
from memdesk.text.sentence import joined_by_and, joined_by_semicolon, say
from memdesk.text.yaml_values import BadFrontMatter, read_block

_MOST_FOLDERS_ABOVE = 5
_REMEMBER = "remember"

Tree = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides how ub treats memory.

    Each `why` names the file and the key that decided, or the user's settings of Memdesk; empty for a default.
    `trouble` is a sentence where a configuration cannot be read, or lacks the profile that is asked for, which stops ub
    at its start. `read` and `missing` name the files that were looked into, and for, in this order.
    """

    budget_bytes: int = BUDGET.value
    why_budget: str = ""
    why_rules_off: str = ""
    why_tool_off: str = ""
    why_learning_off: str = ""
    trouble: str = ""
    read: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    rules_cap_chars: int = RULES_CHARS.value
    why_rules_cap: str = ""

    @property
    def budget_from(self) -> str:
        """Who says how much ub gives: a key and its file, or that it is ub's default."""
        return self.why_budget or self._default(_BUDGET)

    @property
    def rules_cap_from(self) -> str:
        """Who says how much of AGENTS.md ub gives, as `budget_from`."""
        return self.why_rules_cap or self._default(_RULES_CAP)

    def _default(self, key: str) -> str:
        unsaid = say("no {key} in {places}", key=key, places=joined_by_and(self.read)) if self.read else ""
        unfound = (
            say("no config found at {missing}", missing=joined_by_and(self.missing)) if self.missing else ""
        )
        return joined_by_semicolon(said for said in (say("ub’s default"), unsaid, unfound) if said)

    @property
    def why_off(self) -> str:
        """Why nothing writes memory; empty where something does."""
        if not (self.why_tool_off and self.why_learning_off):
            return ""
        return say("{one}, and {other}", one=self.why_tool_off, other=self.why_learning_off)


def settings_of(view: View, root: str, folder: str | None) -> Settings:
    """The settings of a ub that starts in `folder`; in no project without it."""
    found: dict[str, tuple[object, str]] = {}
    trouble, paths = "", list(_files(view, root, folder))
    profiles: dict[str, tuple[Tree, str]] = {}
    for path in paths:
        tree = _tree(view, path)
        if isinstance(tree, str):
            trouble = tree
            continue
        found |= _said(tree, path)
        profiles |= {name: (profile, path) for name, profile in _profiles(tree)}
    if name := trim(view.environment.get(_PROFILE, "")):
        profile, path = profiles.get(name, ({}, ""))
        found |= _said(profile, say("the profile “{name}” in {path}", name=name, path=path))
        if not path and not trouble:
            trouble = say(
                "ub would not start: {variable} names the profile “{name}”, which no configuration has",
                variable=_PROFILE,
                name=name,
            )
    there = [path for path in paths if kind_of(view, path) is FileKind.FILE]
    missing = tuple(path for path in paths if path not in there)
    return replace(_settings(view, found, trouble), read=tuple(there), missing=missing)


def switched_off(view: View, root: str, folder: str | None) -> Iterator[SwitchedOff]:
    """What a ub that starts in `folder` does not do."""
    settings = settings_of(view, root, folder)
    if settings.why_off:
        yield SwitchedOff(say("ub does not write memory: {why_off}.", why_off=settings.why_off))
    elif settings.why_tool_off:
        yield SwitchedOff(
            say("ub remembers nothing when told to: {why_tool_off}.", why_tool_off=settings.why_tool_off),
            whole=False,
        )
    elif settings.why_learning_off:
        yield SwitchedOff(
            say(
                "ub learns nothing by itself: {why_learning_off}.", why_learning_off=settings.why_learning_off
            ),
            whole=False,
        )
    if settings.why_rules_off:
        yield SwitchedOff(
            say("ub does not read AGENTS.md: {why_rules_off}.", why_rules_off=settings.why_rules_off),
            whole=False,
        )


def _said(tree: Tree, place: str) -> dict[str, tuple[object, str]]:
    """What one layer says of the keys, and where."""
    said = {key: (_value(tree, key), say("{key} in {path}", key=key, path=place)) for key in _KEYS}
    # An empty list, nothing and 0 leave it to the weaker layer.
    return {key: (value, where) for key, (value, where) in said.items() if value is False or value}


def _profiles(tree: Tree) -> Iterator[tuple[str, Tree]]:
    """The profiles of a file; one of the same name in a stronger file takes its place as a whole."""
    profiles = tree.get("profiles")
    for name, profile in profiles.items() if isinstance(profiles, dict) else ():
        if profile is None or isinstance(profile, dict):
            yield str(name), profile or {}


_PROFILE = "UB_PROFILE"
_VARIABLE = re.compile(r"\$\$|\$\{([A-Z_][A-Z0-9_]*)(?::-([^}]*))?\}")
_BUDGET, _LEARNING = "memory.max_chars", "memory.auto.enabled"
_RULES, _RULES_CAP = "prompt.workspace_instructions.enabled", "prompt.workspace_instructions.max_chars"
_TOOLS = "tools_disabled"
_KEYS = (_BUDGET, _LEARNING, _RULES, _RULES_CAP, _TOOLS)


def _settings(view: View, found: Mapping[str, tuple[object, str]], trouble: str) -> Settings:
    nothing = (None, "")
    budget, why_budget = _number(view, found.get(_BUDGET, nothing), BUDGET)
    cap, why_cap = _number(view, found.get(_RULES_CAP, nothing), RULES_CHARS)
    learning, where_learning = found.get(_LEARNING, nothing)
    rules, where_rules = found.get(_RULES, nothing)
    tools, where_tools = found.get(_TOOLS, nothing)
    is_tool_off = isinstance(tools, list) and _REMEMBER in tools
    return Settings(
        budget,
        why_budget,
        say("{where_rules} is false", where_rules=where_rules) if rules is False else "",
        say("{where} names {tool}", where=where_tools, tool=_REMEMBER) if is_tool_off else "",
        say("{where_learning} is false", where_learning=where_learning) if learning is False else "",
        trouble,
        rules_cap_chars=cap,
        why_rules_cap=why_cap,
    )


def _number(view: View, said: tuple[object, str], assumed: Assumption) -> tuple[int, str]:
    """A number above 0 and what says so: a file, else the user; what is assumed, and nothing, where neither does."""
    value, where = said
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value, where
    return assumed.of(view), assumed.why(view)


def _files(view: View, root: str, folder: str | None) -> Iterator[str]:
    """The configuration files in the order in which they count, the strongest last."""
    if user := config_path(view, root):
        yield user
    above = folder
    for _ in range(_MOST_FOLDERS_ABOVE + 1):
        if above is None:
            return
        path = f"{above.rstrip('/')}/.ub/config.yaml"
        if kind_of(view, path) is FileKind.FILE:
            yield path
            return
        above = posixpath.dirname(above) if above != "/" else None


def _tree(view: View, path: str) -> Tree | str:
    """What a file says; nothing where it is not there; a sentence where it cannot be read."""
    try:
        text = _VARIABLE.sub(partial(_filled_in, view), decode(view.read(path)))
    except OSError:
        return {}
    try:
        tree = read_block(text)
    except BadFrontMatter:
        return say("ub would not start: {path} is not YAML", path=path)
    return tree if isinstance(tree, dict) else {}


def _filled_in(view: View, found: re.Match[str]) -> str:
    """The value of a variable that a file names; what stands behind `:-` where it has none."""
    if not found[1]:
        return "$"
    return view.environment.get(found[1]) or found[2] or ""


def _value(tree: Tree, key: str) -> object:
    value: object = tree
    for name in key.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value
