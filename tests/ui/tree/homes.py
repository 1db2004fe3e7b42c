"""A tree as an evva home gives it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel
from PySide6.QtTest import QAbstractItemModelTester

from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind

HOME = "/home/ada/.evva"
YOU = Scope(ScopeKind.YOU, "", "You")


def project(name: str, note: str = "") -> Scope:
    return Scope(ScopeKind.PROJECT, f"-srv-{name}", name, None if note else f"/srv/{name}", note)


def memory(scope: Scope) -> Document:
    path = f"{HOME}/projects/{scope.key}/MEMORY.md"
    return Document(path, HOME, "MEMORY.md", scope, DocumentKind.MEMORY, size_bytes=2150, modified=1000.0)


def profile() -> Document:
    return memory(YOU)._replace(path=f"{HOME}/USER_PROFILE.md", title="USER_PROFILE.md")


def rules(scope: Scope) -> Document:
    path = f"/srv/{scope.title}/EVVA.md"
    return Document(
        path, f"/srv/{scope.title}", "EVVA.md", scope, DocumentKind.RULES, size_bytes=912, narrow=True
    )


def small_home() -> list[Document]:
    api, shop = project("api"), project("shop")
    return [profile(), rules(api), memory(api), memory(shop)]


def watch(model: QAbstractItemModel) -> None:
    """Let Qt's own tester check every signal of `model`; it aborts the test run on a broken rule."""
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
