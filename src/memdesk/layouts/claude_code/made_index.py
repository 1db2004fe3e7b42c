"""The index that Claude Code makes at the start of a session where facts lie and MEMORY.md is missing."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from memdesk.layouts.claude_code.grammar import RULES
from memdesk.layouts.claude_code.headers import HEADER, read_header
from memdesk.layouts.claude_code.home import INDEX_FILE
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.shapes.fact_store import fact_names
from memdesk.layouts.shapes.files import kind_of, text_at
from memdesk.layouts.view import View
from memdesk.text.document import BYTE_ORDER_MARK, JAVASCRIPT_WHITE_SPACE, readable, utf16_length
from memdesk.text.sentence import say

_MOST_LINES, _MOST_UNITS, _MOST_OF_DESCRIPTION = 140, 17_500, 130
_NEVER_NAMED = frozenset("()[]\r\n")
_GAP = re.compile(f"[{JAVASCRIPT_WHITE_SPACE}]+")


_REMADE = say(
    "Where facts lie, Claude Code makes a new {name} at its next start: a line for each fact, the newest first. The "
    "order, the titles and all other text of this one are gone then. An empty {name} is left alone.",
    name=INDEX_FILE,
)


def what_is_made_for(document: Document) -> str:
    """A sentence on what comes in the place of an index that is removed; empty for other documents."""
    is_subagents = "/" in document.scope.key
    return _REMADE if document.kind is DocumentKind.LIST and not is_subagents else ""


def made_index(view: View, memory_folder: str) -> str | None:
    """The text of the MEMORY.md that the next session makes, the newest fact first; None where it makes none."""
    if kind_of(view, f"{memory_folder}/{INDEX_FILE}") is not None:
        return None
    lines, left = list[str](), _MOST_UNITS
    for line in _lines(view, memory_folder):
        left -= utf16_length(line)
        if left < 0 or len(lines) == _MOST_LINES:
            break
        lines.append(line)
    return "".join(lines) or None


def _lines(view: View, folder: str) -> Iterator[str]:
    names = [name for name in fact_names(view, folder, RULES) if posixpath.basename(name) != INDEX_FILE]
    for name in sorted(names, key=lambda name: -_modified(view, f"{folder}/{name}")):
        if not _NEVER_NAMED & set(name):
            stem = posixpath.basename(name).removesuffix(".md")
            hook = _hook(readable(text_at(view, f"{folder}/{name}") or ""))
            yield f"- [{stem}]({name})" + (f" — {hook}" if hook else "") + "\n"


def _modified(view: View, path: str) -> float:
    try:
        return view.info(path).modified
    except OSError:
        return 0.0


def _hook(text: str) -> str:
    """The description of a fact in one line, cut where it is long."""
    header = HEADER.match(text.removeprefix(BYTE_ORDER_MARK))
    said = read_header(header[1]).get("description") if header else None
    hook = _GAP.sub(" ", said.strip(JAVASCRIPT_WHITE_SPACE)) if isinstance(said, str) else ""
    if utf16_length(hook) <= _MOST_OF_DESCRIPTION:
        return hook
    data = hook.encode("utf-16-le", "surrogatepass")[: 2 * (_MOST_OF_DESCRIPTION - 1)]
    return data.decode("utf-16-le", "ignore") + "…"
