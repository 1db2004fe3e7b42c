"""`memdesk show`: the exact bytes of a document or of one section."""

from __future__ import annotations

import argparse

from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Output
from memdesk.errors import NotFound
from memdesk.text.document import decode, encode


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Write the bytes to stdout: of a section its body, which is what `set` replaces. Raises `NotFound`."""
    found = finder.document(arguments.document)
    session = finder.open(found)
    path = found.document.path
    if session.base is None:
        raise NotFound("{path} is not there yet.", path=path)
    text = decode(session.base)
    if arguments.section is not None:
        node = session.outline().find(arguments.section)
        if node is None:
            raise NotFound("{path} has no section “{heading}”.", path=path, heading=arguments.section)
        text = node.body_text(text)
    if arguments.json:
        output.json({"text": text, "path": path})
    else:
        output.data(encode(text))
    return ExitCode.DONE
