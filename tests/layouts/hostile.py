"""Texts that section files meet in the wild and worse, for properties."""

from __future__ import annotations

from hypothesis import strategies as st

LINES = (
    "## Preferences",
    "## Working style",
    "## Recurring topics",
    "## Notes",
    "## preferences",
    "## Preferences ##",
    "##  Preferences ",
    "## ",
    "##   \t",
    "## \u00a0",
    "  ## Working style",
    "\t## code",
    "    ## deep",
    "  ## ",
    "###  deeper",
    "##x",
    "##\tx",
    "- ## item",
    "> ## quote",
    "```",
    "```md",
    "~~~",
    "````",
    "    ```",
    "- ```",
    "  ```",
    "- item",
    "  more",
    "    indented code",
    "text",
    "text  ",
    "text\u00a0",
    "\u00a0text",
    "\x1ctext\x1c",
    "\x0c",
    "\u0085",
    "<!--",
    "-->",
    "---",
    "\r",
    "a\rb",
    "\ufeff",
    "\udcff\udc80",
    "é漢🎉",
    "\x00",
    "",
    "",
    " ",
    "\t",
)
ENDS = ("\n", "\n", "\n", "\r\n")


@st.composite
def hostile_texts(draw: st.DrawFn, most_lines: int = 14) -> str:
    """A text of hostile lines, with one kind of line end or several, perhaps none at the end, perhaps a mark."""
    lines = draw(st.lists(st.sampled_from(LINES), max_size=most_lines))
    ends = draw(st.sampled_from([("\n",), ("\r\n",), ENDS]))
    text = "".join(line + draw(st.sampled_from(ends)) for line in lines)
    if draw(st.booleans()):
        text = text.removesuffix("\n")
    return draw(st.sampled_from(["", "", "", "\ufeff"])) + text


@st.composite
def numbered_texts(draw: st.DrawFn) -> str:
    """A hostile text in which every line with text, but for headings and fences, is unique."""
    text = draw(hostile_texts())
    lines = text.split("\n")
    return "\n".join(
        f"{line.rstrip(chr(13))}{number}" if line.strip() and not _has_meaning(line) else line
        for number, line in enumerate(lines)
    )


def _has_meaning(line: str) -> bool:
    return line.lstrip(" \t\ufeff").startswith("## ") or "```" in line or "~~~" in line
