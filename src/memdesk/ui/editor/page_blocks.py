"""The blocks that a page knows, by the kind of part they show."""

from __future__ import annotations

from memdesk.ui.editor.page_block import BlockMakers
from memdesk.ui.editor.page_parts import PartKind
from memdesk.ui.entries.block import RowsBlock

BLOCK_MAKERS: BlockMakers = {PartKind.ROWS: RowsBlock}
