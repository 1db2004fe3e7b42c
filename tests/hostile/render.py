"""Shows the hostile documents in a real tab, one after the other: `python -m tests.hostile.render PLANTED`.

Prints one line per document: how long it took, in milliseconds, and the longest time in one turn of events. The file
`PLANTED/../begun` is looked for once everything is loaded, for whoever traces the system calls.
"""

from __future__ import annotations

import os
import sys
import time

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from memdesk.text.rendering import render_text
from memdesk.ui.rendered.page import RenderedPage
from memdesk.ui.rendered.sheet import RenderedSheet
from memdesk.ui.theme.manager import Preferences, install_theme
from tests.hostile.documents import documents

BEGUN = "begun"


def main(planted: str) -> None:
    """Show all of them."""
    app = QApplication(["memdesk"])
    themes = install_theme(app, Preferences("light", animations="off"))
    page = RenderedPage(themes)
    page.resize(380, 800)
    page.show()
    _show(app, page, "# warm *up* `code`\n\n| a |\n|---|\n| b |\n\n日本語 עברית 😀")
    os.path.exists(os.path.join(os.path.dirname(planted), BEGUN))
    for text in documents(planted):
        begin = time.perf_counter()
        longest_s = _show(app, page, text)
        sys.stdout.write(f"{1000 * (time.perf_counter() - begin):.1f} {1000 * longest_s:.1f} {text[:40]!a}\n")
    # What Python put there would be let go of by Qt after Python has ended.
    QGuiApplication.clipboard().clear()
    page.close()
    Shiboken.delete(page)
    Shiboken.delete(themes)


def _show(app: QApplication, page: RenderedPage, text: str) -> float:
    """Show `text` whole, look at it, and tell the longest time in one turn of events, in seconds."""
    page.show_parts(render_text(text, {}, is_markdown=True))
    sheet = page.sheet
    assert isinstance(sheet, RenderedSheet)
    longest_s = 0.0
    while not sheet.is_complete:
        begin = time.perf_counter()
        app.processEvents()
        longest_s = max(longest_s, time.perf_counter() - begin)
    page.grab()
    sheet.selectAll()
    sheet.copy()
    return longest_s


if __name__ == "__main__":
    main(sys.argv[1])
