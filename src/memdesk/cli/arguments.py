"""The arguments of every command, and how they are parsed."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import NoReturn

from memdesk import __version__
from memdesk.cli.output import Output
from memdesk.errors import UsageError
from memdesk.text.document import encode

_DOC = "a file path, or AGENT:PATH relative to that agent’s folder, as in evva:USER_PROFILE.md"
_BESIDE = "read this file of the agent too, as ForestHub’s workflow; may be given several times"
_KEY = "the key of an entry, as tree --json prints it"
_OCCURRENCE = "which of several with the same key, counted from 0"
_OPTION = re.compile(r"--[a-z]|-h$")
_TAKING_TEXT = frozenset(
    {
        *("--body", "--description", "--entry", "--name", "--purge", "--section", "--type"),
        *("--context", "--scope"),
    }
)
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_ROOT = "a folder, or the short name of an agent"


class _Parser(argparse.ArgumentParser):
    """Reports what is wrong as one sentence."""

    def error(self, message: str) -> NoReturn:
        raise UsageError("{problem}; see {program} --help.", problem=_sentence(message), program=self.prog)

    def _print_message(self, message: str, _file: object = None) -> None:
        """As all that a command says: in UTF-8, whatever the locale can say, and to whoever still reads."""
        Output.of_this_process().data(encode(message))


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The words of one command line.

    `roots` are the folders given with `--root`, `beside` the files given with `--beside`, before or after the command.
    Raises `UsageError`; `--help` and `--version` print and raise `SystemExit`.
    """
    parser = _parser()
    arguments, left = parser.parse_known_args(_with_texts_joined(argv))
    words = left[1:] if left[:1] == ["--"] else left
    # The text of `add` may stand behind its options, where argparse does not look for it any more.
    if len(words) == 1 and _may_be_text(words[0], left) and getattr(arguments, "text", "") is None:
        arguments.text = words[0]
    elif left:
        parser.error(f"unrecognized arguments: {' '.join(left)}")
    arguments.roots = [*(arguments.roots_before or []), *(getattr(arguments, "roots_after", None) or [])]
    arguments.beside = [*(arguments.beside_before or []), *(getattr(arguments, "beside_after", None) or [])]
    return arguments


def _with_texts_joined(argv: Sequence[str]) -> list[str]:
    """The words, with a text that begins with a dash joined to its option; else argparse takes it for an option.

    Keys such as `---/summary` or that of a project, `-srv-api`, and texts such as `-` followed by a word are like that;
    our options are all `--word`.
    """
    words: list[str] = []
    for word in argv:
        if words and words[-1] in _TAKING_TEXT and word.startswith("-") and not _OPTION.match(word):
            words[-1] += f"={word}"
        else:
            words.append(word)
    return words


def _may_be_text(word: str, left: Sequence[str]) -> bool:
    return len(left) > 1 or word == "-" or not word.startswith("-") or " " in word


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="memdesk",
        description="See, preview and change what AI agents remember, from the shell.",
        epilog="Without a command, memdesk opens its window, on the folders named or, with --sample, on sample memory; "
        "with --demo, agents are at work in it.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"memdesk {__version__}")
    parser.add_argument("--root", dest="roots_before", metavar="PATH", action="append", help=_help_of_root())
    parser.add_argument("--beside", dest="beside_before", metavar="FILE", action="append", help=_BESIDE)
    parser.add_argument("--json", action="store_true", help="answer with one JSON document")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    shared = _shared()
    _add_looking(commands, shared)
    _add_checking(commands, shared)
    _add_prune(commands, shared)
    _add_duplicates(commands, shared)
    _add_changing(commands, shared)
    _add_restore(commands, shared)
    _add_inbox(commands, shared)
    return parser


def _shared() -> _Parser:
    """Options that may also stand behind the command."""
    shared = _Parser(add_help=False)
    shared.add_argument("--root", dest="roots_after", metavar="PATH", action="append", help=_help_of_root())
    shared.add_argument("--beside", dest="beside_after", metavar="FILE", action="append", help=_BESIDE)
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
    show = commands.add_parser("show", parents=[shared], help="the exact bytes of a document or a part of it")
    show.add_argument("document", metavar="DOC", help=_DOC)
    _add_part(show, is_required=False)
    preview = commands.add_parser("preview", parents=[shared], help="the exact bytes an agent’s prompt gets")
    preview.add_argument("root", metavar="ROOT", help=_ROOT)
    preview.add_argument("--context", metavar="FOLDER", help="the project folder that the agent starts in")
    preview.add_argument("--budget", metavar="N", type=_count, help="as if the agent took this many bytes")
    recall = commands.add_parser("recall", parents=[shared], help="what an agent’s own recall would find")
    recall.add_argument("query", metavar="QUERY", help="what the agent looks for, by its own rule")
    recall.add_argument("--agent", metavar="A", help="only of this agent")
    recall.add_argument("--type", metavar="T", help="only entries of this type or category")
    _add_search(commands, shared)


def _add_search(commands: argparse._SubParsersAction[_Parser], shared: _Parser) -> None:
    search = commands.add_parser(
        "search",
        parents=[shared],
        help="every entry that holds some words; agent:, scope:, type:, in:, older:30d and pinned: narrow it down",
    )
    search.add_argument(
        "query", metavar="QUERY", help='words, "phrases" and filters; all have to be in one entry'
    )
    search.add_argument("--regex", action="store_true", help="QUERY is a regular expression, beside filters")
    search.add_argument("--case", action="store_true", help="upper and lower case and accents matter")
    search.add_argument("--word", action="store_true", help="only whole words")
    search.add_argument(
        "--limit", metavar="N", type=_count, default=200, help="list so many at most; 0 lists all"
    )


def _add_checking(
    commands: argparse._SubParsersAction[_Parser],
    shared: _Parser,
) -> None:
    survive = commands.add_parser("survive", parents=[shared], help="what the agent’s next write would lose")
    survive.add_argument("document", metavar="DOC", help=_DOC)
    check = commands.add_parser(
        "check",
        parents=[shared],
        help="everything that is wrong, in all roots or in some; exit code 1 for errors and warnings",
    )
    check.add_argument("root", metavar="ROOT", nargs="*", help=_ROOT)
    check.add_argument("--sarif", action="store_true", help="answer with one SARIF document")
    check.add_argument(
        "--fix", action="store_true", help="repair what can be repaired safely, then list the rest"
    )


def _add_duplicates(commands: argparse._SubParsersAction[_Parser], shared: _Parser) -> None:
    duplicates = commands.add_parser(
        "duplicates",
        parents=[shared],
        help="what is remembered twice, nearly so, or contrarily, and what shows it",
    )
    duplicates.add_argument("root", metavar="ROOT", nargs="*", help=_ROOT)
    duplicates.add_argument(
        "--kind",
        metavar="KIND",
        choices=("exact", "near", "contradiction"),
        help="only exact, near or contradiction",
    )


def _add_prune(
    commands: argparse._SubParsersAction[_Parser],
    shared: _Parser,
) -> None:
    prune = commands.add_parser("prune", parents=[shared], help="what may be let go, and why")
    prune.add_argument("root", metavar="ROOT", nargs="*", help=_ROOT)
    prune.add_argument(
        "--apply", action="store_true", help="let those go that are starred, or named by --entry"
    )
    prune.add_argument(
        "--instructions", action="store_true", help="list the sections of instructions that people write, too"
    )
    prune.add_argument("--entry", metavar="KEY", action="append", default=[], help=_KEY)
    prune.add_argument("--document", metavar="DOC", help="the document of what --entry names")
    prune.add_argument("--occurrence", metavar="N", type=_count, help=_OCCURRENCE)
    prune.add_argument(
        "--weight",
        metavar="RULE=N",
        action="append",
        default=[],
        help="how much a reason counts, of 100; age-days is the age from which an entry is old",
    )


def _add_changing(
    commands: argparse._SubParsersAction[_Parser],
    shared: _Parser,
) -> None:
    change = commands.add_parser("set", parents=[shared], help="replace the text of one section or entry")
    change.add_argument("document", metavar="DOC", help=_DOC)
    _add_part(change, is_required=True)
    change.add_argument("--body", metavar="TEXT", help="the new text; - or nothing reads it from stdin")
    change.add_argument(
        "--unlock", action="store_true", help="change what is the agent’s own: an id, an owner, a time"
    )
    add = commands.add_parser("add", parents=[shared], help="add an entry, as the agent writes them")
    add.add_argument("document", metavar="DOC", help=_DOC)
    add.add_argument(
        "text", metavar="TEXT", nargs="?", help="what to remember; - or nothing reads it from stdin"
    )
    add.add_argument("--section", metavar="H", help="the heading, category or list that it goes to")
    add.add_argument("--type", metavar="T", help="its type or category")
    add.add_argument("--name", metavar="N", help="the name of a fact, the subject of an entry")
    add.add_argument("--description", metavar="D", help="the one line about a fact that its index shows")
    remove = commands.add_parser("remove", parents=[shared], help="take entries out; the history keeps them")
    remove.add_argument("document", metavar="DOC", help=_DOC)
    remove.add_argument("--entry", metavar="KEY", nargs="+", required=True, action="extend", help=_KEY)
    remove.add_argument("--occurrence", metavar="N", type=_count, help=_OCCURRENCE)
    remove.add_argument("--dry-run", action="store_true", help="say what would go, and write nothing")
    _add_note(commands, shared)
    _add_do(commands, shared)
    _add_move(commands, shared)


def _add_note(commands: argparse._SubParsersAction[_Parser], shared: _Parser) -> None:
    note = commands.add_parser(
        "note", parents=[shared], help="add it where the last note of this project went, or to its memory"
    )
    note.add_argument(
        "text", metavar="TEXT", nargs="?", help="what to remember; - or nothing reads it from stdin"
    )
    note.add_argument("--agent", metavar="A", help="the agent that is told, by its short name")
    note.add_argument(
        "--scope", metavar="S", help="the project or scope, by its name, as tree prints it; or you"
    )
    note.add_argument("--section", metavar="H", help="the heading or category that it goes to")


def _add_do(commands: argparse._SubParsersAction[_Parser], shared: _Parser) -> None:
    do = commands.add_parser(
        "do", parents=[shared], help="do what the agent itself does when it is told to, as a quick note"
    )
    do.add_argument("document", metavar="DOC", help=_DOC)
    do.add_argument("deed", metavar="WHAT", nargs="?", help="its name; without one, what there is is listed")
    do.add_argument("words", metavar="WORDS", nargs="*", help="what it asks for, in order; - reads stdin")


def _add_move(commands: argparse._SubParsersAction[_Parser], shared: _Parser) -> None:
    move = commands.add_parser(
        "move", parents=[shared], help="move an entry, in the grammar of where it goes"
    )
    move.add_argument("document", metavar="SRC", help=_DOC)
    move.add_argument("--entry", metavar="KEY", required=True, help=_KEY)
    move.add_argument("--occurrence", metavar="N", type=_count, help=_OCCURRENCE)
    move.add_argument("--to", metavar="DOC", required=True, help="where it goes")
    move.add_argument("--section", metavar="H", help="the heading or category that it goes to")
    move.add_argument("--copy", action="store_true", help="leave it where it is, too")
    move.add_argument("--dry-run", action="store_true", help="say what would come of it, and write nothing")


def _add_restore(commands: argparse._SubParsersAction[_Parser], shared: _Parser) -> None:
    restore = commands.add_parser(
        "restore", parents=[shared], help="bring back an earlier version, a file or a folder that is gone"
    )
    restore.add_argument("document", metavar="DOC", help=f"{_DOC}; or a folder whose documents are gone")
    restore.add_argument(
        "--version",
        metavar="ID",
        type=_whole,
        help="the number that history prints; without it, what is gone comes back as it was last",
    )
    _add_part(restore, is_required=False)
    history = commands.add_parser(
        "history", parents=[shared], help="what a document, or everything, held, when, and by whom"
    )
    history.add_argument(
        "document", metavar="DOC", nargs="?", help=f"{_DOC}; or a folder or an agent; without it, everything"
    )
    history.add_argument("--removed", action="store_true", help="what was removed, and can be restored")
    history.add_argument(
        "--diff",
        metavar="ID",
        nargs="+",
        default=[],
        help="tell two versions of DOC apart, or one and what is on disk; “disk” is a version too",
    )
    history.add_argument("--limit", metavar="N", type=_count, help="list so many at most; 0 lists all")
    _add_keeping(history)


def _add_inbox(commands: argparse._SubParsersAction[_Parser], shared: _Parser) -> None:
    inbox = commands.add_parser(
        "inbox", parents=[shared], help="what agents learned, changed and removed since you looked"
    )
    inbox.add_argument(
        "deed",
        metavar="WHAT",
        nargs="?",
        choices=("keep", "forget", "put-back"),
        help="keep what is named, take it out again, or put back what was there before",
    )
    inbox.add_argument(
        "keys", metavar="KEY", nargs="*", help="a change, as inbox prints it; or “all” to keep all"
    )


def _add_keeping(history: _Parser) -> None:
    """The options that take the history as a whole, or what is below a folder."""
    history.add_argument(
        "--export", metavar="FOLDER", help="write it to a new folder, or a new file ending in .zip"
    )
    history.add_argument(
        "--move", metavar="FOLDER", help="let it lie in a folder of its own in this one from now on"
    )
    history.add_argument("--clear", action="store_true", help="let go of it for good")
    history.add_argument("--older", metavar="DAYS", type=_count, help="of what is older than this alone")
    history.add_argument(
        "--purge",
        metavar="TEXT",
        help="take a text out of history, drafts and log for good; - reads it from stdin",
    )
    history.add_argument(
        "--purge-version",
        metavar="ID",
        type=_whole,
        help="take the whole text of one version of DOC out for good",
    )
    history.add_argument("--dry-run", action="store_true", help="say what would go, and let nothing go")


def _add_part(command: _Parser, *, is_required: bool) -> None:
    """The options that name a part of a document."""
    part = command.add_mutually_exclusive_group(required=is_required)
    part.add_argument("--section", metavar="H", help="the text under this heading, the value of this field")
    part.add_argument("--entry", metavar="KEY", help=_KEY)
    command.add_argument("--occurrence", metavar="N", type=_count, help=_OCCURRENCE)


def _help_of_root() -> str:
    return "look in this folder too, and let it be written; may be given several times"


def _whole(word: str) -> int:
    """A whole number that lists and databases can count to. Raises `ArgumentTypeError`, which argparse quotes."""
    if not _WHOLE.fullmatch(word):
        raise argparse.ArgumentTypeError(f"“{word}” is no whole number of at most 18 digits")
    return int(word)


def _count(word: str) -> int:
    """A whole number from 0 upwards. Raises as `_whole`."""
    number = _whole(word)
    if number < 0:
        raise argparse.ArgumentTypeError(f"“{word}” is below 0")
    return number


def _sentence(message: str) -> str:
    return message[:1].upper() + message[1:]
