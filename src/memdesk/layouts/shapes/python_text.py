"""White space as programs written in Python have it, those that strip texts and match patterns with its own ideas.

It has U+001C to U+001F beside what Go and Unicode call white space.
"""

from __future__ import annotations

from memdesk.text.edits import Span

PYTHON_WHITE_SPACE = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
    "\u200a\u2028\u2029\u202f\u205f\u3000"
)


def trimmed(text: str, span: Span, left: str = PYTHON_WHITE_SPACE, right: str = PYTHON_WHITE_SPACE) -> Span:
    """`span` of `text` without the characters of `left` at its start and those of `right` at its end."""
    content = span.of(text)
    start = span.start + len(content) - len(content.lstrip(left))
    return Span(start, max(start, span.start + len(content.rstrip(right))))


def read_in_text_mode(text: str) -> str:
    """`text` as a file opened in text mode gives it: every CR LF and every lone CR is LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
