"""Problems of a memory-root: what EverOS fails on, cuts, overlooks or points to in vain."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document
from memdesk.layouts.everos.changes import toml_problem
from memdesk.layouts.everos.files import documents_of, ignored_files
from memdesk.layouts.everos.header import Parsed, parse_in_place, read_like_everos
from memdesk.layouts.everos.header_nodes import PROFILE_LISTS
from memdesk.layouts.everos.home import SETTINGS_FILE, switched_off
from memdesk.layouts.everos.ids import EverosError, skill_folder_name
from memdesk.layouts.everos.index_checks import problems_of_index
from memdesk.layouts.everos.kinds import PROFILE, SKILL, Kind, owner_of, parse_path
from memdesk.layouts.everos.log_checks import START, WHOLE_FILE, References, problems_of_log, space_of
from memdesk.layouts.everos.reading import kind_of
from memdesk.layouts.everos.settings_nodes import is_settings
from memdesk.layouts.shapes.document_text import document_text
from memdesk.layouts.view import View
from memdesk.text.document import BYTE_ORDER_MARK, invalid_places
from memdesk.text.edits import Edit, Span
from memdesk.text.front_matter import find_front_matter, read_mapping
from memdesk.text.sentence import say
from memdesk.text.yaml_values import BadFrontMatter


def find_problems(view: View, root: str) -> Iterator[Problem]:
    """Every problem of a root, lazily: of its settings, of each document, then of what points nowhere."""
    for sentence in switched_off(view, root):
        yield Problem(Severity.NOTE, "strategy-off", f"{root}/{SETTINGS_FILE}", START, sentence)
    references = References()
    for document in documents_of(view, root):
        yield from document_problems(view, root, document, references)
    for path in ignored_files(view, root):
        message = say("EverOS never finds {name} here", name=posixpath.basename(path))
        yield Problem(
            Severity.NOTE,
            "ignored-file",
            path,
            START,
            message,
            say("Its scans look for fixed names and depths."),
        )
    yield from _dangling(references)
    yield from problems_of_index(view, root)


def document_problems(
    view: View,
    root: str,  # noqa: ARG001 - as others ask
    document: Document,
    references: References | None = None,
) -> Iterator[Problem]:
    """The problems of one document; what it refers to is gathered in `references`, if somebody looks for that."""
    if not document.exists:
        return
    text = document_text(view, document, "EverOS")
    if isinstance(text, Problem):
        yield text
        return
    yield from problems_of_text(document, text, references or References())


def problems_of_text(document: Document, text: str, references: References) -> Iterator[Problem]:
    """Problems of one document that holds `text`; what it refers to is gathered in `references`."""
    path = document.path
    if is_settings(document):
        if problem := toml_problem(path, text):
            message = f"EverOS refuses {document.title}: {problem}"
            yield Problem(
                Severity.ERROR,
                "bad-settings",
                path,
                START,
                message,
                say("It goes on with the settings it has."),
            )
        return
    kind = kind_of(document)
    if kind is None:
        return
    try:
        read_like_everos(text)
    except EverosError:
        message, at = say("{title} is not UTF-8", title=document.title), invalid_places(text)[0]
        yield Problem(Severity.ERROR, "not-utf-8", path, Span(at, at + 1), message, WHOLE_FILE)
    try:
        parsed = parse_in_place(text)
    except EverosError as error:
        header = find_front_matter(text)
        span = header.block if header else START
        yield Problem(Severity.ERROR, "bad-header", path, span, f"In {document.title} {error}", WHOLE_FILE)
        return
    yield from _of_header(document, kind, text, parsed)
    if kind.is_daily_log:
        yield from problems_of_log(document, kind, text, parsed, references)
    elif kind is PROFILE:
        yield from _of_profile(document, text)
    elif kind is SKILL:
        yield from _of_skill(document, parsed, references)


def _of_header(document: Document, kind: Kind, text: str, parsed: Parsed) -> Iterator[Problem]:
    path, first_line = document.path, Span(0, text.find("\n") + 1 or len(text))
    if not parsed.body_start:
        hidden = text.startswith((BYTE_ORDER_MARK + "---", "---"))
        is_marked = text.startswith(BYTE_ORDER_MARK) and find_front_matter(text[1:]) is not None
        yield Problem(
            Severity.ERROR if hidden else Severity.WARNING,
            "hidden-header" if hidden else "no-header",
            path,
            first_line,
            say("EverOS sees no header in {title}", title=document.title),
            say("Entries that change are then kept under no owner, and rows of others are overwritten."),
            (Edit(0, BYTE_ORDER_MARK, ""),) if is_marked else (),
        )
        return
    parts = posixpath.relpath(path, document.root).split("/")
    facts = parse_path("/".join(parts))
    owner = owner_of(parsed.header, facts.owner_type)
    if kind.scope in ("users", "agents") and owner != parts[3]:
        message = say(
            "The header of {title} names “{owner}” as owner, the folder “{parts}”",
            title=document.title,
            owner=owner,
            parts=parts[3],
        )
        yield Problem(
            Severity.WARNING, "other-owner", path, first_line, message, say("EverOS goes by the header.")
        )


def _of_profile(document: Document, text: str) -> Iterator[Problem]:
    header = find_front_matter(text)
    try:
        keys: Mapping[object, object] = read_mapping(text, header)
    except BadFrontMatter:
        return
    for key in PROFILE_LISTS:
        if _has_date(keys.get(key)):
            message = say(
                "{key} of {title} holds a bare date, which EverOS cannot store", key=key, title=document.title
            )
            why = say("YAML takes it for a date; in quotes it is a text. {whole_file}", whole_file=WHOLE_FILE)
            yield Problem(
                Severity.ERROR, "bare-date", document.path, header.block if header else START, message, why
            )


def _has_date(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_has_date, value.values()))
    return any(map(_has_date, value)) if isinstance(value, list) else hasattr(value, "isoformat")


def _of_skill(document: Document, parsed: Parsed, references: References) -> Iterator[Problem]:
    path, start = document.path, Span(0, parsed.body_start)
    name = str(parsed.header.get("name", ""))
    if not name or not parsed.header.get("agent_id"):
        message = say("{title} lacks a name or an agent_id in its header", title=document.title)
        yield Problem(Severity.ERROR, "bad-skill", path, start, message, WHOLE_FILE)
    elif skill_folder_name(name) != posixpath.basename(posixpath.dirname(path)):
        message = say(
            "The skill “{name}” does not lie in its folder {skill_folder_name}",
            name=name,
            skill_folder_name=skill_folder_name(name),
        )
        yield Problem(
            Severity.NOTE, "other-folder", path, start, message, say("EverOS writes it there next time.")
        )
    for score in ("confidence", "maturity_score"):
        value = parsed.header.get(score, 0.0)
        if isinstance(value, bool) or not isinstance(value, int | float):
            message = say("{score} of {title} is no number", score=score, title=document.title)
            yield Problem(Severity.ERROR, "bad-score", path, start, message, WHOLE_FILE)
    cases = parsed.header.get("source_case_ids")
    for case in cases if isinstance(cases, list) else ():
        references.named.append(
            (
                path,
                space_of(document),
                str(case),
                start,
                say("{name} is made of {case}", name=name, case=case),
            )
        )


def _dangling(references: References) -> Iterator[Problem]:
    for path, space, target, span, sentence in references.named:
        if (space, target) not in references.ids:
            message = say("{sentence}, but {target} is not there", sentence=sentence, target=target)
            yield Problem(Severity.NOTE, "dangling", path, span, message)
