"""How something new is added to the shapes that several agents share: a section, a fact, a folder of facts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Addition
from memdesk.layouts.shapes.fact_file import BODY_KEY, fact_outline
from memdesk.text.document import line_content, split_lines, trim
from memdesk.text.outline import PREAMBLE_KEY
from memdesk.text.sections import outline_of
from memdesk.text.sentence import joined

_BULLET = re.compile(r"[ \t]*[-*+][ \t]+")
_MARKS = re.compile(r"(?:(?:#{1,6}|[-*+>])[ \t]+)+")
_MOST_CHARS = 100


def check_words(addition: Addition, agent: str, *kept: str) -> None:
    """Raise `Refused` for the first word that was said and is none of those `kept` here: `type`, `name`..."""
    for word in ("section", "type", "name", "description"):
        if getattr(addition, word) and word not in kept:
            raise Refused(
                "{agent} keeps no {word} with what is added here.",
                hint="Leave the {word} out.",
                agent=agent,
                word=word,
            )


def section_addition(text: str, document: Document, addition: Addition, agent: str) -> Change:
    """The change that adds to a document made of sections: an item more in one that is there, else a section.

    Without a section it goes to the only one there is, or to a text without any. Raises `Refused`.
    """
    check_words(addition, agent, "section")
    outline = outline_of(text, document.headings)
    present = [node.key for node in outline.nodes if "chapter" not in node.facts]
    heading = addition.section or _only_one(document, present)
    if node := outline.find(heading):
        body = with_item(node.body.of(text), addition.text)
    elif heading in document.headings or heading == PREAMBLE_KEY:
        body = addition.text
    else:
        return Change(ChangeKind.ADD, document, heading, body=addition.text)
    return Change(ChangeKind.SET_BODY, document, heading, body=body)


def _only_one(document: Document, present: Sequence[str]) -> str:
    headings = [key for key in dict.fromkeys((*document.headings, *present)) if key != PREAMBLE_KEY]
    if len(headings) > 1:
        raise Refused(
            "{name} has several sections, so say to which one the text goes: {headings}.",
            name=document.title,
            headings=joined(headings),
        )
    return headings[0] if headings else PREAMBLE_KEY


def with_item(body: str, text: str) -> str:
    """`body` with `text` behind it: as one more item where it ends with a list or in one line, else as a paragraph."""
    text = text.strip("\r\n")
    kept = body.rstrip(" \t\r\n")
    if not kept:
        return text
    line_end = "\r\n" if "\r\n" in body else "\n"
    bullet = _BULLET.match(line_content(split_lines(kept)[-1]))
    is_paragraph = "\n" in text and not bullet
    mark = "" if _BULLET.match(text) or is_paragraph else bullet[0] if bullet else "- "
    lines = [line_content(line) for line in split_lines(text)]
    indented = [mark + lines[0], *(f"{' ' * len(mark)}{line}" if line else "" for line in lines[1:])]
    return kept + line_end * (2 if is_paragraph else 1) + line_end.join(indented)


def fact_addition(text: str, document: Document, addition: Addition, agent: str) -> Change:
    """The change that adds to a fact: a field where one is named, else an item more in its body."""
    check_words(addition, agent, "section")
    if addition.section:
        return Change(ChangeKind.ADD, document, addition.section, body=addition.text)
    node = fact_outline(text, ()).find(BODY_KEY)
    body = node.body.of(text) if node else ""
    return Change(ChangeKind.SET_BODY, document, BODY_KEY, body=with_item(body, addition.text))


def new_fact(document: Document, addition: Addition, agent: str) -> Change:
    """The change that adds a fact to the index of its folder.

    Without a description the first line of the text is one, without a name the description.
    """
    check_words(addition, agent, "type", "name", "description")
    description = addition.description or _first_words(addition.text)
    name = addition.name or description
    return Change(ChangeKind.ADD, document, name, body=addition.text, title=description, type=addition.type)


def _first_words(text: str) -> str:
    """The begin of the first line that says something, without what marks a heading or an item, or quotes it."""
    first = next((line for line in map(trim, split_lines(text)) if line), "")
    words = _MARKS.sub("", first).strip("\"'")
    if len(words) <= _MOST_CHARS:
        return words
    cut = words[:_MOST_CHARS]
    return f"{cut.rpartition(' ')[0] or cut}…"
