"""`memdesk do`: what an agent does to a document when it is told to, such as OK's quick note, or what can be done."""

from __future__ import annotations

import argparse
from dataclasses import replace

from memdesk.cli.changing import run_change, save_edits, words_given
from memdesk.cli.ending import Ending
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder, Found
from memdesk.cli.output import Output
from memdesk.services.documents.session import DocumentSession
from memdesk.services.steps.deeds import edits_of_deed, offered_for


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Do it and say how it ended; without a name, say what can be done. Findings where nothing can."""
    if arguments.deed is None:
        return _list(finder, arguments, output)
    words = [words_given(word) for word in arguments.words]
    workspace, cautions = finder.desk.workspace, list[str]()

    def edit(session: DocumentSession) -> None:
        deeds = (offered.deed for offered in offered_for(session, workspace))
        cautions[:] = [deed.caution for deed in deeds if deed.name == arguments.deed and deed.caution]
        session.text.replace_all(edits_of_deed(session, workspace, arguments.deed, words))

    def change(found: Found) -> Ending:
        ending = save_edits(finder, found, edit, arguments.deed)
        return replace(ending, warnings=tuple(cautions)) if ending.is_done else ending

    return run_change(finder, arguments, output, change)


def _list(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    found = finder.document(arguments.document)
    finder.open_roots(found.root)
    deeds = [offered.deed for offered in offered_for(finder.open(found), finder.desk.workspace)]
    if arguments.json:
        facts = [
            {"name": deed.name, "title": deed.title, "about": deed.about, "asks": deed.asks}
            | {"caution": deed.caution}
            for deed in deeds
        ]
        output.json({"path": found.document.path, "deeds": facts})
        return ExitCode.DONE if deeds else ExitCode.FINDINGS
    for deed in deeds:
        asks = "".join(f" {ask.upper().replace(' ', '-')}" for ask in deed.asks)
        output.line(f"{deed.name}{asks}: {deed.about}")
        if deed.caution:
            output.line(f"  {deed.caution}")
    if not deeds:
        output.say(f"Nothing but editing can be done to {found.document.path}.")
    return ExitCode.DONE if deeds else ExitCode.FINDINGS
