"""Which instruction files a session loads, in which order, and what keeps one from loading."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memdesk.layouts.claude_code.assumptions import FILE_BYTES
from memdesk.layouts.claude_code.settings import managed_folder, settings_layers, why_instructions_off
from memdesk.layouts.shapes.files import real_path_of, size_bytes_of
from memdesk.layouts.shapes.instruction_files import (
    InstructionFile,
    excluded,
    folders_down,
    named_below,
    named_files,
    rule_files,
)
from memdesk.layouts.shapes.layered_settings import decided, listed
from memdesk.layouts.view import View
from memdesk.text.sentence import say

_INSTRUCTIONS = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")
_AGENTS_FILES = ("AGENTS.md", ".claude/AGENTS.md")
_MODES = ("claude-md", "claude-md-or-agents-md", "claude-md-and-agents-md", "managed-only")
_USER_RULE = say("user rule")
YOUR_REACHES = ("managed", "user", _USER_RULE)
"""The reach of what loads in every project."""


class Chain(NamedTuple):
    """What a session that starts in a folder has for instructions. `agents` says how it is about AGENTS.md."""

    files: tuple[InstructionFile, ...]
    agents: str = ""

    def loaded(self) -> list[InstructionFile]:
        """What is loaded at the start."""
        return [file for file in self.files if not file.why_not and not file.when]


def chain_of(view: View, root: str, folder: str | None) -> Chain:
    """Every file of instructions there is for a folder: what loads, what waits, what does not and why."""
    layers, (mode, decider) = settings_layers(view, root, folder), _mode(view, root)
    files, agents = list(_of_user(view, root)), ""
    if folder:
        on_path = list(files_on_path(view, root, folder))
        agents, why_not = _agents_state(on_path, mode, decider)
        files += (file._replace(why_not=why_not) if is_agents_file(file.path) else file for file in on_path)
        files += _project_rules(view, folder)
    if mode == "managed-only":
        # What waits for a file still loads with it.
        why_not = say("{mode}, by {decider}", mode=mode, decider=decider)
        files = [file if file.when else file._replace(why_not=why_not) for file in files]
    files += named_below(view, folder, _INSTRUCTIONS, "project") if folder else ()
    patterns = listed(layers, "claudeMdExcludes")
    files = [excluded(file, patterns, "claudeMdExcludes") for file in files]
    # What is managed cannot be excluded.
    files = [*named_files(view, managed_folder(view), ("CLAUDE.md",), "managed"), *files]
    off = why_instructions_off(view, layers)
    return Chain(tuple(_if_loadable(view, file, off) for file in files), agents)


def _of_user(view: View, root: str) -> Iterator[InstructionFile]:
    yield from named_files(view, root, ("CLAUDE.md",), "user")
    yield from rule_files(view, f"{root}/rules", _USER_RULE, "paths")


def files_on_path(view: View, root: str, folder: str) -> Iterator[InstructionFile]:
    """The files of the folders from the file system's root down to `folder`."""
    for above in folders_down(folder):
        for file in named_files(view, above, (*_INSTRUCTIONS, *_AGENTS_FILES), "project"):
            # The user's own file would be met again as that of the home.
            if file.path != f"{root}/CLAUDE.md":
                yield file


def _project_rules(view: View, folder: str) -> Iterator[InstructionFile]:
    """The project's rules; one that is a link to outside does not simply load."""
    outside = say("it is a link to outside the project, read only once external imports were allowed")
    for rule in rule_files(view, f"{folder}/.claude/rules", "rule", "paths"):
        is_inside = real_path_of(view, rule.path).startswith(f"{real_path_of(view, folder)}/")
        yield rule if is_inside else rule._replace(why_not=outside)


def _if_loadable(view: View, file: InstructionFile, off: str) -> InstructionFile:
    if file.why_not or off:
        return file._replace(why_not=file.why_not or off)
    most = FILE_BYTES.of(view)
    is_huge = size_bytes_of(view, file.path) > most
    why_not = say("it has more than {most:,} bytes, so Claude Code skips it", most=most)
    return file._replace(why_not=why_not) if is_huge else file


def _mode(view: View, root: str) -> tuple[str, str]:
    """Which instruction files load, and what decides that: an option of the user's or the managed settings."""
    keys = ("pluginConfigs", "agents-md@builtin", "options", "instructionFiles")
    option = decided(settings_layers(view, root), *keys)
    if option and option.value in _MODES:
        return str(option.value), say("instructionFiles in {path}", path=option.path)
    return "claude-md-or-agents-md", say("the default of version 2.1.277 and later")


def is_agents_file(path: str) -> bool:
    """Whether it is an AGENTS.md, which loads by rules of its own."""
    return posixpath.basename(path) == "AGENTS.md"


def _agents_state(files: Sequence[InstructionFile], mode: str, decider: str) -> tuple[str, str]:
    """How it is about AGENTS.md, as a sentence, and why its files do not load; both empty where there are none."""
    own = [file.path for file in files if not is_agents_file(file.path)]
    if len(own) == len(files):
        return "", ""
    if mode == "claude-md-and-agents-md":
        return say("AGENTS.md is read beside CLAUDE.md ({decider}).", decider=decider), ""
    if mode != "claude-md-or-agents-md":
        return say(
            "AGENTS.md is not read: Project instructions are {mode} ({decider}).", mode=mode, decider=decider
        ), f"{mode}, by {decider}"
    if own:
        said = say(
            "AGENTS.md is not read, since {own} is there ({decider}). A CLAUDE.md may still import it.",
            own=own[0],
            decider=decider,
        )
        return said, say("{own} is there ({decider})", own=own[0], decider=decider)
    return say(
        "AGENTS.md is read, since no CLAUDE.md stands from the root to here ({decider}).", decider=decider
    ), ""
