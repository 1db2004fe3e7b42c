"""`memdesk history`: what a document held, when, and by whom, as far as Memdesk has seen it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from datetime import UTC, datetime

from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Json, Output
from memdesk.store.versions import Version


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """List the versions, newest first. Findings where none is known. Raises `HistoryError`."""
    path = finder.document_once(arguments.document).document.path
    versions = finder.desk.history.versions(path)
    if arguments.json:
        output.json({"versions": [_facts(version) for version in versions]})
    else:
        for version in versions:
            output.line(_line(version))
        if not versions:
            output.say(f"No version of {path} is known: Memdesk keeps them from its first look on.")
    return ExitCode.DONE if versions else ExitCode.FINDINGS


def _facts(version: Version) -> Mapping[str, Json]:
    return {
        "id": version.id,
        "when": datetime.fromtimestamp(version.when, UTC).isoformat(),
        "by": version.author.value,
        "why": version.why,
        "bytes": version.size_bytes,
        "sha256": version.sha256,
        "removed": version.removed,
        "landed": version.landed,
    }


def _line(version: Version) -> str:
    when = datetime.fromtimestamp(version.when).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    size = "removed" if version.removed else f"{version.size_bytes:,} bytes"
    note = "" if version.landed else ", never saved"
    return f"{version.id:>6}  {when}  {version.author.value:<7}  {size:>14}  {version.why}{note}"
