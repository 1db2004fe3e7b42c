"""What a change makes of documents, with a sentence where one of them cannot be read."""

from __future__ import annotations

from memdesk.layouts.contract import Change, Layout, Plan
from memdesk.layouts.view import View
from memdesk.services.documents.disk_text import unread


def composed(layout: Layout, view: View, change: Change) -> Plan:
    """What `layout.compose` gives.

    It may read other files than that of the change, such as an index. Raises `StorageError` where one cannot be read,
    else as `compose`.
    """
    try:
        return layout.compose(view, change)
    except OSError as error:
        raise unread(error, change.document.path) from error
