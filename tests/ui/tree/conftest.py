"""One empty model of the tree, under the eyes of Qt's own tester."""

from __future__ import annotations

import pytest

from memdesk.ui.tree.model import MemoryTreeModel
from tests.ui.tree.homes import watch


@pytest.fixture
def model(qapp: object) -> MemoryTreeModel:
    model = MemoryTreeModel()
    watch(model)
    return model
