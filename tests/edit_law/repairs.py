"""The law of repairs over the documents of a layout's sample, worsened at random: each repair that is offered is made.

What comes of it is looked at by a check of the whole root, not by that of the document by which it was tried.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from memdesk.layouts.documents import Document
from memdesk.layouts.view import View
from memdesk.services.preview.survival import Loss, survey
from memdesk.services.problems.checking import (
    ENCODING_RULE,
    Found,
    edits_of,
    made_together,
    said_by,
)
from memdesk.services.problems.root_checks import RootChecks
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.document import canonical, decode, encode
from memdesk.text.edits import Edit, apply_all
from tests.edit_law.documents import Hostility
from tests.edit_law.run import LawRun

_LINK = re.compile(r"\]\(([^()\s]+\.md)\)")


class RepairRun(LawRun):
    """The law over one layout. `offered` counts the repairs, by the rule or the kind of what they mend."""

    offered: Counter[str]

    def run_repairs(self, seeds: range) -> Iterator[str]:
        """What each repair of the sample breaks, and of the document of each seed."""
        self.offered = Counter()
        self._checks = RootChecks(self._desk.workspace.disk)
        for root in self._desk.workspace.roots:
            found = self._found(root, {})
            for document in self._documents:
                yield from self._broken_in(root, document, self._texts[document.path], found)
        for seed in seeds:
            random = Random(seed)
            document = random.choice(self._documents)
            text = Hostility(random, self._lines).worsened(document, self._texts[document.path])
            for broken in self._broken_by_seed(document, canonical(text)):
                yield f"[{seed}] {document.title}: {broken}\n  {text[:400]!r}"

    def _broken_by_seed(self, document: Document, text: str) -> Iterator[str]:
        for root in self._desk.workspace.roots:
            if document in self._desk.workspace.documents(root.path):
                found = self._found(root, {document.path: encode(text)})
                yield from self._broken_in(root, document, text, found)

    def _found(self, root: MemoryRoot, texts: Mapping[str, bytes]) -> list[Found]:
        documents = self._desk.workspace.documents(root.path)
        return [one.found for one in self._checks.check(root, documents, texts, lambda: True).listed]

    def _broken_in(
        self, root: MemoryRoot, document: Document, text: str, found: Sequence[Found]
    ) -> Iterator[str]:
        view, path = self._view({document.path: encode(text)}), document.path
        repairs = [one for one in found if one.problem.repair and one.problem.path == path]
        for one in repairs:
            if one.problem.rule != ENCODING_RULE:
                self.offered[one.problem.rule] += 1
                yield from self._broken_by_repair(root, view, document, text, found, [one])
        if len(repairs) > 1 and len(together := made_together(root, view, document, repairs)) > 1:
            yield from self._broken_by_repair(root, view, document, text, found, together)
        losses = survey(root.layout, document, view)
        for loss in losses:
            if loss.repair:
                self.offered[loss.kind.value] += 1
                yield from self._broken_by_survival(root, view, document, text, losses, loss)

    def _broken_by_repair(
        self,
        root: MemoryRoot,
        view: View,
        document: Document,
        text: str,
        found: Sequence[Found],
        made: Sequence[Found],
    ) -> Iterator[str]:
        edits, rules = edits_of(made), [one.problem.rule for one in made]
        yield from (f"{rules}: {law}" for law in _broken_bytes(view, document, text, edits))
        now = self._found(root, {document.path: encode(apply_all(text, edits))})
        before, left = (Counter(said_by(one.problem) for one in of) for of in (found, now))
        mended = Counter(said_by(one.problem) for one in made)
        if any(left[said] > before[said] - count for said, count in mended.items()):
            yield f"{rules} is still told after its repair {edits}"
        if new := left - before:
            yield f"{rules}: the repair {edits} brings {new}"
        for one in now:
            again = one.problem.path == document.path and one.problem.repair
            if again and apply_all(apply_all(text, edits), again) == text:
                yield f"{rules}: the repair {edits} is taken back by that of {one.problem.rule}"

    def _broken_by_survival(
        self,
        root: MemoryRoot,
        view: View,
        document: Document,
        text: str,
        losses: Sequence[Loss],
        loss: Loss,
    ) -> Iterator[str]:
        name = f"{loss.message} ({loss.repair})"
        yield from (f"{name}: {law}" for law in _broken_bytes(view, document, text, loss.repair))
        after = self._view({document.path: encode(apply_all(text, loss.repair))})
        now = survey(root.layout, document, after)
        before, left = (Counter(one.message for one in of) for of in (losses, now))
        if left[loss.message] >= before[loss.message]:
            yield f"{name}: is still told"
        graver = Counter(one.kind for one in now if one.kind.value in ("lost", "joined", "split"))
        if graver - Counter(one.kind for one in losses):
            yield f"{name}: more is lost than before"


def _broken_bytes(view: View, document: Document, text: str, edits: Sequence[Edit]) -> Iterator[str]:
    """No byte beside the edits moves, all that is written is text, and no link to a file that is there goes."""
    after = apply_all(text, edits)
    data = encode(after)
    if decode(data) != after or len(re.findall("[\ud800-\udfff]", after)) > len(
        re.findall("[\ud800-\udfff]", text)
    ):
        yield "it writes what is no text"
    if after == text:
        yield "it changes nothing"
    at = 0
    for edit in sorted(edits):
        kept = encode(text[at : edit.start])
        if not data.startswith(kept) or not data[len(kept) :].startswith(encode(edit.new)):
            yield "bytes beside it are not what they were"
        data, at = data[len(kept) + len(encode(edit.new)) :], edit.end
    if data != encode(text[at:]):
        yield "bytes behind it are not what they were"
    for target in {*_LINK.findall(text)} - {*_LINK.findall(after)}:
        if _is_there(view, posixpath.join(posixpath.dirname(document.path), target)):
            yield f"the link to {target} goes, which is there"


def _is_there(view: View, path: str) -> bool:
    try:
        view.info(path)
    except OSError:
        return False
    return True
