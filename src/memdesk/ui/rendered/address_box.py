"""Asks before an address is followed: all of it in view, with what misleads about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from memdesk.text.labelled import labelled
from memdesk.text.links import Doubt, WebAddress, address_of
from memdesk.ui.i18n import tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.marks import WarningMark

_MOST_SHOWN = 1_000


class AddressBox(QMessageBox):
    """Shows the address of a link whose words are `words`; it is followed only by "Open in browser"."""

    def __init__(self, themes: ThemeManager, url: str, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._url = url
        address = address_of(url, words)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Open address"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(_shown(url))
        warnings = "\n".join(_warning(doubt, address) for doubt in address.doubts)
        self.setInformativeText(warnings or tr("Memdesk itself does not connect to it."))
        if warnings:
            WarningMark(themes, self)
        follow = self.addButton(tr("Open in browser"), QMessageBox.ButtonRole.AcceptRole)
        copy = self.addButton(tr("Copy"), QMessageBox.ButtonRole.ActionRole)
        cancel = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(cancel)
        self.setEscapeButton(cancel)
        follow.clicked.connect(self._follow)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(url))
        self.setModal(False)

    def _follow(self) -> None:
        QDesktopServices.openUrl(QUrl(self._url))


def _shown(url: str) -> str:
    """All of an address, of one that is far too long the begin, which has the host."""
    left = len(url) - _MOST_SHOWN
    if left <= 0:
        return labelled(url)
    more = trn("and {n} more character", "and {n} more characters", left)
    return f"{labelled(url[:_MOST_SHOWN])}… ({more})"


def _warning(doubt: Doubt, address: WebAddress) -> str:
    host, reads_as = labelled(address.host), labelled(address.reads_as)
    sentences = {
        Doubt.HIDDEN: tr("It holds characters that cannot be seen."),
        Doubt.MIXED: tr("The host is spelled with letters of several scripts that look alike."),
        Doubt.PUNYCODE: tr("The host {host} reads as {name}.", host=host, name=reads_as),
        Doubt.FOREIGN: tr("The host {host} has letters that may look like others.", host=host),
        Doubt.ACCOUNT: tr("The host is {host}; what stands before the @ is only a name.", host=host),
        Doubt.ELSEWHERE: tr("The words of the link name another host; it leads to {host}.", host=host),
    }
    return sentences[doubt]
