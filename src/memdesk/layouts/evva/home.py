"""Where evva's home is, which generation of evva keeps its memory there, and whether auto memory is on."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from memdesk.layouts.documents import FileKind, Place
from memdesk.layouts.evva.names import (
    MEMORY_FILE,
    PROFILE_FILE,
    PROFILE_HEADINGS,
    PROJECT_HEADINGS,
    PROJECTS_FOLDER,
)
from memdesk.layouts.shapes.files import kind_of, text_at
from memdesk.layouts.shapes.go import clean_path
from memdesk.text.document import decode
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.optional import SwitchedOff
    from memdesk.layouts.view import View

FACTS_FOLDER = "memory"
"""Where evva from v1.4.0-alpha (30 May 2026) on keeps typed facts; it leaves the older files where they are, unread."""
OLDER_GENERATION = "before v1.4"
NEWER_GENERATION = say("v1.4 and later")

_SWITCH = "EVVA_AUTO_MEMORY"
_ON = frozenset({"1", "true", "TRUE", "on", "ON", "yes", "YES"})
_OFF = frozenset({"0", "false", "FALSE", "off", "OFF", "no", "NO"})
# Not compiled here: the first paint asks for places alone.
_IN_ENV_FILE = rf"(?m)^[ \t]*(?:export[ \t]+)?{_SWITCH}[ \t]*[=:][ \t]*([^\r\n]*)"
_IN_CONFIG = r"(?m)^{}[ \t]*:[ \t]*([^\r\n#]*)"
_YAML_TRUE = frozenset({"true", "yes", "on", "y", "~", "null", ""})
_YAML_FALSE = frozenset({"false", "no", "off", "n"})
_MOST_PROJECTS_READ = 20


def find_places(view: View) -> Iterator[Place]:
    """The homes of evva on this machine: the default one, the one `EVVA_HOME` names, those of programs built on evva.

    evva's own code does not read `EVVA_HOME` at this revision, only prose names it; the place says so.
    """
    default = f"{_user_home(view)}/.evva"
    why = (
        say("%USERPROFILE%\\.evva, evva’s default home")
        if view.platform == "win32"
        else say("evva’s default home")
    )
    homes = {default: why}
    if named := view.environment.get("EVVA_HOME"):
        reason = say("EVVA_HOME in the environment names it, though evva itself does not read that variable")
        homes.setdefault(clean_path(named.replace("\\", "/") if view.platform == "win32" else named), reason)
    for home in _homes_of_hosts(view):
        homes.setdefault(
            home,
            say(
                "a program built on evva keeps its home here ({config_path})",
                config_path=config_path(view, home),
            ),
        )
    for home, reason in homes.items():
        yield from _places_in(view, home, reason)


def _places_in(view: View, home: str, why: str) -> Iterator[Place]:
    facts = f"{home}/{FACTS_FOLDER}"
    has_facts = kind_of(view, facts) is FileKind.FOLDER
    has_sections = _has_section_files(view, home)
    is_found = kind_of(view, home) is FileKind.FOLDER and (has_sections or not has_facts)
    yield Place(home, why, is_found, OLDER_GENERATION if has_facts else "")
    if has_facts:
        yield Place(facts, say("{why}, typed facts in one folder", why=why), True, NEWER_GENERATION)


def _user_home(view: View) -> str:
    """The user's home as a Go program has it: from the environment, where that names one."""
    named = view.environment.get("USERPROFILE" if view.platform == "win32" else "HOME") or view.home
    return clean_path(named.replace("\\", "/") if view.platform == "win32" else named).rstrip("/")


def _homes_of_hosts(view: View) -> Iterator[str]:
    """Homes of programs built on evva under another name: a hidden folder with a config file of that name."""
    home = _user_home(view)
    try:
        entries = view.entries(home or "/")
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(".") and entry.name != ".evva" and entry.kind is FileKind.FOLDER:
            path = f"{home}/{entry.name}"
            if kind_of(view, config_path(view, path)) is FileKind.FILE and _has_section_files(view, path):
                yield path


UNREAD = say(
    "evva v1.4 and later keeps its memory in {facts_folder}/ and does not read this",
    facts_folder=FACTS_FOLDER,
)
"""What is to be said of the older generation's files where the newer one has been."""


def newer_facts(view: View, root: str) -> str | None:
    """The folder of the newer generation where `root` is it, or is a home in which only that one lives."""
    if _has_section_files(view, root):
        return None
    if posixpath.basename(root) == FACTS_FOLDER:
        return root
    return f"{root}/{FACTS_FOLDER}" if has_facts_folder(view, root) else None


def has_facts_folder(view: View, home: str) -> bool:
    """Whether the newer generation has been here: it no longer reads the older one's files."""
    return kind_of(view, f"{home}/{FACTS_FOLDER}") is FileKind.FOLDER


def _has_section_files(view: View, home: str) -> bool:
    return FileKind.FILE is kind_of(view, f"{home}/{PROFILE_FILE}") or any(_memory_files(view, home))


def _memory_files(view: View, home: str) -> Iterator[str]:
    """The first project memories of a home."""
    folder = f"{home}/{PROJECTS_FOLDER}"
    try:
        projects = view.folder_names(folder)
    except OSError:
        return
    for name in islice(projects, _MOST_PROJECTS_READ):
        path = f"{folder}/{name}/{MEMORY_FILE}"
        if kind_of(view, path) is FileKind.FILE:
            yield path


def score_home(view: View, root: str) -> float:
    """How sure it is that evva's section files live here: 1 for one of its headings in a file of its name."""
    if _has_heading(view, f"{root}/{PROFILE_FILE}", PROFILE_HEADINGS):
        return 1.0
    if any(_has_heading(view, path, PROJECT_HEADINGS) for path in _memory_files(view, root)):
        return 1.0
    if kind_of(view, config_path(view, root)) is FileKind.FILE:
        return 0.8
    return 0.4 if kind_of(view, f"{root}/{PROFILE_FILE}") is FileKind.FILE else 0.0


def _has_heading(view: View, path: str, headings: tuple[str, ...]) -> bool:
    if kind_of(view, path) is not FileKind.FILE:
        return False
    from memdesk.layouts.evva.model import parse_like_evva

    try:
        reading = parse_like_evva(decode(view.read(path)))
    except OSError:
        return False
    return any(section.name in headings for section in reading.sections)


def config_path(view: View, home: str) -> str:
    """The configuration of a home: named after evva, or after the program that is built on it."""
    usual = f"{home}/config/evva-config.yml"
    name = posixpath.basename(home).removeprefix(".")
    of_host = f"{home}/config/{name}-config.yml"
    return of_host if kind_of(view, usual) is None and kind_of(view, of_host) is FileKind.FILE else usual


class Switch(NamedTuple):
    """Whether something of evva's memory is on, and what decides that; `why` is empty for its default.

    Where `is_undecided`, the configuration says neither, and evva would stop at its start.
    """

    is_on: bool
    why: str = ""
    is_undecided: bool = False


def auto_memory(view: View, home: str) -> Switch:
    """Whether evva reads and writes MEMORY.md: its variable beats its configuration, which beats the default, on.

    The variable is the environment's, else that of `<home>/.env`, which evva loads first without overriding. Another
    value than the ones it knows decides nothing.
    """
    place: str = say("the environment")
    value = view.environment.get(_SWITCH)
    if value is None:
        place, value = f"{home}/.env", _env_file_value(text_at(view, f"{home}/.env") or "")
    if value in _ON or value in _OFF:
        return Switch(value in _ON, say("{setting} in {place}", setting=f"{_SWITCH}={value}", place=place))
    return _configured(view, home, "enable_auto_memory")


def recall(view: View, home: str) -> Switch:
    """Whether evva from v1.4 on looks through its facts at each turn, for those that suit; only its configuration says.

    It does so only where auto memory is on.
    """
    return _configured(view, home, "enable_memory_recall")


def _configured(view: View, home: str, key: str) -> Switch:
    config = config_path(view, home)
    settings = re.findall(_IN_CONFIG.format(key), text_at(view, config) or "")
    for setting in settings[-1:]:
        word = setting.strip(" \t").lower()
        if word in _YAML_FALSE:
            return Switch(False, f"{key}: {word} in {config}")
        if word not in _YAML_TRUE:
            reason = say("{key} in {config} is neither true nor false", key=key, config=config)
            return Switch(True, reason, is_undecided=True)
    return Switch(True)


def switched_off(view: View, home: str) -> Iterator[SwitchedOff]:
    """Project memory, or the facts, where auto memory is off; the rules are still read, and so is the profile."""
    from memdesk.layouts.optional import SwitchedOff

    facts = newer_facts(view, home)
    own_home = posixpath.dirname(facts) if facts else home
    switch, recalling = auto_memory(view, own_home), recall(view, own_home)
    if switch.is_on:
        if facts and not recalling.is_on:
            message = say("evva recalls no facts by itself: {why}.", why=recalling.why)
            yield SwitchedOff(message, whole=False)
    elif facts:
        yield SwitchedOff(say("evva neither reads nor writes its facts: {why}.", why=switch.why))
    else:
        yield SwitchedOff(say("evva neither reads nor writes project memory: {why}.", why=switch.why))


def _env_file_value(text: str) -> str | None:
    """The variable's value in an env file: the last line counts, quotes go, a comment behind a bare value too."""
    found = re.findall(_IN_ENV_FILE, text)
    if not found:
        return None
    value: str = found[-1].strip(" \t")
    if value[:1] in ("'", '"') and value.find(value[0], 1) > 0:
        return value[1 : value.find(value[0], 1)]
    return re.split("[ \t]#", value, maxsplit=1)[0].strip(" \t")
