"""Problems of a root: what does not load and why, indexes against files, headers, keys that projects share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as replaced

from memdesk.layouts.claude_code.files import all_documents_of
from memdesk.layouts.claude_code.grammar import is_instructions, rules_in
from memdesk.layouts.claude_code.headers import read_header
from memdesk.layouts.claude_code.home import project_keys
from memdesk.layouts.claude_code.instruction_checks import (
    import_problems,
    instruction_problems,
    text_problems,
)
from memdesk.layouts.claude_code.instructions import session_of
from memdesk.layouts.claude_code.projects import projects_of
from memdesk.layouts.claude_code.settings import settings_layers, why_memory_off, why_nothing
from memdesk.layouts.claude_code.survival import header_effects
from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.shapes.fact_file import parse_header
from memdesk.layouts.shapes.fact_store_checks import store_problems
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.shapes.keyed_projects import key_problems
from memdesk.layouts.shapes.yaml_fields import written
from memdesk.layouts.view import View
from memdesk.text.document import first_invalid_byte
from memdesk.text.edits import Span, replace
from memdesk.text.sentence import say


def find_problems(view: View, root: str) -> Iterator[Problem]:
    """Every problem of a root, lazily: of its settings and keys, then of each document."""
    yield from _of_settings(view, root)
    yield from _of_keys(view, root)
    for document in all_documents_of(view, root):
        yield from document_problems(view, root, document)
    yield from _of_imported(view, root)


def document_problems(view: View, root: str, document: Document) -> Iterator[Problem]:
    """The problems of one document; an index speaks for its facts as well."""
    if not is_instructions(document):
        rules = replaced(rules_in(view), makes_index="/agent-memory" not in document.path)
        yield from store_problems(view, document, rules)
        if document.kind is DocumentKind.RECORD:
            yield from _of_header(document, text_at(view, document.path) or "")
    elif document.exists:
        yield from _of_instructions(view, root, document)


def _of_settings(view: View, root: str) -> Iterator[Problem]:
    """What settings switch off, and files of them that count for nothing."""
    said: set[str] = set()
    for folder in (None, *_folders(view, root)):
        layers = settings_layers(view, root, folder)
        for rule, why in (
            ("instructions-off", why_nothing(view, layers)),
            ("memory-off", why_memory_off(view, layers)),
        ):
            if why and why not in said:
                said.add(why)
                yield Problem(Severity.NOTE, rule, folder or root, Span(0, 0), why)
        for path in [layer.path for layer in layers if layer.is_broken and layer.path not in said]:
            said.add(path)
            message = say("These settings are not as Claude Code reads them, so they decide nothing")
            yield Problem(Severity.WARNING, "broken-settings", path, Span(0, 0), message)


def _of_instructions(view: View, root: str, document: Document) -> Iterator[Problem]:
    session = session_of(view, root, document.scope.folder)
    yield from instruction_problems(view, document, session)
    yield from (problem for problem in import_problems(view, session) if problem.path == document.path)


def _of_imported(view: View, root: str) -> Iterator[Problem]:
    """The imports in files that are imported and no documents, each once: several projects may import one."""
    known = {document.path for document in all_documents_of(view, root)}
    said: set[tuple[str, str, Span]] = set()
    for folder in (None, *_folders(view, root)):
        for problem in import_problems(view, session_of(view, root, folder)):
            key = (problem.rule, problem.path, problem.span)
            if problem.path not in known and key not in said:
                said.add(key)
                yield problem


def _folders(view: View, root: str) -> Iterator[str]:
    for scope in projects_of(view, root):
        yield from (scope.folder,) if scope.folder else scope.candidates


def _of_keys(view: View, root: str) -> Iterator[Problem]:
    keys, folder = project_keys(view, root), f"{root}/projects"
    why = say("All but letters and digits of a path become dashes, so different paths can give one key.")
    yield from key_problems(view, projects_of(view, root), keys, folder, why)


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
    return list(text_problems(document, text)) if is_instructions(document) else []
