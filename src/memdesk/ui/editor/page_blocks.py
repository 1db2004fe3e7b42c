"""The blocks that a page knows, by the kind of part they show."""

from __future__ import annotations

from memdesk.ui.editor.page_block import BlockMakers

BLOCK_MAKERS: BlockMakers = {}
