"""Problems of a root: what does not load and why, indexes against files, headers, keys that projects share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace as replaced

from memdesk.layouts.claude_code.assumptions import ADVISED_LINES, FILE_BYTES
from memdesk.layouts.claude_code.files import all_documents_of
from memdesk.layouts.claude_code.grammar import is_instructions, rules_in
from memdesk.layouts.claude_code.headers import read_header
from memdesk.layouts.claude_code.home import project_keys
from memdesk.layouts.claude_code.imports import expand_imports
from memdesk.layouts.claude_code.instructions import chain_of, is_agents_file
from memdesk.layouts.claude_code.projects import SEEMS_ACTIVE, projects_of, seems_active
from memdesk.layouts.claude_code.settings import settings_layers, why_instructions_off, why_memory_off
from memdesk.layouts.claude_code.survival import header_effects
from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.shapes.document_text import document_text
from memdesk.layouts.shapes.fact_file import parse_header
from memdesk.layouts.shapes.fact_store_checks import store_problems
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.shapes.instruction_chain import Fate, import_problems
from memdesk.layouts.shapes.instruction_files import NOT_LOADED, InstructionFile
from memdesk.layouts.shapes.keyed_projects import key_problems
from memdesk.layouts.shapes.yaml_fields import written
from memdesk.layouts.view import View
from memdesk.text.document import first_invalid_byte, trim
from memdesk.text.edits import Span, replace
from memdesk.text.sentence import marked, say


def find_problems(view: View, root: str) -> Iterator[Problem]:
    """Every problem of a root, lazily: of its settings and keys, then of each document."""
    yield from _of_switches(view, root)
    yield from _of_keys(view, root)
    for document in all_documents_of(view, root):
        yield from document_problems(view, root, document)


def document_problems(view: View, root: str, document: Document) -> Iterator[Problem]:
    """The problems of one document; an index speaks for its facts as well."""
    if not is_instructions(document):
        rules = replaced(rules_in(view), makes_index="/agent-memory" not in document.path)
        yield from store_problems(view, document, rules)
        if document.kind is DocumentKind.RECORD:
            yield from _of_header(document, text_at(view, document.path) or "")
    elif document.exists:
        yield from _of_instructions(view, root, document)


def _of_switches(view: View, root: str) -> Iterator[Problem]:
    start = Span(0, 0)
    folders = (None, *(scope.folder for scope in projects_of(view, root) if scope.folder))
    said: set[str] = set()
    for folder in folders:
        layers = settings_layers(view, root, folder)
        for rule, why in (
            ("memory-off", why_memory_off(view, layers)),
            ("instructions-off", why_instructions_off(view, layers)),
        ):
            if why and why not in said:
                said.add(why)
                yield Problem(Severity.NOTE, rule, folder or root, start, why)
        for layer in layers:
            if layer.is_broken and layer.path not in said:
                said.add(layer.path)
                message = say("These settings are not JSON, so they decide nothing")
                yield Problem(Severity.WARNING, "broken-settings", layer.path, start, message)
        if folder and (agents := chain_of(view, root, folder).agents):
            yield Problem(Severity.NOTE, "agents-md", folder, start, agents.rstrip("."))


def _of_keys(view: View, root: str) -> Iterator[Problem]:
    keys, folder = project_keys(view, root), f"{root}/projects"
    why = say("All but letters and digits of a path become dashes, so different paths can give one key.")
    yield from key_problems(view, projects_of(view, root), keys, folder, why)
    for key in keys:
        if seems_active(view, f"{folder}/{key}"):
            yield Problem(Severity.NOTE, "session-active", f"{folder}/{key}", Span(0, 0), SEEMS_ACTIVE)


def _of_header(document: Document, text: str) -> Iterator[Problem]:
    header = parse_header(text)
    # Bytes that are not UTF-8 are a matter of their own, and no YAML can hold them.
    if header is None or read_header(header.inner.of(text)).is_yaml or first_invalid_byte(text) is not None:
        return
    spans = [field.value for field in header.fields if not header.opens_group(field)]
    values = [(span, written(span.of(text), span.of(text))) for span in spans]
    repair = tuple(replace(text, span, value) for span, value in values if span.of(text) != value)
    message = say("This header is not YAML: Claude Code mends what it can when it next writes this file")
    why = say("A value with “: ” or “ #” in it, or with a bracket at its start, has to stand in quotes.")
    yield Problem(Severity.WARNING, "not-yaml", document.path, header.span, message, why, repair)


def guards_of(document: Document, before: str, after: str) -> tuple[Problem, ...]:
    """What is wrong with a text by itself that was not wrong before the change, and what its next write makes of it."""
    known = {problem.rule for problem in _of_text_alone(document, before)}
    found = [problem for problem in _of_text_alone(document, after) if problem.rule not in known]
    if not is_instructions(document):
        said = {effect.message for effect in header_effects(document, before)}
        found += (
            Problem(Severity.WARNING, "next-write", document.path, effect.span, effect.message, effect.why)
            for effect in header_effects(document, after)
            if effect.message not in said
        )
    return tuple(found)


def _of_text_alone(document: Document, text: str) -> list[Problem]:
    if document.kind is DocumentKind.RECORD:
        return list(_of_header(document, text))
    return list(_of_text(document, text)) if is_instructions(document) else []


def _of_length(view: View, document: Document, text: str) -> Iterator[Problem]:
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
    path, start = document.path, Span(0, 0)
    if not trim(text) and not is_agents_file(path):
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
    text = document_text(view, document, "Claude Code")
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
    yield from import_problems(
        expand_imports(view, InstructionFile(path, reach), document.scope.folder), words
    )
