"""Claude Code: instructions that people write, and an auto memory of typed facts that the agent writes.

The program is closed. What is said here comes from its documentation (pages on memory, settings, environment variables
and sessions, November 2026) and from reports on its issue tracker; versions up to 2.1.283. What is not told there is
called not known.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from memdesk.layouts.assumptions import Assumption
from memdesk.layouts.documents import Document, DocumentKind, FileKind, Place, Scope, ScopeKind
from memdesk.text.sentence import marked, say

if TYPE_CHECKING:
    from memdesk.layouts.contract import (
        Change,
        Cut,
        Effect,
        Injected,
        Operation,
        Outcome,
        Plan,
        Problem,
        View,
    )
    from memdesk.layouts.optional import Addition, NewFact, Reference, SwitchedOff
    from memdesk.layouts.shapes.fact_store import StoreRules
    from memdesk.layouts.shapes.gathering import Gathered
    from memdesk.layouts.shapes.instruction_chain import Expansion, ImportRules
    from memdesk.layouts.shapes.instruction_files import InstructionFile
    from memdesk.layouts.shapes.layered_settings import Layer
    from memdesk.text.edits import Span
    from memdesk.text.outline import Outline

YOU = Scope(ScopeKind.YOU, "", say("You"))

INDEX_FILE = "MEMORY.md"

_assumed = partial(Assumption, "claude_code")
_PAGE, _MOST_BYTES = say("Claude Code’s page on memory."), 1024 * 1024 * 1024
INDEX_LINES = _assumed("index_lines", say("Lines of MEMORY.md at start"), 200, "lines", 1, 1_000_000, _PAGE)
INDEX_BYTES = _assumed(
    "index_bytes",
    say("Size of MEMORY.md at start"),
    25_000,
    "bytes",
    1,
    _MOST_BYTES,
    say("Claude Code’s page on memory says 25 KB; whether that is 25,000 bytes or 25,600 is not known."),
)
FILE_BYTES = _assumed(
    "file_bytes", say("Size of an instruction file"), 4 * 1024 * 1024, "bytes", 1, _MOST_BYTES, _PAGE
)
IMPORT_LEVELS = _assumed("import_levels", say("Imports within imports"), 4, "levels", 0, 100, _PAGE)
ADVISED_LINES = _assumed(
    "advised_lines", say("Advised length of instructions"), 200, "lines", 1, 1_000_000, _PAGE
)
ACTIVE_MINUTES = _assumed(
    "active_minutes",
    say("A session seems to run for, after it last wrote"),
    10,
    "minutes",
    1,
    10_000,
    say(
        "Memdesk’s own guess from the age of a transcript: nothing of Claude Code tells that a session runs."
    ),
)
ASSUMPTIONS = (INDEX_LINES, INDEX_BYTES, FILE_BYTES, IMPORT_LEVELS, ADVISED_LINES, ACTIVE_MINUTES)

_UNKNOWN = say(
    "Claude Code puts words of its own around and between these parts, and no document tells which; nor where imported "
    "texts stand (here: before the file that imports them), or whether memory comes before or after the instructions."
)
_CAPS_ASSUMED = say(
    "assumed: “25KB” is 25,000 bytes, cut at whole lines; no setting of Claude Code changes it"
)
_SUBAGENT_UNKNOWN = say("What else a subagent gets depends on its definition and is not shown here.")

_MANAGED = {
    "darwin": "/Library/Application Support/ClaudeCode",
    "win32": "C:/Program Files/ClaudeCode",
}
_INSTRUCTIONS = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")
_AGENTS_FILES = ("AGENTS.md", ".claude/AGENTS.md")
_MODES = ("claude-md", "claude-md-or-agents-md", "claude-md-and-agents-md", "managed-only")
_AGENT_STORES = (".claude/agent-memory", ".claude/agent-memory-local")
_KEY_CHARS = 200
_MOST_TRANSCRIPTS, _MOST_TRANSCRIPT_BYTES = 3, 8 * 1024 * 1024
_ACTIVE = say("A session of this project seems to be running: it may write its older copy over an edit")
_COMPACT = "compact"
_YOURS = ("managed", "user", say("user rule"))
_REACH = say("next session, /clear or compaction")


class ClaudeCode:
    """The layout of Claude Code."""

    name = "claude_code"
    title = "Claude Code"
    monogram = "CC"

    def places(self, view: View) -> Sequence[Place]:
        """The user folder, or the one `CLAUDE_CONFIG_DIR` names, and an auto memory kept elsewhere."""
        return tuple(_places(view))

    def score(self, view: View, root: str) -> float:
        """1 for facts with the fields that Claude Code stamps, less for folders of its names."""
        return _score(view, root)

    def project_key(self, view: View, folder: str) -> str:
        """The folder under `projects/`: the main checkout's path, all but letters and digits made dashes."""
        return _key(_kept_for(view, folder))

    def documents(self, view: View, root: str) -> Iterator[Document]:
        """Your instructions and subagents, then of each project instructions, memory and subagents."""
        seen: set[str] = set()
        for document in _documents(view, root):
            if document.path not in seen:
                seen.add(document.path)
                yield document

    def outline(self, document: Document, text: str) -> Outline:
        """Sections of instructions, lines of an index, fields and body of a fact."""
        from memdesk.layouts.shapes.fact_store import store_outline
        from memdesk.text.sections import section_outline

        return (
            section_outline(text) if _is_instructions(document) else store_outline(document, text, _rules())
        )

    def adding(self, view: View, document: Document, addition: Addition) -> Change:
        """A section or an item of one; a fact for an index."""
        from memdesk.layouts.shapes.additions import section_addition
        from memdesk.layouts.shapes.fact_store import store_adding
        from memdesk.layouts.shapes.files import text_to_change

        if _is_instructions(document):
            text = text_to_change(view, document.path)
            return section_addition(text, document, addition, self.title)
        return store_adding(view, document, addition, _rules())

    def compose(self, view: View, change: Change) -> Plan:
        """The edits of instructions, of an index or a fact; a fact has a file and a line in the index."""
        from memdesk.layouts.contract import Plan
        from memdesk.layouts.shapes.fact_store import store_changes
        from memdesk.layouts.shapes.files import text_to_change
        from memdesk.layouts.shapes.section_file import section_changes

        path = change.document.path
        if _is_instructions(change.document):
            return Plan({path: section_changes(text_to_change(view, path), change, self.title)})
        return store_changes(view, change, _rules())

    def guards(self, document: Document, before: str, after: str) -> Sequence[Problem]:
        """A header that stops being YAML; a CLAUDE.md without text, which may still switch AGENTS.md off."""
        found = _warned_of(document, after)
        known = {problem.rule for problem in _warned_of(document, before)}
        return tuple(problem for problem in found if problem.rule not in known)

    def references(self, view: View, document: Document, key: str) -> Sequence[Reference]:
        """What leads to a fact that is taken away: [[links]] of others, index lines that stay."""
        from memdesk.layouts.shapes.fact_store_checks import links_to

        is_whole = document.kind is DocumentKind.RECORD and not key
        return tuple(links_to(view, document, _rules())) if is_whole else ()

    def keep_fact(self, view: View, document: Document, fact: NewFact) -> Mapping[str, str | None]:
        """A file for the fact, then a line at the end of the index; session and time are not stamped here."""
        from memdesk.layouts.shapes.fact_store import kept_fact

        return {} if _is_instructions(document) else kept_fact(view, document, fact, _rules())

    def contexts(self, view: View, root: str) -> Sequence[Scope]:
        """Projects with memory or instructions, a folder without any, subagents, then the other known folders."""
        return _contexts(view, root)

    def injected(self, view: View, root: str, context: Scope) -> Injected:
        """The instructions in load order with their imports, then the begin of the memory's index."""
        return _injected(view, root, context, _rules_in(view))

    def injected_within(self, view: View, root: str, context: Scope, budget_bytes: int) -> Injected:
        """The same where an index is cut at another size than the one assumed."""
        from dataclasses import replace

        rules, why = _rules_in(view), say("set for this preview")
        most = budget_bytes if budget_bytes > 0 else FILE_BYTES.of(view)
        caps = replace(rules.caps, most_bytes=most, why=why)
        return _injected(view, root, context, replace(rules, caps=caps))

    def assumptions(self) -> Sequence[Assumption]:
        """How much of an index and of instructions it reads, and when a session seems to run."""
        return ASSUMPTIONS

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:
        """What is known of Claude Code's own writes: a fact's header as it re-serialises it, a shortened index."""
        return _next_write(view, document, operation)

    def usual_operations(self, document: Document) -> Sequence[Operation]:
        """An index that is too long is written anew; the agent is told to come back well below the cap."""
        from memdesk.layouts.contract import Operation

        return (Operation(_COMPACT),) if document.kind is DocumentKind.LIST else ()

    def switched_off(self, view: View, root: str) -> Sequence[SwitchedOff]:
        """Auto memory and instructions, by the variable or the settings file that decided it."""
        from memdesk.layouts.optional import SwitchedOff

        layers = _layers(view, root)
        found = (_memory_off(view, layers), _instructions_off(view, layers))
        return tuple(SwitchedOff(f"{why}.", whole=False) for why in found if why)

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        """Problems of a root: what does not load and why, indexes against files, headers, keys that projects share."""
        return _problems(view, root)

    def is_temporary(self, name: str) -> bool:
        """Transcripts are no memory. Which temporary files Claude Code makes is not known."""
        return name.endswith(".jsonl")


LAYOUT = ClaudeCode()


# The grammar of its stores


@cache
def _rules() -> StoreRules:
    from memdesk.layouts.shapes.fact_file import Notation
    from memdesk.layouts.shapes.fact_folder import IndexGrammar
    from memdesk.layouts.shapes.fact_store import StoreRules
    from memdesk.layouts.shapes.index_cut import IndexCaps
    from memdesk.layouts.shapes.yaml_fields import said, written

    kept = partial(_without_comments, has_header=True)
    return StoreRules(
        ClaudeCode.title,
        IndexGrammar("", is_markdown=True),
        IndexCaps(INDEX_LINES.value, INDEX_BYTES.value, kept, _CAPS_ASSUMED),
        _render,
        known_keys=(*_OWN_KEYS, "metadata", *(f"metadata.{key}" for key in _STAMPS)),
        notation=Notation(said, written),
        levels=3,
        checks_name=True,
    )


def _rules_in(view: View) -> StoreRules:
    """How facts are kept, with the caps in force."""
    from dataclasses import replace

    rules, lines, size_bytes = _rules(), INDEX_LINES.of(view), INDEX_BYTES.of(view)
    why = INDEX_LINES.why(view) or INDEX_BYTES.why(view) or rules.caps.why
    return replace(rules, caps=replace(rules.caps, most_lines=lines, most_bytes=size_bytes, why=why))


_STAMPS = ("node_type", "type", "originSessionId", "modified")
_OWN_KEYS = ("name", "description", "type", "originSessionId")
"""What stands at the top of a header; older versions kept type and session there as well."""


def _render(fact: NewFact) -> str:
    from memdesk.layouts.shapes.yaml_fields import written

    lines = [
        f"name: {written(fact.name)}",
        f"description: {written(fact.description)}",
        "metadata: ",
        "  node_type: memory",
    ]
    lines += [f"  type: {fact.type}"] if fact.type else []
    return "\n".join(("---", *lines, "---", "", fact.body.strip("\r\n"), ""))


def _without_comments(text: str, *, has_header: bool) -> Sequence[Span]:
    """What Claude Code takes of a file: block-level comments go, and so does the header of an index or a rule."""
    from memdesk.layouts.shapes.fact_file import parse_header
    from memdesk.text.code_stretches import block_comments, without
    from memdesk.text.edits import Span

    header = parse_header(text) if has_header else None
    return without(Span(header.span.end if header else 0, len(text)), block_comments(text))


def _text(view: View, path: str) -> str:
    from memdesk.layouts.shapes.files import text_at

    return text_at(view, path) or ""


def _kind(view: View, path: str) -> FileKind | None:
    from memdesk.layouts.shapes.files import kind_of

    return kind_of(view, path)


def _is_instructions(document: Document) -> bool:
    return document.kind not in (DocumentKind.LIST, DocumentKind.RECORD)


# Places, keys and settings


def _home(view: View) -> str:
    return f"{view.home.rstrip('/')}/.claude"


def _managed(view: View) -> str:
    return _MANAGED.get(view.platform, "/etc/claude-code")


def _places(view: View) -> Iterator[Place]:
    from memdesk.layouts.shapes.layered_settings import decided

    named = view.environment.get("CLAUDE_CONFIG_DIR", "").replace(
        "\\", "/" if view.platform == "win32" else "\\"
    )
    roots = {named: say("CLAUDE_CONFIG_DIR in the environment")} if named else {}
    default = say("Claude Code’s default folder")
    roots.setdefault(
        _home(view), say("{default}, not used with CLAUDE_CONFIG_DIR", default=default) if named else default
    )
    for root, why in roots.items():
        yield Place(root, why, _kind(view, root) is FileKind.FOLDER)
        elsewhere = decided(_layers(view, root), "autoMemoryDirectory")
        if elsewhere and (folder := _expanded(view, elsewhere.value)):
            named_in = say("autoMemoryDirectory in {path}", path=elsewhere.path)
            yield Place(folder, named_in, _kind(view, folder) is FileKind.FOLDER)


def _expanded(view: View, value: object) -> str:
    """The folder that `autoMemoryDirectory` names: absolute, or below the home; empty for anything else."""
    text = value if isinstance(value, str) and "\0" not in value else ""
    if text.startswith("~/"):
        return f"{view.home.rstrip('/')}/{text[2:]}".rstrip("/")
    is_absolute = text.startswith("/") or re.match("[A-Za-z]:[/\\\\]", text)
    return text.replace("\\", "/").rstrip("/") if is_absolute else ""


def _score(view: View, root: str) -> float:
    if _is_store(view, root):
        return 1.0 if _has_stamps(view, root) else 0.4
    stores = [f"{root}/projects/{key}/memory" for key in _keys(view, root)[:20]]
    if any(_has_stamps(view, store) for store in stores):
        return 1.0
    has_settings = _kind(view, f"{root}/settings.json") is FileKind.FILE
    if _kind(view, f"{root}/projects") is not FileKind.FOLDER:
        return 0.0
    return 0.9 if has_settings else 0.3 if stores else 0.0


def _has_stamps(view: View, store: str) -> bool:
    """Whether a fact of this store has a field that Claude Code alone writes."""
    from memdesk.layouts.shapes.fact_file import parse_header
    from memdesk.layouts.shapes.fact_store import fact_names

    for name in fact_names(view, store, _rules())[:20]:
        header = parse_header(_text(view, f"{store}/{name}"))
        keys = {field.key.rpartition(".")[2] for field in header.fields} if header else set()
        if keys & {"node_type", "originSessionId"}:
            return True
    return False


def _is_store(view: View, root: str) -> bool:
    """Whether a root is one folder of facts, such as a subagent's, not a user folder."""
    has_index = _kind(view, f"{root}/{INDEX_FILE}") is FileKind.FILE
    return has_index and all(_kind(view, f"{root}/{name}") is None for name in ("projects", "settings.json"))


def _keys(view: View, root: str) -> list[str]:
    """The keys of projects with a memory; most folders there hold transcripts alone."""
    try:
        names = view.folder_names(f"{root}/projects")
    except OSError:
        return []
    return [name for name in names if _kind(view, f"{root}/projects/{name}/memory") is FileKind.FOLDER]


def _kept_for(view: View, folder: str) -> str:
    """The folder whose path makes the key: the main checkout, so that worktrees and sub-folders share a memory."""
    from memdesk.layouts.shapes.git_checkout import main_checkout
    from memdesk.layouts.shapes.go import clean_path

    return main_checkout(view, clean_path(folder)) or clean_path(folder)


def _key(folder: str) -> str:
    """The key of a folder. Past 200 characters a hash follows whose function is not known; it is left out."""
    return re.sub("[^A-Za-z0-9]", "-", folder)[:_KEY_CHARS]


def _key_among(view: View, keys: Sequence[str], folder: str) -> str:
    """The key of a folder as it stands on disk: long ones by their begin, on Windows in either case."""
    key = _fixed_key(view) or _key(folder)
    if key in keys:
        return key
    is_same = str.startswith if len(key) == _KEY_CHARS else str.__eq__
    fold = str.casefold if view.platform == "win32" else str
    same = [known for known in keys if is_same(fold(known), fold(key))]
    return same[0] if len(same) == 1 else key


def _fixed_key(view: View) -> str:
    """The name that all projects of a configuration folder share, where the environment gives one."""
    environment = view.environment
    return environment.get("CLAUDE_CODE_PROJECT_DIR_NAME", "") if environment.get("CLAUDE_CONFIG_DIR") else ""


def _projects(view: View, root: str) -> list[Scope]:
    """The projects with a memory, and the known folders, each with all folders that it may be."""
    from memdesk.layouts.shapes.keyed_projects import keyed_scopes

    keys = _keys(view, root)
    scopes = keyed_scopes(view, root, keys, partial(_key_among, view, keys), partial(_kept_for, view))
    return [_named_by_transcript(view, root, scope) for scope in scopes]


def _named_by_transcript(view: View, root: str, scope: Scope) -> Scope:
    """A scope that no known folder gives, with the folder that its newest transcript ran in, if that gives the key."""
    if scope.folder or scope.candidates:
        return scope
    folder = next(_ran_in(view, f"{root}/projects/{scope.key}"), "")
    kept_for = _kept_for(view, folder) if folder else ""
    if not folder or _key(kept_for) != scope.key:
        return scope
    title = posixpath.basename(kept_for) or kept_for
    return scope._replace(folder=kept_for, title=title, note=say("Named by its newest transcript"))


def _ran_in(view: View, folder: str) -> Iterator[str]:
    """The working folders that the newest transcripts of a project name."""
    from memdesk.text.json_string import read_string

    for path, _ in _transcripts(view, folder)[:_MOST_TRANSCRIPTS]:
        if named := re.search(r'"cwd"\s*:\s*"((?:[^"\\]|\\.)*)"', _text(view, path)):
            folder = read_string(named[1]).text
            if "\0" not in folder:
                yield folder.replace("\\", "/") if view.platform == "win32" else folder


def _transcripts(view: View, folder: str) -> list[tuple[str, float]]:
    """The transcripts of a project and when they were written, the newest first; huge ones are left out."""
    try:
        names = [entry.name for entry in view.entries(folder) if entry.name.endswith(".jsonl")]
        infos = [view.info(f"{folder}/{name}") for name in names]
    except OSError:
        return []
    small = [info for info in infos if info.size_bytes <= _MOST_TRANSCRIPT_BYTES]
    return [
        (f"{folder}/{info.name}", info.modified) for info in sorted(small, key=lambda info: -info.modified)
    ]


def _layers(view: View, root: str, folder: str | None = None) -> list[Layer]:
    """The settings in force, the strongest first: managed, local, the project's, the user's."""
    from memdesk.layouts.shapes.layered_settings import read_layers

    of_project = (
        [f"{folder}/.claude/{name}" for name in ("settings.local.json", "settings.json")] if folder else []
    )
    return read_layers(
        view, [f"{_managed(view)}/managed-settings.json", *of_project, f"{root}/settings.json"]
    )


def _memory_off(view: View, layers: Sequence[Layer]) -> str:
    """Why there is no auto memory, empty where there is. 0 in the variable forces it on."""
    from memdesk.layouts.shapes.layered_settings import decided, variable

    name = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
    switch, setting = variable(view, layers, name), decided(layers, "autoMemoryEnabled")
    if switch and str(switch.value) in ("0", "1"):
        return (
            say("auto memory is off: {name}=1 in {path}", name=name, path=switch.path)
            if str(switch.value) == "1"
            else ""
        )
    is_off = setting is not None and setting.value is False
    return (
        say("auto memory is off: autoMemoryEnabled in {path}", path=setting.path)
        if setting and is_off
        else ""
    )


def _instructions_off(view: View, layers: Sequence[Layer]) -> str:
    """Why no CLAUDE.md is loaded at all, empty where they are."""
    from memdesk.layouts.shapes.layered_settings import variable

    name = "CLAUDE_CODE_DISABLE_CLAUDE_MDS"
    switch = variable(view, layers, name)
    return (
        say("instructions are off: {name}=1 in {path}", name=name, path=switch.path)
        if switch and str(switch.value) == "1"
        else ""
    )


def _memory_folder(view: View, root: str, scope: Scope) -> str:
    """Where the memory of a project lies: as `autoMemoryDirectory` says, else under its key."""
    from memdesk.layouts.shapes.layered_settings import decided

    if _is_store(view, root):
        return root
    elsewhere = decided(_layers(view, root, scope.folder), "autoMemoryDirectory")
    return (_expanded(view, elsewhere.value) if elsewhere else "") or f"{root}/projects/{scope.key}/memory"


# The chain of instructions


class _Chain(NamedTuple):
    """What a session that starts in a folder has for instructions. `agents` says how it is about AGENTS.md."""

    files: tuple[InstructionFile, ...]
    agents: str = ""

    def loaded(self) -> list[InstructionFile]:
        """What is loaded at the start."""
        return [file for file in self.files if not file.why_not and not file.when]


def _chain(view: View, root: str, folder: str | None) -> _Chain:
    """Every file of instructions there is for a folder: what loads, what waits, what does not and why."""
    from memdesk.layouts.shapes.instruction_files import excluded, named_below, named_files
    from memdesk.layouts.shapes.layered_settings import listed

    layers, (mode, decider) = _layers(view, root, folder), _mode(view, root)
    files, agents = list(_of_user(view, root)), ""
    if folder:
        at_path = list(_at_path(view, root, folder))
        agents, why_not = _agents_state(at_path, mode, decider)
        files += (file._replace(why_not=why_not) if _is_agents(file.path) else file for file in at_path)
        files += _project_rules(view, folder)
    if mode == "managed-only":
        # What waits for a file still loads with it.
        files = [
            file
            if file.when
            else file._replace(why_not=say("{mode}, by {decider}", mode=mode, decider=decider))
            for file in files
        ]
    files += named_below(view, folder, _INSTRUCTIONS, "project") if folder else ()
    patterns = listed(layers, "claudeMdExcludes")
    files = [excluded(file, patterns, "claudeMdExcludes") for file in files]
    # What is managed cannot be excluded.
    files = [*named_files(view, _managed(view), ("CLAUDE.md",), "managed"), *files]
    off = _instructions_off(view, layers)
    return _Chain(tuple(_if_loadable(view, file, off) for file in files), agents)


def _of_user(view: View, root: str) -> Iterator[InstructionFile]:
    from memdesk.layouts.shapes.instruction_files import named_files, rule_files

    yield from named_files(view, root, ("CLAUDE.md",), "user")
    yield from rule_files(view, f"{root}/rules", say("user rule"), "paths")


def _at_path(view: View, root: str, folder: str) -> Iterator[InstructionFile]:
    """The files of the folders from the file system's root down to `folder`."""
    from memdesk.layouts.shapes.instruction_files import folders_down, named_files

    for above in folders_down(folder):
        for file in named_files(view, above, (*_INSTRUCTIONS, *_AGENTS_FILES), "project"):
            # The user's own file would be met again as that of the home.
            if file.path != f"{root}/CLAUDE.md":
                yield file


def _project_rules(view: View, folder: str) -> Iterator[InstructionFile]:
    """The project's rules; one that is a link to outside does not simply load."""
    from memdesk.layouts.shapes.files import real_path_of
    from memdesk.layouts.shapes.instruction_files import rule_files

    outside = say("it is a link to outside the project, read only once external imports were allowed")
    for rule in rule_files(view, f"{folder}/.claude/rules", "rule", "paths"):
        is_inside = real_path_of(view, rule.path).startswith(f"{real_path_of(view, folder)}/")
        yield rule if is_inside else rule._replace(why_not=outside)


def _if_loadable(view: View, file: InstructionFile, off: str) -> InstructionFile:
    from memdesk.layouts.shapes.files import size_bytes_of

    if file.why_not or off:
        return file._replace(why_not=file.why_not or off)
    most = FILE_BYTES.of(view)
    is_huge = size_bytes_of(view, file.path) > most
    why_not = say("it has more than {most:,} bytes, so Claude Code skips it", most=most)
    return file._replace(why_not=why_not) if is_huge else file


def _mode(view: View, root: str) -> tuple[str, str]:
    """Which instruction files load, and what decides that: an option of the user's or the managed settings."""
    from memdesk.layouts.shapes.layered_settings import decided

    keys = ("pluginConfigs", "agents-md@builtin", "options", "instructionFiles")
    option = decided(_layers(view, root), *keys)
    if option and option.value in _MODES:
        return str(option.value), say("instructionFiles in {path}", path=option.path)
    return "claude-md-or-agents-md", say("the default of version 2.1.277 and later")


def _is_agents(path: str) -> bool:
    return posixpath.basename(path) == "AGENTS.md"


def _agents_state(files: Sequence[InstructionFile], mode: str, decider: str) -> tuple[str, str]:
    """How it is about AGENTS.md, as a sentence, and why its files do not load; both empty where there are none."""
    own = [file.path for file in files if not _is_agents(file.path)]
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


def _import_rules(view: View, file: InstructionFile, folder: str | None) -> ImportRules:
    """How `file` imports: from anywhere; what a project's file takes from outside its folder is asked about once."""
    from memdesk.layouts.shapes.go import join_path
    from memdesk.layouts.shapes.instruction_chain import ImportRules, inline_directives

    def resolve(within: str, target: str) -> str:
        if target.startswith("~/"):
            return join_path(view.home, target[2:])
        return join_path(target) if target.startswith("/") else join_path(within, target)

    def asks(path: str) -> bool:
        is_trusted = file.reach in _YOURS or folder is None
        return not is_trusted and not path.startswith(f"{folder}/")

    def kept(path: str, text: str) -> Sequence[Span]:
        return _without_comments(text, has_header=path == file.path and file.reach.endswith("rule"))

    return ImportRules(
        inline_directives, resolve, IMPORT_LEVELS.of(view), kept=kept, asks=asks, in_place=False
    )


def _expand(view: View, file: InstructionFile, folder: str | None) -> Expansion:
    from memdesk.layouts.shapes.instruction_chain import expand

    return expand(view, file.path, _text(view, file.path), _import_rules(view, file, folder))


# Documents and contexts


def _documents(view: View, root: str) -> Iterator[Document]:
    from memdesk.layouts.shapes.fact_store import store_documents

    rules = _rules_in(view)
    if _is_store(view, root):
        yield from store_documents(view, root, root, YOU, rules)
        return
    yield from _instruction_documents(view, root, None, YOU)
    for scope, folder in _subagents(view, f"{root}/agent-memory", None):
        yield from store_documents(view, folder, root, scope, rules)
    for scope in _projects(view, root):
        for folder in (scope.folder,) if scope.folder else scope.candidates:
            yield from _instruction_documents(view, root, folder, scope)
        memory = _memory_folder(view, root, scope)
        is_outside = not memory.startswith(f"{root}/")
        yield from store_documents(view, memory, root, scope, rules, narrow=is_outside)
        for of_agent, at in _project_subagents(view, scope):
            yield from store_documents(view, at, root, of_agent, rules, narrow=True)


def _instruction_documents(view: View, root: str, folder: str | None, scope: Scope) -> Iterator[Document]:
    """The files of a chain that are for `scope` alone; yours also where it is not there yet."""
    from memdesk.layouts.shapes.instruction_files import InstructionFile, instruction_document, title_below

    files = [file for file in _chain(view, root, folder).files if (file.reach in _YOURS) == (folder is None)]
    if folder is None and _kind(view, root) is FileKind.FOLDER and _kind(view, f"{root}/CLAUDE.md") is None:
        files.append(InstructionFile(f"{root}/CLAUDE.md", "user"))
    for file in files:
        document = instruction_document(view, root, file, title_below(file.path, folder, root), scope)
        why_not = (
            say("It is managed by your organisation") if file.reach == "managed" else document.why_read_only
        )
        reach = "" if file.why_not else file.when or _REACH
        yield document._replace(cap_bytes=FILE_BYTES.of(view), reach=reach, why_read_only=why_not)


def _subagents(view: View, folder: str, project: Scope | None) -> Iterator[tuple[Scope, str]]:
    """The subagents with a store in `folder`: each its scope, and where it is."""
    try:
        names = view.folder_names(folder)
    except OSError:
        return
    for name in names:
        if project is None:
            yield (
                Scope(ScopeKind.SHARED, f"agent-memory/{name}", say("Subagent {name}", name=name)),
                f"{folder}/{name}",
            )
            continue
        key = f"{project.key}/{posixpath.basename(folder)}/{name}"
        is_local = folder.endswith("-local")
        template = "Subagent {name} in {project}, local" if is_local else "Subagent {name} in {project}"
        title = say(template, name=name, project=project.title)
        kind = ScopeKind.LOCAL if is_local else ScopeKind.PROJECT
        yield Scope(kind, key, title, project.folder), f"{folder}/{name}"


def _project_subagents(view: View, scope: Scope) -> Iterator[tuple[Scope, str]]:
    for name in _AGENT_STORES if scope.folder else ():
        yield from _subagents(view, f"{scope.folder}/{name}", scope)


def _contexts(view: View, root: str) -> tuple[Scope, ...]:
    from memdesk.layouts.shapes.keyed_projects import one_per_folder

    if _is_store(view, root):
        return (YOU,)
    keys = _keys(view, root)
    subagents = [scope for scope, _ in _subagents(view, f"{root}/agent-memory", None)]
    known: tuple[list[Scope], list[Scope]] = ([], [])
    for keyed in _projects(view, root):
        subagents += (scope for scope, _ in _project_subagents(view, keyed))
        for scope in one_per_folder(keyed):
            has_some = keyed.key in keys or (scope.folder and any(_at_path(view, root, scope.folder)))
            known[0 if has_some else 1].append(scope)
    known[1].extend(_started_inside(view, (*known[0], *known[1])))
    return (*known[0], YOU, *subagents, *known[1])


def _started_inside(view: View, known: Sequence[Scope]) -> Iterator[Scope]:
    """Known folders that keep their memory for another one: worktrees, and folders inside a checkout."""
    by_folder = {scope.folder: scope for scope in known}
    for folder in view.project_folders():
        if folder not in by_folder and (whole := by_folder.get(_kept_for(view, folder))):
            yield whole._replace(folder=folder, title=f"{posixpath.basename(folder)} ({whole.title})")


# The preview


def _injected(view: View, root: str, context: Scope, rules: StoreRules) -> Injected:
    from memdesk.layouts.shapes.gathering import Gathered

    gathered = Gathered()
    if _is_store(view, root) or "/" in context.key:
        folder = root if _is_store(view, root) else _store_of_subagent(root, context)
        gathered.add_index(view, INDEX_FILE, f"{folder}/{INDEX_FILE}", rules)
        return gathered.injected(say("{one} {other}", one=_UNKNOWN, other=_SUBAGENT_UNKNOWN))
    layers = _layers(view, root, context.folder)
    _add_instructions(gathered, view, root, context)
    _add_memory(gathered, view, root, context, rules)
    gathered.warnings += (
        say("{path} is not JSON, so it decides nothing.", path=layer.path)
        for layer in layers
        if layer.is_broken
    )
    return gathered.injected(_UNKNOWN)


def _store_of_subagent(root: str, context: Scope) -> str:
    if context.kind is ScopeKind.SHARED:
        return f"{root}/{context.key}"
    store, name = context.key.split("/")[-2:]
    return f"{context.folder}/.claude/{store}/{name}"


def _add_instructions(gathered: Gathered, view: View, root: str, context: Scope) -> None:
    from memdesk.layouts.contract import Meter
    from memdesk.layouts.shapes.files import real_path_of, size_bytes_of
    from memdesk.layouts.shapes.instruction_chain import Fate
    from memdesk.layouts.shapes.instruction_files import title_below

    if context.key and not context.folder:
        gathered.warnings.append(
            say("The folder of this project is not known, so its instructions are not shown.")
        )
    _add_managed_key(gathered, view)
    chain, seen = _chain(view, root, context.folder), set[str]()
    for file in chain.loaded():
        # One that was imported or linked is not loaded twice.
        if _is_agents(file.path) and real_path_of(view, file.path) in seen:
            continue
        expansion = _expand(view, file, context.folder)
        inlined = [met.path for met in expansion.imports if met.fate is Fate.INLINED]
        seen |= {real_path_of(view, path) for path in (file.path, *inlined)}
        about = f"{file.reach}, {len(inlined)} imported" if inlined else file.reach
        title = title_below(file.path, context.folder, root)
        gathered.add_runs(title, file.path, about, expansion.runs)
        size_bytes, cap, why = size_bytes_of(view, file.path), FILE_BYTES.of(view), FILE_BYTES.why(view)
        gathered.meters.append(Meter(title, size_bytes, cap, "bytes", file.path, why))
        gathered.warnings += _import_warnings(expansion)
    gathered.warnings += _said_of(root, context.folder, chain)


def _add_managed_key(gathered: Gathered, view: View) -> None:
    """The text that managed settings hold themselves: it stands there as a string of JSON."""
    from memdesk.layouts.contract import Generated
    from memdesk.layouts.shapes.instruction_chain import Run
    from memdesk.layouts.shapes.layered_settings import decided, read_layers

    path = f"{_managed(view)}/managed-settings.json"
    text = decided(read_layers(view, [path]), "claudeMd")
    if text and isinstance(text.value, str):
        run = Run(text.value, Generated(say("the value of claudeMd in {path}", path=path)))
        gathered.add_runs("claudeMd", path, "managed", [run])


def _import_warnings(expansion: Expansion) -> Iterator[str]:
    from memdesk.layouts.shapes.instruction_chain import Fate, may_be_path

    words = {
        Fate.SEEN: say("it was imported before, so the line stays"),
        Fate.TOO_DEEP: say("Claude Code imports four levels deep and no further"),
        Fate.ASKED: say(
            "it lies outside the project, so Claude Code asks once; what was answered is not known here"
        ),
        Fate.UNREADABLE: say("there is no such file, which Claude Code passes over in silence"),
    }
    for met in expansion.imports:
        if met.fate in words and (may_be_path(met.directive.target) or met.fate is not Fate.UNREADABLE):
            yield say(
                "@{target} in {name}: {what}.",
                target=met.directive.target,
                name=posixpath.basename(met.source),
                what=words[met.fate],
            )


def _said_of(root: str, folder: str | None, chain: _Chain) -> Iterator[str]:
    """What does not load, or only later, and how it is about AGENTS.md."""
    from memdesk.layouts.shapes.instruction_files import title_below

    for file in chain.files:
        if file.note and not _is_agents(file.path):
            yield say("{title}: {note}.", title=title_below(file.path, folder, root), note=file.clause)
    if chain.agents:
        yield chain.agents


def _add_memory(gathered: Gathered, view: View, root: str, context: Scope, rules: StoreRules) -> None:
    """The begin of the index; of a folder without a key of its own the one it would have."""
    key = context.key or (_key_among(view, _keys(view, root), _kept_for(view, context.folder or "")))
    if not (context.key or context.folder):
        return
    folder = _memory_folder(view, root, context._replace(key=key))
    path = f"{folder}/{INDEX_FILE}"
    if folder != f"{root}/projects/{key}/memory":
        gathered.warnings.append(
            say(
                "autoMemoryDirectory names {folder}; a project’s settings do only where it is trusted.",
                folder=folder,
            )
        )
    off = _memory_off(view, _layers(view, root, context.folder))
    if off:
        gathered.warnings.append(say("{off}. {path} is neither read nor written.", off=off, path=path))
        gathered.cut += _unread(view, path, off)
        return
    if _seems_active(view, f"{root}/projects/{key}"):
        gathered.warnings.append(say("{running}.", running=_ACTIVE))
    gathered.add_index(view, INDEX_FILE, path, rules)


def _unread(view: View, path: str, why: str) -> Iterator[Cut]:
    from memdesk.layouts.contract import Cut
    from memdesk.layouts.shapes.go import trimmed
    from memdesk.text.edits import Span

    text = _text(view, path)
    span = trimmed(text, Span(0, len(text)))
    if span.start < span.end:
        yield Cut(path, span, "", span.of(text), why, say("Switch it on there."))


# What its own writes do


def _next_write(view: View, document: Document, operation: Operation) -> Outcome:
    from memdesk.layouts.contract import NO_OP, Outcome
    from memdesk.text.edits import apply_all

    text = _text(view, document.path)
    if document.kind is DocumentKind.LIST and operation.name == _COMPACT:
        lost = tuple(_lost_by_compacting(text, _rules_in(view)))
        return Outcome(document.path, () if lost else (text,), lost)
    if document.kind is DocumentKind.RECORD and operation == NO_OP:
        effects = tuple(_header_effects(text))
        # Each effect's repair is what the program does itself.
        edits = {edit: None for effect in effects for edit in effect.repair}
        return Outcome(document.path, (apply_all(text, edits),), effects)
    return Outcome(document.path, (text,))


def _lost_by_compacting(text: str, rules: StoreRules) -> Iterator[Effect]:
    """Text between the lines of an index past its cap: the agent is told to shorten the file, and writes it anew."""
    from memdesk.layouts.contract import Effect, EffectKind
    from memdesk.layouts.shapes.fact_folder import TEXT_KEY, index_outline
    from memdesk.layouts.shapes.index_cut import shown_index

    if shown_index(text, rules.caps).cut_at is None:
        return
    for node in index_outline(text, rules.index).nodes:
        if node.key == TEXT_KEY and node.body.of(text).strip(" \t\r\n"):
            message = say("Claude Code may drop this text when it shortens the index, which is past its cap")
            why = say("After a write past the cap it is told to rewrite the index, one line for each entry.")
            yield Effect(EffectKind.LOST, node.body, message, why)


def _header_effects(text: str) -> Iterator[Effect]:
    """What is known of how a header is written again: the name as a slug, unknown top keys under `metadata`.

    It also redoes quotes and stamps session and time; how is not known, so that is left out. A header that is not YAML
    stays as it is, and a file without one gets none.
    """
    from memdesk.layouts.contract import Effect, EffectKind
    from memdesk.layouts.shapes.fact_file import moved_into, parse_header
    from memdesk.layouts.shapes.fact_store import kebab
    from memdesk.layouts.shapes.yaml_fields import is_mapping, said, written
    from memdesk.text.edits import Span, replace

    header = parse_header(text)
    if header is None or not is_mapping(header.inner.of(text)):
        return
    name = header.find("name")
    called = said(name.value.of(text)) if name else ""
    slug = kebab(called)
    if name and slug and slug != called:
        message = say(
            "Claude Code would write “{kebab}” for the name when it next writes this fact",
            kebab=slug,
        )
        why = say("It makes a slug of the name; [[links]] find facts by their name.")
        yield Effect(
            EffectKind.TRIMMED, name.value, message, why, (replace(text, name.value, written(slug)),)
        )
    own = (*_OWN_KEYS, "metadata")
    tops = [field for field in header.fields if not field.group and field.key not in own]
    others = [field for field in tops if not header.opens_group(field)]
    for field in others:
        span = Span(field.span.start, field.span.start + len(field.span.of(text).rstrip("\r\n")))
        message = say(
            "Claude Code would move “{key}” under metadata when it next writes this fact", key=field.key
        )
        why = say("It keeps keys that it does not know there.")
        edits = moved_into(text, header, field, "metadata", opens=field is others[0])
        yield Effect(EffectKind.MOVED, span, message, why, edits)


# Problems


def _problems(view: View, root: str) -> Iterator[Problem]:
    from memdesk.layouts.shapes.fact_store_checks import store_problems

    yield from _of_switches(view, root)
    yield from _of_keys(view, root)
    for document in LAYOUT.documents(view, root):
        if document.exists and not _is_instructions(document):
            yield from store_problems(view, document, _rules_in(view))
            if document.kind is DocumentKind.RECORD:
                yield from _of_header(document, _text(view, document.path))
        elif document.exists:
            yield from _of_instructions(view, root, document)


def _of_switches(view: View, root: str) -> Iterator[Problem]:
    from memdesk.layouts.contract import Problem, Severity
    from memdesk.text.edits import Span

    start = Span(0, 0)
    folders = (None, *(scope.folder for scope in _projects(view, root) if scope.folder))
    said: set[str] = set()
    for folder in folders:
        layers = _layers(view, root, folder)
        for rule, why in (
            ("memory-off", _memory_off(view, layers)),
            ("instructions-off", _instructions_off(view, layers)),
        ):
            if why and why not in said:
                said.add(why)
                yield Problem(Severity.NOTE, rule, folder or root, start, why)
        for layer in layers:
            if layer.is_broken and layer.path not in said:
                said.add(layer.path)
                message = say("These settings are not JSON, so they decide nothing")
                yield Problem(Severity.WARNING, "broken-settings", layer.path, start, message)
        if folder and (agents := _chain(view, root, folder).agents):
            yield Problem(Severity.NOTE, "agents-md", folder, start, agents.rstrip("."))


def _of_keys(view: View, root: str) -> Iterator[Problem]:
    from memdesk.layouts.contract import Problem, Severity
    from memdesk.layouts.shapes.keyed_projects import key_problems
    from memdesk.text.edits import Span

    keys, folder = _keys(view, root), f"{root}/projects"
    why = say("All but letters and digits of a path become dashes, so different paths can give one key.")
    yield from key_problems(view, _projects(view, root), keys, folder, why)
    for key in keys:
        if _seems_active(view, f"{folder}/{key}"):
            yield Problem(Severity.NOTE, "session-active", f"{folder}/{key}", Span(0, 0), _ACTIVE)


def _seems_active(view: View, folder: str) -> bool:
    """Whether a session of a project has written its transcript just now."""
    newest = _transcripts(view, folder)[:1]
    return bool(newest) and view.now.timestamp() - newest[0][1] < ACTIVE_MINUTES.of(view) * 60


def _of_header(document: Document, text: str) -> Iterator[Problem]:
    from memdesk.layouts.contract import Problem, Severity
    from memdesk.layouts.shapes.fact_file import parse_header
    from memdesk.layouts.shapes.yaml_fields import is_mapping, written
    from memdesk.text.edits import replace

    header = parse_header(text)
    if header is None or is_mapping(header.inner.of(text)):
        return
    spans = [field.value for field in header.fields if not header.opens_group(field)]
    values = [(span, written(span.of(text), span.of(text))) for span in spans]
    repair = tuple(replace(text, span, value) for span, value in values if span.of(text) != value)
    message = say("This header is not YAML: what Claude Code reads of it is not known")
    why = say("It leaves such a header as it is. A value with “: ” or “ #” in it has to stand in quotes.")
    yield Problem(Severity.WARNING, "not-yaml", document.path, header.span, message, why, repair)


def _warned_of(document: Document, text: str) -> list[Problem]:
    """What is wrong with a text by itself."""
    if document.kind is DocumentKind.RECORD:
        return list(_of_header(document, text))
    return list(_of_text(document, text)) if _is_instructions(document) else []


def _of_length(view: View, document: Document, text: str) -> Iterator[Problem]:
    from memdesk.layouts.contract import Problem, Severity
    from memdesk.text.edits import Span

    advised = ADVISED_LINES.of(view)
    if (lines := text.count("\n")) > advised:
        message = say(
            "{title} has {lines} lines; its makers advise {advised} at most",
            title=document.title,
            lines=lines,
            advised=advised,
        )
        yield Problem(Severity.NOTE, "long-instructions", document.path, Span(len(text), len(text)), message)


def _of_text(document: Document, text: str) -> Iterator[Problem]:
    from memdesk.layouts.contract import Problem, Severity
    from memdesk.text.document import trim
    from memdesk.text.edits import Span

    path, start = document.path, Span(0, 0)
    if not trim(text) and not _is_agents(path):
        message = say(
            "{title} is empty; whether it switches AGENTS.md off all the same is not known",
            title=document.title,
        )
        yield Problem(Severity.NOTE, "empty-instructions", path, start, message)
    if (
        "/rules/" in path
        and (late := re.search(r"(?m)^---[ \t\r]*\n(?:[^\n]*\n)*?paths:", text))
        and late.start()
    ):
        message = say("This header does not stand on the first line: whether its paths count is not known")
        yield Problem(Severity.NOTE, "late-header", path, Span(*late.span()), message)


def _of_instructions(view: View, root: str, document: Document) -> Iterator[Problem]:
    from memdesk.layouts.contract import Problem, Severity
    from memdesk.layouts.shapes.document_text import document_text
    from memdesk.layouts.shapes.instruction_chain import Fate, import_problems
    from memdesk.layouts.shapes.instruction_files import NOT_LOADED, InstructionFile
    from memdesk.text.edits import Span

    text = document_text(view, document, ClaudeCode.title)
    if isinstance(text, Problem):
        yield text
        return
    path, start = document.path, Span(0, 0)
    if document.note.startswith(NOT_LOADED):
        severity = Severity.ERROR if document.size_bytes > FILE_BYTES.of(view) else Severity.NOTE
        yield Problem(
            severity,
            "not-loaded",
            path,
            start,
            say("{title}: {note}", title=document.title, note=document.note),
        )
    yield from _of_text(document, text)
    yield from _of_length(view, document, text)
    reach = "user" if path.startswith(f"{root}/") else "project"
    words = {
        Fate.UNREADABLE: (Severity.WARNING, "import-missing", marked("There is no file @{path} to import")),
        Fate.ASKED: (
            Severity.NOTE,
            "import-outside",
            marked("@{path} lies outside the project: Claude Code asks once"),
        ),
        Fate.TOO_DEEP: (
            Severity.WARNING,
            "import-too-deep",
            marked("@{path} lies deeper than Claude Code imports, and stays out"),
        ),
    }
    yield from import_problems(_expand(view, InstructionFile(path, reach), document.scope.folder), words)
