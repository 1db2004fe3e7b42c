"""Everything that is wrong with a root: what its layout finds, what the agent's own rewrite would lose, what hides."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from memdesk.layouts.contract import Layout, Problem, Severity
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import ByDocument
from memdesk.layouts.view import View
from memdesk.services.faults.boundary import answered, listed
from memdesk.services.machine.laid_over import LaidOverView
from memdesk.services.preview.lawful import Law, Told, fitting, without_numbers
from memdesk.services.preview.survival import PROBLEMS, Loss, survey_untried
from memdesk.services.problems.damaged import NOT_UTF8_RULE, damage_problems
from memdesk.services.problems.exposed import secret_problems
from memdesk.services.problems.unseen import unseen_problems
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.document import Encoding, decode, encode, from_utf16, sniff_encoding, trim
from memdesk.text.edits import Edit, Span
from memdesk.text.excerpt import Excerpt, excerpt, mask_sentence
from memdesk.text.sentence import say
from memdesk.text.shortening import beginning

_LONGEST_QUOTE = 200

WRITE_RULES = frozenset({"lost-on-write", "joined-on-write", "split-on-write"})
"""The rules by which is told what the agent's next write would do."""

ORPHAN_RULES = frozenset({"gone-project", "unknown-project"})
"""The rules by which layouts tell of memory whose project folder is not there, or not known."""


ENCODING_RULE = "encoding"
"""The rule by which is told that a file is no text in UTF-8."""


class Found(NamedTuple):
    """A problem, and the line in which it begins; the first for what has none, as a folder has not.

    `excerpt` is what that line says, without the white space around it; empty for what stands at no words.
    """

    problem: Problem
    line: int = 1
    has_lines: bool = True
    excerpt: Excerpt = Excerpt()


def problems_of(root: MemoryRoot, view: View) -> tuple[Found, ...]:
    """Every problem of a root, file by file and from top to bottom; one that is said twice counts once."""
    if not root.found:
        return ()
    documents = root.documents(view) if root.supported else ()

    def of_document(document: Document) -> Iterator[Found]:
        return listed(lambda: document_problems(root.layout, view, document), document.path)

    return gather(root, view, documents, of_document)


def gather(
    root: MemoryRoot,
    view: View,
    documents: Iterable[Document],
    of_document: Callable[[Document], Iterable[Found]],
) -> tuple[Found, ...]:
    """What the layout finds in a root, with what `of_document` finds in each of its documents, in the same order.

    A loss is left out where a problem starts in the same line, or says the same; so is the folder of a project that
    has gone with all its memory: some agents' folders stay, empty. Of a file in another encoding only that is told.
    Repairs are those that may be offered.
    """
    documents = tuple(documents)
    memory = sorted(document.path for document in documents if document.exists)
    by_path: dict[str, list[Problem]] = {}
    for problem in root.checks(view):
        if problem.rule not in ORPHAN_RULES or _holds_any(problem.path, memory):
            by_path.setdefault(problem.path, []).append(problem)
    found = {path: _placed(view, path, problems) for path, problems in by_path.items()}
    for document in documents:
        known = found.get(document.path, [])
        more = [one for one in of_document(document) if not _is_known(one, known)]
        if any(one.problem.rule == ENCODING_RULE for one in more):
            found[document.path] = more
        elif more:
            found[document.path] = [*known, *more]
    listed_at = {document.path: document for document in documents}
    for path, of_file in found.items():
        if any(one.problem.repair for one in of_file):
            found[path] = _with_lawful_repairs(root, view, listed_at.get(path), of_file)
    return tuple(one for of_file in found.values() for one in sorted(of_file, key=_place))


def _with_lawful_repairs(
    root: MemoryRoot, view: View, document: Document | None, found: list[Found]
) -> list[Found]:
    """What was found in one document, with those repairs alone that may be offered."""
    if any(one.problem.rule == ENCODING_RULE for one in found):
        return found
    told = [_told(one.problem) for one in found]
    allowed = (
        answered(lambda: law_of(root, view, document).allowed(told), document.path, lambda _: set[int]())
        if document is not None
        else ()
    )
    return [
        one if place in allowed else one._replace(problem=replace(one.problem, repair=()))
        for place, one in enumerate(found)
    ]


def law_of(root: MemoryRoot, view: View, document: Document) -> Law:
    """The law of repairs for a document as it is. Raises `OSError` where it cannot be read."""
    text = decode(view.read(document.path))
    return Law(root.layout, view, document, text, lambda said: _told_of(root, view, document, said))


def _told_of(root: MemoryRoot, view: View, document: Document, text: str) -> list[Told]:
    """All that is told of a document, and because of it, if it says `text`."""
    over = LaidOverView(view, {document.path: encode(text)})
    layout: object = root.layout
    problems = (
        layout.document_checks(over, root.path, document)
        if isinstance(layout, ByDocument)
        else root.checks(over)
    )
    own, others = list[Problem](), list[Problem]()
    for problem in problems:
        (own if problem.path == document.path else others).append(problem)
    known = _placed(over, document.path, own)
    more = document_problems(root.layout, over, document)
    found = [one.problem for one in (*known, *(one for one in more if not _is_known(one, known)))]
    return [_told(problem) for problem in (*found, *others)]


def _told(problem: Problem) -> Told:
    return Told(said_by(problem), problem.repair)


def said_by(problem: Problem) -> tuple[str, str, str]:
    """What a problem says, by which it is known again in a text that has changed."""
    return problem.path, problem.rule, without_numbers(problem.message)


def document_problems(layout: Layout, view: View, document: Document) -> tuple[Found, ...]:
    """What any document may have: losses of the agent's next write, what hides, what should not lie here.

    Empty for one that cannot be read: the layout's own checks speak of it. Of one in another encoding only that is
    told: every second byte of it would be something else that is wrong.
    """
    try:
        data = view.read(document.path)
    except OSError:
        return ()
    foreign = _foreign(layout, document, data)
    if foreign is not None:
        return (Found(foreign),)
    text = decode(data)
    general = [
        *damage_problems(layout.title, document.path, text),
        *unseen_problems(document.path, text),
        *secret_problems(document.path, text),
    ]
    losses = (
        one._replace(excerpt=_words_at(text, one.problem.span)) for one in _losses(layout, view, document)
    )
    return (*losses, *(_found_in(text, problem) for problem in general))


def _foreign(layout: Layout, document: Document, data: bytes) -> Problem | None:
    """What is wrong with a text that is not in UTF-8 as a whole; None for one that is, but for single bytes."""
    encoding, repair = sniff_encoding(data), tuple[Edit, ...]()
    if encoding is Encoding.UTF16:
        message = say("This file is UTF-16, and {agent} reads UTF-8.", agent=layout.title)
        repair, why = _conversion(layout, data)
    elif encoding is Encoding.BINARY:
        message = say("This file is no text, and {agent} reads UTF-8.", agent=layout.title)
        why = say("Much of it are zero bytes, as in pictures, databases, and text in other encodings.")
    else:
        return None
    repair = repair if document.editable else ()
    return Problem(Severity.ERROR, ENCODING_RULE, document.path, Span(0, 0), message, why, repair)


def _conversion(layout: Layout, data: bytes) -> tuple[tuple[Edit, ...], str]:
    """What makes a file in UTF-16 one in UTF-8, and why that is to be done; nothing where not all of it is UTF-16."""
    try:
        text = from_utf16(data)
    except UnicodeDecodeError as error:
        why = say(
            "To {agent} it is no text. It cannot be converted: what stands at byte {byte} is no UTF-16.",
            agent=layout.title,
            byte=error.start,
        )
        return (), why
    why = say(
        "To {agent} it is no text. Converted to UTF-8 it is, with every character kept.", agent=layout.title
    )
    return (Edit(0, decode(data), text),), why


def _found_in(text: str, problem: Problem) -> Found:
    line = text.count("\n", 0, problem.span.start) + 1
    around = excerpt(text, problem.span).around
    message, why = (mask_sentence(said, around) for said in (problem.message, problem.why))
    return Found(replace(problem, message=message, why=why), line, excerpt=_words_at(text, problem.span))


def _words_at(text: str, span: Span) -> Excerpt:
    if span.start >= span.end:
        return Excerpt()
    start, line_end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.start)
    line = text[start : line_end if line_end >= 0 else len(text)]
    said = trim(beginning(line, _LONGEST_QUOTE))
    start += line.index(said)
    return excerpt(text, Span(start, start + len(said)))


def _holds_any(path: str, paths: Sequence[str]) -> bool:
    """Whether one of the sorted `paths` is this one, or lies below it."""
    place = bisect_left(paths, path)
    if place < len(paths) and paths[place] == path:
        return True
    below = bisect_left(paths, path + "/")
    return below < len(paths) and paths[below].startswith(path + "/")


def _place(found: Found) -> tuple[int, Span]:
    return found.line, found.problem.span


def _is_known(one: Found, known: Iterable[Found]) -> bool:
    """Whether a layout tells it in words of its own."""
    rule, message = one.problem.rule, one.problem.message
    if rule == NOT_UTF8_RULE:
        return any(other.problem.rule in (NOT_UTF8_RULE, "no-characters") for other in known)
    return rule in WRITE_RULES and any(
        one.line == other.line or other.problem.message == message for other in known
    )


def _losses(layout: Layout, view: View, document: Document) -> Iterator[Found]:
    """The losses of the agent's next write; what is said of several places alike and has no repair, of the first."""
    told = set[str]()
    for loss in survey_untried(layout, document, view, PROBLEMS):
        if loss.repair or loss.message not in told:
            told.add(loss.message)
            yield Found(_problem(document, loss, f"{loss.kind.value}-on-write"), loss.line)


def _problem(document: Document, loss: Loss, rule: str) -> Problem:
    repair = loss.repair if document.editable else ()
    return Problem(Severity.WARNING, rule, document.path, loss.span, loss.message, loss.why, repair)


def _placed(view: View, path: str, problems: Iterable[Problem]) -> list[Found]:
    try:
        text = decode(view.read(path))
    except OSError:  # a folder, a file that cannot be read, or one that is gone by now
        return [Found(problem, has_lines=False) for problem in problems]
    return [_found_in(text, problem) for problem in problems]


def made_together(
    root: MemoryRoot, view: View, document: Document, found: Sequence[Found]
) -> tuple[Found, ...]:
    """Those of several repairs of one text that are made at once: all that fit, or else the first alone."""
    fit = fitting([one.problem.repair for one in found])
    chosen = [one for one, does_fit in zip(found, fit, strict=True) if does_fit and one.problem.repair]
    is_plain = not any(one.problem.rule == ENCODING_RULE for one in chosen)
    if len(chosen) > 1 and is_plain:
        law, told = law_of(root, view, document), [_told(one.problem) for one in chosen]
        if answered(lambda: law.why_not(told), document.path, str):
            return tuple(chosen[:1])
    return tuple(chosen)


def edits_of(found: Iterable[Found]) -> tuple[Edit, ...]:
    """The edits of several repairs of one text, each once."""
    edits = dict.fromkeys(edit for one in found for edit in one.problem.repair)
    return tuple(sorted(edits, key=lambda edit: (edit.start, edit.end)))
