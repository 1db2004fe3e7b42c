"""Claude Code: instructions that people write, and an auto memory of typed facts that the agent writes.

The program is closed. What is said here was measured on version 2.1.332, or comes from its documentation (November
2026) and from reports on its issue tracker. What is told nowhere is called not known.

`settings` decide what is on and where it lies, `start` what they say of one folder; `home` and `projects` find folders.
`content` is what is taken of a file, `imports` and `rules` what it names, `instructions` what a session loads;
`grammar` is our own reading and writing; `files`, `preview`, `survival` and `checks` answer the contract with
them. They are imported where they are needed: before its first paint the window asks for an answer or two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.layouts.assumptions import Assumption
    from memdesk.layouts.contract import Change, Injected, Operation, Outcome, Plan, Problem
    from memdesk.layouts.documents import Document, Place, Scope
    from memdesk.layouts.optional import Addition, NewFact, Reference, SwitchedOff
    from memdesk.layouts.view import View
    from memdesk.text.outline import Outline

_TEMPORARY = re.compile(r"\.tmp\.\d+\.[0-9a-f]{12}$|^\.MEMORY\.md\.backfill-\d+-[0-9a-f]{8}\.tmp$")


class ClaudeCode:
    """The layout of Claude Code."""

    name = "claude_code"
    title = "Claude Code"
    monogram = "CC"

    def places(self, view: View) -> Sequence[Place]:
        """The user folder, or the one `CLAUDE_CONFIG_DIR` names, and an auto memory kept elsewhere."""
        from memdesk.layouts.claude_code.home import find_places

        return tuple(find_places(view))

    def score(self, view: View, root: str) -> float:
        """1 for facts with the fields that Claude Code stamps, less for folders of its names."""
        from memdesk.layouts.claude_code.home import score_home

        return score_home(view, root)

    def project_key(self, view: View, folder: str) -> str:
        """The folder under `projects/`: the main checkout's path, all but letters and digits made dashes."""
        from memdesk.layouts.claude_code.projects import kept_for, key_among

        return key_among(view, (), kept_for(view, folder))

    def documents(self, view: View, root: str) -> Iterator[Document]:
        """Your instructions and subagents, then of each project instructions, memory and subagents."""
        from memdesk.layouts.claude_code.files import documents_of

        return documents_of(view, root)

    def store_folders(self, project: str) -> Sequence[str]:
        """The two folders in which the subagents of a project have their stores."""
        from memdesk.layouts.claude_code.files import store_folders_in

        return store_folders_in(project)

    def outline(self, document: Document, text: str) -> Outline:
        """Sections of instructions, lines of an index, fields and body of a fact."""
        from memdesk.layouts.claude_code.grammar import outline_of

        return outline_of(document, text)

    def adding(self, view: View, document: Document, addition: Addition) -> Change:
        """A section or an item of one; a fact for an index."""
        from memdesk.layouts.claude_code.grammar import change_that_adds

        return change_that_adds(view, document, addition)

    def compose(self, view: View, change: Change) -> Plan:
        """The edits of instructions, of an index or a fact; a fact has a file and a line in the index."""
        from memdesk.layouts.claude_code.grammar import compose_change

        return compose_change(view, change)

    def guards(self, document: Document, before: str, after: str) -> Sequence[Problem]:
        """A header that stops being YAML; a line of dashes that hides what stands below it."""
        from memdesk.layouts.claude_code.checks import guards_of

        return guards_of(document, before, after)

    def references(self, view: View, document: Document, key: str) -> Sequence[Reference]:
        """What leads to a fact that is taken away: [[links]] of others, index lines that stay."""
        from memdesk.layouts.claude_code.grammar import RULES
        from memdesk.layouts.documents import DocumentKind
        from memdesk.layouts.shapes.fact_store_checks import links_to

        is_whole = document.kind is DocumentKind.RECORD and not key
        return tuple(links_to(view, document, RULES)) if is_whole else ()

    def remade(self, document: Document) -> str:
        """Of an index, but for a subagent's: the next session makes one, without what people wrote there."""
        from memdesk.layouts.claude_code.made_index import what_is_made_for

        return what_is_made_for(document)

    def keep_fact(self, view: View, document: Document, fact: NewFact) -> Mapping[str, str | None]:
        """A file for the fact, then a line at the end of the index; session and time are not stamped here."""
        from memdesk.layouts.claude_code.grammar import RULES, is_instructions
        from memdesk.layouts.shapes.fact_store import kept_fact

        return {} if is_instructions(document) else kept_fact(view, document, fact, RULES)

    def contexts(self, view: View, root: str) -> Sequence[Scope]:
        """Projects with memory or instructions, a folder without any, subagents, then the other known folders."""
        from memdesk.layouts.claude_code.files import contexts_of

        return contexts_of(view, root)

    def injected(self, view: View, root: str, context: Scope) -> Injected:
        """The instructions in load order with their imports, then the begin of the memory's index."""
        from memdesk.layouts.claude_code.preview import injected_into

        return injected_into(view, root, context)

    def injected_within(self, view: View, root: str, context: Scope, budget_bytes: int) -> Injected:
        """The same where an index is cut at another size than the one assumed."""
        from memdesk.layouts.claude_code.preview import injected_into

        return injected_into(view, root, context, budget_bytes)

    def assumptions(self) -> Sequence[Assumption]:
        """How much of an index and of instructions it reads, and when a session seems to run."""
        from memdesk.layouts.claude_code.assumptions import ASSUMPTIONS

        return ASSUMPTIONS

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:
        """What is known of Claude Code's own writes: a fact's header as it re-serialises it, a shortened index."""
        from memdesk.layouts.claude_code.survival import write_of

        return write_of(view, document, operation)

    def usual_operations(self, document: Document) -> Sequence[Operation]:
        """An index that is too long is written anew; the agent is told to come back well below the cap."""
        from memdesk.layouts.claude_code.survival import operations_of

        return operations_of(document)

    def switched_off(self, view: View, root: str) -> Sequence[SwitchedOff]:
        """Auto memory and instructions, by the variable or the settings file that decided it."""
        from memdesk.layouts.claude_code.settings import settings_layers, why_memory_off, why_nothing
        from memdesk.layouts.optional import SwitchedOff

        layers = settings_layers(view, root)
        found = (why_nothing(view, layers), why_memory_off(view, layers))
        return tuple(SwitchedOff(f"{why}.", whole=False) for why in found if why)

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        """Problems of a root: what does not load and why, indexes against files, headers, keys that projects share."""
        from memdesk.layouts.claude_code.checks import find_problems

        return find_problems(view, root)

    def document_checks(self, view: View, root: str, document: Document) -> Iterator[Problem]:
        """Problems of one file of instructions or one fact, or of an index with its facts."""
        from memdesk.layouts.claude_code.checks import document_problems

        return document_problems(view, root, document)

    def is_temporary(self, name: str) -> bool:
        """Transcripts are no memory, nor are the files that become another one, or an index made anew."""
        return name.endswith(".jsonl") or _TEMPORARY.search(name) is not None


LAYOUT = ClaudeCode()
