"""Problems of a home: what evva does not see, sees otherwise, cannot read, or no longer knows the project of."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document
from memdesk.layouts.evva.home import FACTS_FOLDER, auto_memory, config_path, has_facts_folder
from memdesk.layouts.evva.names import CAP_BYTES, PROJECTS_FOLDER
from memdesk.layouts.evva.projects import documents_of, known_projects, with_folder_checked
from memdesk.layouts.evva.rewrite import Rewrite, Role
from memdesk.layouts.evva.survival import hidden_from_evva
from memdesk.layouts.shapes.document_text import document_text
from memdesk.layouts.view import View
from memdesk.text.document import byte_length
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.sections import HEADING_MARK, Section
from memdesk.text.sentence import joined, say

_NEARLY_FULL = 0.9
_START = Span(0, 0)
_SCAFFOLD = say("An update by one of its tools would put an empty scaffold in its place.")


def find_problems(view: View, root: str) -> Iterator[Problem]:
    """Every problem of a home, lazily: first those of the home, then of its projects, then of each document."""
    yield from _of_home(view, root)
    yield from _of_projects(view, root)
    for document in documents_of(view, root):
        yield from document_problems(view, root, document)


def _of_home(view: View, root: str) -> Iterator[Problem]:
    if has_facts_folder(view, root):
        yield Problem(
            Severity.NOTE,
            "older-generation",
            root,
            _START,
            say(
                "evva v1.4 and later keeps its memory in {facts_folder}/ and does not read the files beside "
                "it",
                facts_folder=FACTS_FOLDER,
            ),
        )
    switch = auto_memory(view, root)
    if switch.why and not switch.is_on:
        yield Problem(
            Severity.NOTE,
            "auto-memory-off",
            config_path(view, root),
            _START,
            say("evva neither reads nor writes project memory: {why}", why=switch.why),
        )
    elif switch.is_undecided:
        yield Problem(
            Severity.WARNING,
            "broken-config",
            config_path(view, root),
            _START,
            say("evva would not start: {why}", why=switch.why),
        )


def _of_projects(view: View, root: str) -> Iterator[Problem]:
    for project in known_projects(view, root):
        path = f"{root}/{PROJECTS_FOLDER}/{project.scope.key}"
        scope = with_folder_checked(view, project.scope)
        if scope.candidates:
            folders = joined(scope.candidates)
            yield Problem(
                Severity.WARNING if project.has_folder else Severity.NOTE,
                "key-collision",
                path,
                _START,
                say(
                    "{count} folders share one project memory: {folders}",
                    count=len(scope.candidates),
                    folders=folders,
                ),
                say(
                    "evva turns every separator of a path into a dash, so different paths can give the same key."
                ),
            )
        elif project.has_folder and scope.note:
            rule = "gone-project" if scope.folder else "unknown-project"
            yield Problem(Severity.NOTE, rule, path, _START, scope.note)


def document_problems(view: View, root: str, document: Document) -> Iterator[Problem]:  # noqa: ARG001 - as others ask
    """The problems of one document."""
    if not document.exists:
        return
    text = document_text(view, document, "evva", _SCAFFOLD if document.agent_rewrites else "")
    if isinstance(text, Problem):
        yield text
        return
    yield from size_problems(document, text)
    if document.headings:
        yield from _of_headings(document, text)


def size_problems(document: Document, text: str) -> Iterator[Problem]:
    """What is too large for evva, or nearly."""
    size_bytes, cap = byte_length(text), _cap_of(document)
    if size_bytes > cap:
        cut = Rewrite(text, document.headings, {}, cap).cut_at or 0
        yield Problem(
            Severity.ERROR,
            "over-cap",
            document.path,
            Span(cut, len(text)),
            say(
                "evva reads {cap:,} of {size_bytes:,} bytes of {title}",
                cap=cap,
                size_bytes=size_bytes,
                title=document.title,
            ),
            say("What stands past that is hidden from it, and gone after its next write.")
            if document.headings
            else "",
        )
    elif size_bytes > cap * _NEARLY_FULL:
        yield Problem(
            Severity.WARNING,
            "near-cap",
            document.path,
            Span(len(text), len(text)),
            say(
                "{title} has {size_bytes:,} of the {cap:,} bytes that evva reads",
                title=document.title,
                size_bytes=size_bytes,
                cap=cap,
            ),
        )


def _cap_of(document: Document) -> int:
    return CAP_BYTES if document.cap_bytes is None else document.cap_bytes


def _of_headings(document: Document, text: str) -> Iterator[Problem]:
    rewrite = Rewrite(text, document.headings, {}, _cap_of(document))
    present = {section.heading for section in rewrite.ours.sections}
    for section in rewrite.ours.sections:
        if section.heading not in document.headings:
            yield _other_heading(document, text, section, present)
    for place in rewrite.places:
        if not place.is_heading:
            yield Problem(
                Severity.WARNING,
                "hidden-heading",
                document.path,
                place.block.line,
                say("evva takes line {count} for a heading", count=text.count(chr(10), 0, place.start) + 1),
                say(
                    "Its program takes every line that starts with “## ” for one, also in code and when indented."
                ),
                hidden_from_evva(rewrite, place) if place.role is not Role.BARE else (),
            )


def _other_heading(document: Document, text: str, section: Section, present: set[str]) -> Problem:
    """A heading that is none of evva's: one of them in other letters, or one of the user's own."""
    line = Span(section.span.start, section.raw.start)
    meant = _meant(section.heading, document.headings)
    if meant is None:
        message = say(
            "No tool of evva can update “{heading}”; evva keeps it as it is", heading=section.heading
        )
        return Problem(Severity.NOTE, "unknown-heading", document.path, line, message)
    start = section.span.start + len(HEADING_MARK)
    end = text.index(section.heading, start) + len(section.heading)
    return Problem(
        Severity.WARNING,
        "other-heading",
        document.path,
        line,
        say(
            "“{heading}” is not “{meant}” to evva: it will add its own heading",
            heading=section.heading,
            meant=meant,
        ),
        say("evva compares headings letter by letter, closing marks included."),
        () if meant in present else _renamed(text, start, end, meant),
    )


def _meant(heading: str, headings: tuple[str, ...]) -> str | None:
    plain = heading.rstrip("# \t").casefold()
    return next((known for known in headings if known.casefold() == plain), None)


def _renamed(text: str, start: int, end: int, heading: str) -> tuple[Edit, ...]:
    return (replace(text, Span(start, end), heading),)
