"""Texts with everything in them that a reading of sections can trip over."""

from __future__ import annotations

from hypothesis import strategies as st

from memdesk.text.document import decode, line_end_near
from memdesk.text.fences import open_fence

LINES = (
    "",
    " ",
    "## A",
    "## A",
    "## B  ",
    "## C ##",
    "# D",
    "Under",
    "---",
    "   ## In",
    "## ",
    "  ## A",
    "##\tA",
    "##",
    "### A",
    "a",
    "- one",
    "  two  ",
    "    code",
    "```",
    "```py",
    "``` a`b",
    "~~~~",
    "  ```",
    "- ```",
    "> ## A",
    "<!--",
    "\x0c",
    "\xa0",
    "\x1c",
    "a\rb",
    "é\udc80",
)

line_ends = st.sampled_from(["\n", "\n", "\n", "\r\n"])


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Lines of all kinds with line ends of both kinds, with or without a byte order mark and a final line end."""
    lines = draw(st.lists(st.tuples(st.sampled_from(LINES), line_ends), max_size=14))
    text = "".join(line + end for line, end in lines) + draw(st.sampled_from(["", "", "end", "## A"]))
    return draw(st.sampled_from(["", "", "\ufeff"])) + text


any_text = documents() | st.binary(max_size=60).map(decode)


def closed(text: str) -> str:
    """`text` with the fence closed that it ends in, on a line of its own; every line before stays what it is."""
    fence = open_fence(text)
    if fence is None:
        return text
    line_end = line_end_near(text, len(text))
    return text + (line_end if text[-1] != "\n" else "") + fence.mark + line_end


closed_texts = any_text.map(closed)

texts_with_sections = st.builds(lambda a, b: closed(f"{closed(a)}\n## A\n{b}"), any_text, any_text)
