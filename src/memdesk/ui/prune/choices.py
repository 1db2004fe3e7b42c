"""The left panel of the screen "Prune": which candidates are shown, by reason, agent and scope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Signal
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.services.prune.prune import Candidate
from memdesk.services.prune.reasons.reason import Rule
from memdesk.text.sentence import marked
from memdesk.ui import format as shown
from memdesk.ui.i18n import sentences, told, tr
from memdesk.ui.plain import plain_name
from memdesk.ui.prune.words import ICONS, rule_title
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import IconButton
from memdesk.ui.widgets.labels import ElidedLabel, Hairline, PlaneFrame, TextLabel
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import ListRow, ListView

_MARGIN_PX = 16
_SEVERAL = marked("Ctrl and Shift choose several rows.")


class Choice(NamedTuple):
    """One row: what it lets through."""

    kind: str
    value: str
    title: str
    icon: str = ""
    how_many: int = 0
    monogram: str = ""

    @property
    def is_heading(self) -> bool:
        """Whether it only names those below."""
        return self.kind == "heading"

    @property
    def name(self) -> tuple[str, str]:
        """What tells it from other rows; it may take more or fewer candidates by now."""
        return self.kind, self.value

    @property
    def is_for_itself(self) -> bool:
        """Whether it is chosen alone: it lets everything through, or what all others keep out."""
        return self.kind in {one.kind for one in ALONE}

    def takes(self, candidate: Candidate) -> bool:
        """Whether a candidate is shown under it."""
        if self.kind == "pinned":
            return candidate.is_pinned
        if self.kind == "dismissed":
            return candidate.is_dismissed and not candidate.is_pinned
        if self.kind == "instructions":
            return candidate.is_unasked and not (candidate.is_dismissed or candidate.is_pinned)
        if candidate.is_kept_out:
            return False
        if self.kind == "all":
            return True
        if self.kind == "rule":
            return any(reason.rule == self.value for reason in candidate.reasons)
        values = {
            "agent": candidate.entry.root.agent,
            "scope": _scope_key(candidate),
            "document": candidate.entry.document.path,
        }
        return values.get(self.kind) == self.value


ALONE = tuple(Choice(kind, "", "") for kind in ("all", "dismissed", "pinned", "instructions"))
"""What is chosen for itself; together they let everything through."""


@dataclass(frozen=True)
class Narrowing:
    """The rows that are chosen together: any of two scopes will do, a scope and an agent have both to be right."""

    choices: tuple[Choice, ...] = ALONE[:1]

    @property
    def names(self) -> frozenset[tuple[str, str]]:
        """Those of its choices: two with the same names let the same through."""
        return frozenset(choice.name for choice in self.choices)

    @property
    def is_of_dismissed(self) -> bool:
        """Whether what was dismissed is shown."""
        return any(choice.kind == "dismissed" for choice in self.choices)

    def taken(self, found: Iterable[Candidate]) -> tuple[Candidate, ...]:
        """The candidates that it lets through, in their order."""
        by_kind: dict[str, list[Choice]] = {}
        for choice in self.choices:
            by_kind.setdefault(choice.kind, []).append(choice)
        return tuple(
            one
            for one in found
            if all(any(choice.takes(one) for choice in choices) for choices in by_kind.values())
        )


def choices_of(found: Sequence[Candidate], age_days: int) -> list[Choice]:
    """The rows for these candidates; those that would let nothing through are left out."""
    listed = [one for one in found if not one.is_kept_out]
    rows = [Choice("all", "", tr("All candidates"), "list-checks", len(listed))]
    rows += _under(tr("Reason"), _by_rule(listed, age_days))
    rows += _under(tr("Agent"), _by_agent(listed))
    rows += _under(tr("Scope"), _by_scope(listed))
    kept = (
        Choice("pinned", "", tr("Pinned by you"), "pin"),
        Choice("dismissed", "", tr("Dismissed"), "eye-off"),
        Choice("instructions", "", tr("In instructions"), "file-text"),
    )
    counted = [one._replace(how_many=sum(map(one.takes, found))) for one in kept]
    return rows + _under(tr("Kept out of this list"), [one for one in counted if one.how_many])


def _under(title: str, rows: Sequence[Choice]) -> list[Choice]:
    return [Choice("heading", title, title), *rows] if rows else []


def _by_rule(listed: Sequence[Candidate], age_days: int) -> list[Choice]:
    counts = Counter(rule for one in listed for rule in {reason.rule for reason in one.reasons})
    return [
        Choice("rule", rule.value, rule_title(rule, age_days), ICONS[rule], counts[rule])
        for rule in Rule
        if counts[rule]
    ]


def _by_agent(listed: Sequence[Candidate]) -> list[Choice]:
    roots = (one.entry.root for one in listed)
    counts = Counter((root.agent, root.title, root.layout.monogram) for root in roots)
    return [
        Choice("agent", agent, told(title), "bot", count, letters)
        for (agent, title, letters), count in counts.most_common()
    ]


def _by_scope(listed: Sequence[Candidate]) -> list[Choice]:
    counts = Counter((_scope_key(one), told(one.entry.document.scope.title)) for one in listed)
    titles = Counter(title for _, title in counts)
    agents = {one.entry.root.agent: told(one.entry.root.title) for one in listed}
    return [
        Choice(
            "scope",
            key,
            title
            if titles[title] == 1
            else tr("{words} ({own})", words=title, own=agents[key.partition("/")[0]]),
            "folder",
            count,
        )
        for (key, title), count in counts.most_common()
    ]


def _scope_key(candidate: Candidate) -> str:
    scope = candidate.entry.document.scope
    return f"{candidate.entry.root.agent}/{scope.kind.value}/{scope.key}"


class _ChoiceModel(ListModel[Choice]):
    def title(self, row: Choice) -> str:
        return plain_name(row.title if row.is_heading else f"{row.title}, {shown.number(row.how_many)}")

    def is_heading(self, row: Choice) -> bool:
        return row.is_heading


class ChoiceList(ListView):
    """The rows that narrow the table down; several are chosen with Ctrl or Shift.

    Signals:
        choice_changed: other rows are chosen.
    """

    choice_changed = Signal()

    def __init__(self, themes: ThemeManager) -> None:
        self.choices = _ChoiceModel()
        super().__init__(themes, self.choices, tr("Which candidates are shown"))
        self.setAccessibleDescription(tr(_SEVERAL))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._is_settling = False
        self.selectionModel().selectionChanged.connect(self._on_selected)

    @property
    def chosen(self) -> Narrowing:
        """The rows that are chosen; all candidates where none is."""
        rows = (self.choices.at(row) for row in self._selected)
        return Narrowing(tuple(row for row in rows if row is not None)) if self._selected else Narrowing()

    @property
    def _selected(self) -> list[int]:
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def choose(self, choice: Choice) -> None:
        """Choose the row with this name alone, the first one of all where there is none."""
        names = [row.name for row in self.choices.rows]
        self.setCurrentIndex(self.choices.index(names.index(choice.name) if choice.name in names else 0))

    def show_choices(self, rows: Sequence[Choice]) -> None:
        """Show these; what was chosen stays so, where it is still there."""
        if rows == self.choices.rows:
            return
        names, here = self.chosen.names, self.choices.at(self.currentIndex().row())
        self._is_settling = True
        self.choices.show_rows(rows)
        chosen = [number for number, row in enumerate(rows) if row.name in names] or [0]
        places = (number for number in chosen if here is not None and rows[number].name == here.name)
        self.setCurrentIndex(self.choices.index(next(places, chosen[0])))
        self._select(chosen)
        self._is_settling = False
        self.choice_changed.emit()

    def _on_selected(self, selected: QItemSelection) -> None:
        """Let what was chosen last decide whether it is alone."""
        if self._is_settling:
            return
        rows, new = self.choices.rows, {index.row() for index in selected.indexes()}
        alone = [row for row in sorted(new) if rows[row].is_for_itself]
        beside = [row for row in self._selected if not rows[row].is_for_itself]
        self._is_settling = True
        self._select(alone[:1] or beside)
        self._is_settling = False
        self.choice_changed.emit()

    def _select(self, numbers: Sequence[int]) -> None:
        """Select just these rows, the first one of all where there are none."""
        selection = QItemSelection()
        for number in numbers or [0]:
            selection.select(self.choices.index(number), self.choices.index(number))
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def row_at(self, number: int) -> ListRow | None:
        if number >= len(self.choices.rows):
            return None
        row = self.choices.rows[number]
        if row.is_heading:
            return ListRow("", row.title, "", "", is_heading=True)
        return ListRow(row.icon, row.title, "", shown.number(row.how_many), monogram=row.monogram)


class ChoicesPanel(QWidget):
    """The rows, with the way to look again and to tune the weights.

    Signals:
        look_requested: look again.
        weights_requested: tune what each reason counts.
    """

    look_requested = Signal()
    weights_requested = Signal()

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self.list = ChoiceList(themes)
        self._look = IconButton(themes, "refresh-cw", tr("Check again"))
        self.tune_button = IconButton(themes, "sliders-horizontal", tr("How much each reason counts"))
        self._look.clicked.connect(self.look_requested)
        self.tune_button.clicked.connect(self.weights_requested)
        header = PlaneFrame("header")
        header.setFixedHeight(themes.theme.sizes.header)
        bar = QHBoxLayout(header)
        bar.setContentsMargins(_MARGIN_PX, 0, 8, 0)
        bar.addWidget(ElidedLabel(themes, tr("Prune"), weight=Weight.DemiBold), 1)
        bar.addWidget(self.tune_button)
        bar.addWidget(self._look)
        body = PlaneFrame("panel")
        inside = QVBoxLayout(body)
        inside.setContentsMargins(6, 6, 6, 0)
        inside.addWidget(self.list, 1)
        note = TextLabel(
            themes,
            sentences(tr("Every reason names what was found. Nothing is ticked for you."), tr(_SEVERAL)),
            role="small",
            tone="text3",
            wrap=True,
        )
        foot = PlaneFrame("panel")
        below = QVBoxLayout(foot)
        below.setContentsMargins(_MARGIN_PX, 8, _MARGIN_PX, 12)
        below.addWidget(note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(body, 1)
        column.addWidget(Hairline(themes))
        column.addWidget(foot)
