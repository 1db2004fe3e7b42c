"""HTML comments as tokens of their own for a Markdown parser that takes all other HTML for text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

COMMENT = "comment"
_OPENS, _ENDS = "<!--", "-->"
_MOST_INDENT = 3


def add_comment_rules(parser: MarkdownIt) -> None:
    """Let `parser` make a token `comment` of each, also of one that never ends, as CommonMark's HTML blocks do."""
    parser.block.ruler.before("paragraph", COMMENT, _block_rule, {"alt": ["paragraph", "blockquote"]})
    parser.inline.ruler.before("autolink", COMMENT, _inline_rule)


def _block_rule(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    start = state.bMarks[first] + state.tShift[first]
    if state.sCount[first] - state.blkIndent > _MOST_INDENT or not state.src.startswith(_OPENS, start):
        return False
    if silent:
        return True
    line = first
    while line < end and _ENDS not in state.src[state.bMarks[line] : state.eMarks[line]]:
        line += 1
    state.line = min(line + 1, end)
    token = state.push(COMMENT, "", 0)
    token.map = [first, state.line]
    token.content = state.getLines(first, state.line, state.blkIndent, False)
    return True


def _inline_rule(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith(_OPENS, state.pos):
        return False
    end = state.src.find(_ENDS, state.pos + len(_OPENS))
    if end < 0:
        return False
    end += len(_ENDS)
    if not silent:
        state.push(COMMENT, "", 0).content = state.src[state.pos : end]
    state.pos = end
    return True
