"""What an instruction file imports by `@path`, and what of that Claude Code asks about first."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.layouts.claude_code.assumptions import IMPORT_LEVELS
from memdesk.layouts.claude_code.grammar import without_comments
from memdesk.layouts.claude_code.instructions import YOUR_REACHES
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.shapes.go import join_path
from memdesk.layouts.shapes.instruction_chain import Expansion, ImportRules, expand, inline_directives
from memdesk.layouts.shapes.instruction_files import InstructionFile
from memdesk.layouts.view import View
from memdesk.text.edits import Span


def _import_rules(view: View, file: InstructionFile, folder: str | None) -> ImportRules:
    """How `file` imports: from anywhere; what a project's file takes from outside its folder is asked about once."""

    def resolve(within: str, target: str) -> str:
        if target.startswith("~/"):
            return join_path(view.home, target[2:])
        return join_path(target) if target.startswith("/") else join_path(within, target)

    def asks(path: str) -> bool:
        is_trusted = file.reach in YOUR_REACHES or folder is None
        return not is_trusted and not path.startswith(f"{folder}/")

    def kept(path: str, text: str) -> Sequence[Span]:
        return without_comments(text, has_header=path == file.path and file.reach.endswith("rule"))

    return ImportRules(
        inline_directives, resolve, IMPORT_LEVELS.of(view), kept=kept, asks=asks, in_place=False
    )


def expand_imports(view: View, file: InstructionFile, folder: str | None) -> Expansion:
    """The text of `file` with what it imports, for a session that starts in `folder` (None: in none)."""
    return expand(view, file.path, text_at(view, file.path) or "", _import_rules(view, file, folder))
