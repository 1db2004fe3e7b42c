"""The words a command takes."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from memdesk import __version__
from memdesk.errors import UsageError

_DOC = "a file path, or AGENT:PATH relative to that agent's folder, as in evva:USER_PROFILE.md"
_ROOT = "a folder, or the short name of an agent"


class _Parser(argparse.ArgumentParser):
    """Reports what is wrong as one sentence."""

    def error(self, message: str) -> NoReturn:
        raise UsageError("{problem}; see {program} --help.", problem=_sentence(message), program=self.prog)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The words of one command line.

    `roots` are the folders given with `--root`, before or after the command. Raises `UsageError`; `--help` and
    `--version` print and raise `SystemExit`.
    """
    arguments = _parser().parse_args(argv)
    arguments.roots = [*(arguments.roots_before or []), *(getattr(arguments, "roots_after", None) or [])]
    return arguments


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="memdesk",
        description="See, preview and change what AI agents remember, from the shell.",
        epilog="Without a command, memdesk opens its window, on the folders named or, with --sample, on sample memory.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"memdesk {__version__}")
    parser.add_argument("--root", dest="roots_before", metavar="PATH", action="append", help=_help_of_root())
    parser.add_argument("--json", action="store_true", help="answer with one JSON document")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    shared = _shared()
    _add_looking(commands, shared)
    _add_changing(commands, shared)
    return parser


def _shared() -> _Parser:
    """Options that may also stand behind the command."""
    shared = _Parser(add_help=False)
    shared.add_argument("--root", dest="roots_after", metavar="PATH", action="append", help=_help_of_root())
    shared.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="answer with one JSON document"
    )
    return shared


def _add_looking(
    commands: argparse._SubParsersAction[_Parser],
    shared: _Parser,
) -> None:
    commands.add_parser("roots", parents=[shared], help="what was found, where it was looked for, and why")
    tree = commands.add_parser("tree", parents=[shared], help="documents and their parts")
    tree.add_argument("root", metavar="ROOT", nargs="?", help=_ROOT)
    show = commands.add_parser("show", parents=[shared], help="the exact bytes of a document or a section")
    show.add_argument("document", metavar="DOC", help=_DOC)
    show.add_argument("--section", metavar="H", help="only the text under this heading")
    preview = commands.add_parser("preview", parents=[shared], help="the exact bytes an agent's prompt gets")
    preview.add_argument("root", metavar="ROOT", help=_ROOT)
    preview.add_argument("--context", metavar="FOLDER", help="the project folder that the agent starts in")
    survive = commands.add_parser("survive", parents=[shared], help="what the agent's next write would lose")
    survive.add_argument("document", metavar="DOC", help=_DOC)


def _add_changing(
    commands: argparse._SubParsersAction[_Parser],
    shared: _Parser,
) -> None:
    change = commands.add_parser("set", parents=[shared], help="replace the text of one section")
    change.add_argument("document", metavar="DOC", help=_DOC)
    change.add_argument("--section", metavar="H", required=True, help="the heading of the section")
    change.add_argument("--body", metavar="TEXT", help="the new text; - or nothing reads it from stdin")


def _help_of_root() -> str:
    return "look in this folder too, and let it be written; may be given several times"


def _sentence(message: str) -> str:
    return message[:1].upper() + message[1:]
