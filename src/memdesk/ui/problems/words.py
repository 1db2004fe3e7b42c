"""Problems in words: where they are, how bad they are, and what a reader hears. Pure."""

from __future__ import annotations

import os

from memdesk.layouts.contract import Severity
from memdesk.services.problems.listed import Listed
from memdesk.text.document import readable
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, told, tr, trn
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.theme.tokens import ColorRole

ICONS: dict[Severity, tuple[str, ColorRole]] = {
    Severity.ERROR: ("circle-x", "rem"),
    Severity.WARNING: ("triangle-alert", "warn"),
    Severity.NOTE: ("info", "text2"),
}
"""Shape and colour: a severity is told by both."""


def title_of(one: Listed) -> str:
    """What is wrong, as one line."""
    return " ".join(readable(told(one.found.problem.message)).split())


def place_of(one: Listed, home: str) -> str:
    """Whose it is, in which file, and where in it."""
    path = shown.short_path(one.path, home)
    line = f":{shown.number(one.found.line)}" if one.found.has_lines and one.found.problem.span.end else ""
    return f"{told(one.root.label)} · {path}{line} · {one.found.problem.rule}"


def quote_of(one: Listed, masks: SecretMasks) -> str:
    """What the line says that it is about, in quotation marks; empty for what is about no line.

    Without what `masks` hide.
    """
    said = " ".join(readable(one.found.excerpt.shown(masks.shown)).split())
    return tr("“{words}”", words=said) if said else ""


def short_place_of(one: Listed) -> str:
    """The file alone, with the line."""
    name = os.path.basename(one.path) or one.path
    return (
        tr("{name}, line {line}", name=name, line=shown.number(one.found.line))
        if one.found.has_lines
        else name
    )


def severity_of(severity: Severity) -> str:
    """A severity in one word."""
    words = {Severity.ERROR: tr("Error"), Severity.WARNING: tr("Warning"), Severity.NOTE: tr("Note")}
    return words[severity]


def severities_of(severity: Severity | None) -> str:
    """What a filter of severities is called."""
    words = {
        None: tr("Every severity"),
        Severity.ERROR: tr("Errors"),
        Severity.WARNING: tr("Warnings"),
        Severity.NOTE: tr("Notes"),
    }
    return words[severity]


def more_words(count: int) -> str:
    """So many more problems of one rule; empty for none."""
    return trn("{n} more like this", "{n} more like this", count, n=shown.number(count)) if count else ""


def spoken(one: Listed, *, is_ignored: bool, folds: str = "") -> str:
    """A row in a sentence."""
    parts = [
        severity_of(one.found.problem.severity),
        title_of(one).rstrip("."),
        told(one.root.label),
        short_place_of(one),
        tr("can be fixed") if one.found.problem.repair else "",
        tr("ignored") if is_ignored else "",
        folds,
    ]
    return listed(parts)


def problems(count: int) -> str:
    """So many problems."""
    return trn("{n} problem", "{n} problems", count, n=shown.number(count))
