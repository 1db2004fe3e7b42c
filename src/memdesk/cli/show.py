"""`memdesk show`: the exact bytes of a document or of one part of it."""

from __future__ import annotations

import argparse

from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.nodes import find_node
from memdesk.cli.output import Output
from memdesk.errors import NotFound
from memdesk.text.document import decode, encode


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Write the bytes to stdout: of a section or an entry its body, which is what `set` replaces.

    Raises `NotFound`, and `UsageError` where a key means several entries.
    """
    found = finder.document(arguments.document)
    session = finder.open(found)
    path = found.document.path
    if session.base is None:
        raise NotFound("{path} is not there yet.", path=path)
    text = decode(session.base)
    word = arguments.entry if arguments.section is None else arguments.section
    if word is not None:
        what = "entry" if arguments.section is None else "section"
        node = find_node(session.outline(), found.document, word, arguments.occurrence, what=what)
        text = node.body_text(text)
    if arguments.json:
        output.json({"text": text, "path": path})
    else:
        output.data(encode(text))
    return ExitCode.DONE
