"""Problems of instruction files: what of them does not reach the agent, and why."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence

from memdesk.layouts.claude_code.assumptions import ADVISED_LINES, FILE_BYTES
from memdesk.layouts.claude_code.content import content_of, header_of
from memdesk.layouts.claude_code.headers import HEADER, read_header
from memdesk.layouts.claude_code.imports import has_text_ending, resolved, wrapped_in
from memdesk.layouts.claude_code.instructions import (
    Fate,
    Met,
    Session,
    fate_of,
    imports_below,
)
from memdesk.layouts.claude_code.rules import PATHS, rule_patterns
from memdesk.layouts.claude_code.start import EITHER
from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document, FileKind
from memdesk.layouts.shapes.document_text import document_text
from memdesk.layouts.shapes.files import kind_of, real_path_of, text_at
from memdesk.layouts.shapes.instruction_files import NOT_LOADED
from memdesk.layouts.shapes.yaml_fields import written
from memdesk.layouts.view import View
from memdesk.text.document import BYTE_ORDER_MARK, JAVASCRIPT_WHITE_SPACE
from memdesk.text.edits import Edit, Span, apply_all
from memdesk.text.sentence import marked, say

_LATE_HEADER = re.compile(
    r"(?:\s|<!--.*?-->)+?(^---[ \t\r]*\n(?:[^\n]*\n)*?paths:)", re.DOTALL | re.MULTILINE
)
_ITEM = re.compile(r"(?m)^([ \t]*-[ \t]+)([^\s\"'].*?)[ \t\r]*$")
_OTHER_KEYS = ("globs", "applyTo", "Paths", "path")
_GLUE = re.compile(r"[^\w/\\.~-]|[.](?=\W|$)|[^\x00-\x7f]")
_LEADING = ("./", "../", "~/")


def instruction_problems(view: View, document: Document, session: Session) -> Iterator[Problem]:
    """What is wrong with one file of instructions."""
    text = document_text(view, document, "Claude Code")
    if isinstance(text, Problem):
        yield text
        return
    is_out = document.note.startswith(NOT_LOADED)
    if is_out and content_of(text).spans and _is_told(view, document, session):
        is_huge = document.size_bytes > FILE_BYTES.of(view)
        severity = Severity.ERROR if is_huge else Severity.NOTE
        message = say("{title}: {note}", title=document.title, note=document.note)
        yield Problem(severity, "not-loaded", document.path, Span(0, 0), message)
    yield from text_problems(document, text)
    yield from _of_link_text(view, document, text)
    if not is_out:
        yield from _of_length(view, document, text)


def _is_told(view: View, document: Document, session: Session) -> bool:
    """Whether that a file stays out is news: not where a switch or an option of the user's says so.

    Where something was to bring in an AGENTS.md and does not, that is what is told.
    """
    name = posixpath.basename(document.path)
    if session.off or name != "AGENTS.md":
        return not session.off
    is_named = any(name in problem.message for problem in import_problems(view, session))
    is_alone = any(
        one.content.taken.endswith(name) and "\n" not in one.content.taken for one in session.loaded
    )
    return session.start.mode == EITHER and not is_named and not is_alone


def text_problems(document: Document, text: str) -> Iterator[Problem]:
    """What is wrong with a text by itself."""
    yield from _of_rule_line(document, text)
    if "/rules/" in document.path:
        yield from _of_rule(document, text)


def _of_rule_line(document: Document, text: str) -> Iterator[Problem]:
    """A rule line at the top: all down to the next one goes as a header."""
    header = HEADER.match(text.removeprefix(BYTE_ORDER_MARK))
    if not header or not header[1].strip(JAVASCRIPT_WHITE_SPACE) or _is_header(header[1]):
        return
    span = header_of(text)
    start = len(text) - len(text.removeprefix(BYTE_ORDER_MARK))
    message = say("Claude Code takes this for a header, so it does not get what stands here")
    why = say(
        "A line of dashes on line 1 begins a header, and the next one ends it. Below an empty line it does not."
    )
    repair = (Edit(start, "", "\n"),)
    yield Problem(Severity.WARNING, "rule-line", document.path, Span(start, span.end), message, why, repair)


def _is_header(block: str) -> bool:
    return (bool(read_header(block)) and not block.startswith(("\n", "\r\n"))) or PATHS in block


def _of_rule(document: Document, text: str) -> Iterator[Problem]:
    path, header = document.path, HEADER.match(text.removeprefix(BYTE_ORDER_MARK))
    if not header:
        if late := _LATE_HEADER.match(text):
            message = say(
                "This header does not stand on the first line, so it is text and the rule loads always"
            )
            yield Problem(Severity.WARNING, "late-header", path, Span(*late.span(1)), message)
        return
    keys, span = read_header(header[1]), header_of(text)
    if not keys and re.search(rf"(?m)^{PATHS}:", header[1]):
        message = say("This header is not YAML, so its paths do not count and the rule loads always")
        why = say("A pattern that begins with a star or a brace has to stand in quotes.")
        repair = _with_quotes(text, span)
        yield Problem(Severity.WARNING, "not-yaml", path, span, message, why, repair)
    elif (
        PATHS not in keys
        and keys.get("alwaysApply") is not True
        and (other := next((key for key in _OTHER_KEYS if keys.get(key)), ""))
    ):
        message = say(
            "Claude Code knows no {key}, so this rule loads always; its patterns stand in paths", key=other
        )
        yield Problem(Severity.NOTE, "no-paths", path, span, message)


def _with_quotes(text: str, header: Span) -> tuple[Edit, ...]:
    """The edits that put the items of a header's lists in quotes, where the rule waits for them then."""
    edits = tuple(
        Edit(found.start(2), found[2], written(found[2])) for found in _ITEM.finditer(text, 0, header.end)
    )
    return edits if edits and rule_patterns(apply_all(text, edits)) else ()


def _of_link_text(view: View, document: Document, text: str) -> Iterator[Problem]:
    """The name of a file and nothing else, as Git writes a link where it can make none."""
    name = text.strip(JAVASCRIPT_WHITE_SPACE)
    path = resolved(name, posixpath.dirname(document.path), view.home)
    if (
        "\n" in name
        or not name.endswith(".md")
        or path == document.path
        or kind_of(view, path) is not FileKind.FILE
    ):
        return
    start = text.index(name)
    message = say("This is the name of a file and not its text; @ in front imports it")
    why = say("Git writes a link like this where it can make none.")
    repair = (Edit(start, "", "@"),)
    yield Problem(
        Severity.WARNING, "link-as-text", document.path, Span(start, start + len(name)), message, why, repair
    )


def _of_length(view: View, document: Document, text: str) -> Iterator[Problem]:
    advised = ADVISED_LINES.of(view)
    lines = text.split("\n")
    count = len(lines) - (lines[-1] == "")
    if count > advised:
        at = sum(len(line) + 1 for line in lines[:advised])
        message = say(
            "{title} has {lines} lines; its makers advise {advised} at most",
            title=document.title,
            lines=count,
            advised=advised,
        )
        yield Problem(Severity.NOTE, "long-instructions", document.path, Span(at, at), message)


# Imports


def import_problems(view: View, session: Session) -> Sequence[Problem]:
    """What of the imports of a session imports nothing, in whatever file."""
    what = "\n".join((session.start.root, session.start.folder or ""))
    return view.once("claude_code imports", what, lambda: tuple(_of_imports(view, session)))


def _of_imports(view: View, session: Session) -> Iterator[Problem]:
    for met in (*session.imports, *imports_below(view, session)):
        yield from _of_import(view, session, met)
    for file, path in session.sources:
        for found in wrapped_in(text_at(view, path) or ""):
            yield from _of_glue(view, session, Met(path, found, "", Fate.MISSING, file), is_wrapped=True)


def _of_import(view: View, session: Session, met: Met) -> Iterator[Problem]:
    words = {
        Fate.ASKED: (
            Severity.NOTE,
            "import-outside",
            marked("@{path} lies outside the project and waits until Claude Code’s question is answered"),
        ),
        Fate.TOO_DEEP: (
            Severity.WARNING,
            "import-too-deep",
            marked("@{path} lies deeper than Claude Code imports, and stays out"),
        ),
        Fate.OTHER_KIND: (
            Severity.NOTE,
            "import-kind",
            marked("@{path} is no kind of file that Claude Code imports"),
        ),
    }
    target = met.found.target
    if met.fate in words:
        severity, rule, message = words[met.fate]
        yield Problem(severity, rule, met.source, met.found.span, say(message, path=target))
    elif met.fate is Fate.MISSING:
        glued = list(_of_glue(view, session, met))
        yield from glued
        if not glued and _looks_like_file(view, target, met.path):
            message = say("There is no file @{path} to import", path=target)
            yield Problem(Severity.WARNING, "import-missing", met.source, met.found.span, message)


def _looks_like_file(view: View, target: str, path: str) -> bool:
    """Whether a path that leads nowhere was meant for a file, and not for a package, a team or an alias."""
    folder = posixpath.dirname(path)
    if kind_of(view, path) is FileKind.FOLDER:
        return False
    is_in_folder = "/" in target and folder != "/" and kind_of(view, folder) is FileKind.FOLDER
    return target.startswith(_LEADING) or has_text_ending(target.rstrip(".,;:!?)]}\"'")) or is_in_folder


def _of_glue(view: View, session: Session, met: Met, *, is_wrapped: bool = False) -> Iterator[Problem]:
    """A path that leads somewhere without what stands right behind or before it."""
    text = text_at(view, met.source) or ""
    raw = met.found.span.of(text)
    folder = posixpath.dirname(real_path_of(view, met.source))
    for end in sorted({*(found.start() for found in _GLUE.finditer(raw, 2)), len(raw)}, reverse=True):
        path = resolved(raw[1:end].replace("\\ ", " "), folder, view.home)
        if fate_of(view, session.start, met.file, path) is Fate.LOADED:
            break
    else:
        return
    start = met.found.span.start
    edits = [Edit(start, "", " ")] if is_wrapped else []
    edits += [Edit(start + end, "", " ")] if end < len(raw) else []
    behind = raw[end : end + 1]
    is_letter = behind.isalpha()
    message = say(
        "@{path} imports nothing, since “{sign}” stands right {where} it",
        path=raw[1:end],
        sign=text[start - 1] if is_wrapped else behind,
        where=say("before") if is_wrapped else say("behind"),
    )
    why = say("The path goes on to the next white space, and only white space may stand before the @.")
    yield Problem(
        Severity.WARNING,
        "import-glued",
        met.source,
        met.found.span,
        message,
        why,
        () if is_letter else tuple(edits),
    )
