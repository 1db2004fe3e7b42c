"""The two entry points: `memdesk` in a terminal, `memdesk-gui` from a desktop.

Nothing heavy is imported here: the window wants its first paint at once, the command line never loads Qt.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

_ABOUT = ("-h", "--help", "--version")
_BUSY_AGENTS = "--busy-agents"
_MATCH_PATTERNS = "--match-patterns"
_EXIT_SYSTEM_SAID_NO = 5


def main() -> int:
    """Run `memdesk`: a sub-command in the terminal, anything else (nothing, folders, `--sample`) in the window."""
    arguments = sys.argv[1:]
    if arguments[:1] == [_BUSY_AGENTS]:
        from memdesk.demo.__main__ import main as run_agents

        return run_agents(arguments[1:])
    if arguments == [_MATCH_PATTERNS]:
        from memdesk.services.search.patterns import serve

        return serve(sys.stdin.buffer, sys.stdout.buffer)
    if _is_command_line(arguments):
        from memdesk.cli import main as run_command
        from memdesk.cli.own_process import own_process

        own_process()
        return run_command(arguments)
    return _open_window(arguments)


def main_gui() -> int:
    """Run `memdesk-gui`: always the window, with the folders named as arguments."""
    return _open_window(sys.argv[1:], from_desktop=True)


def _is_command_line(arguments: Sequence[str]) -> bool:
    """Whether the shell is meant. A folder that is called like a command is opened by its path, as `./tree`.

    A first word that is neither a command nor anything that is there is a command misspelt, which the shell refuses.
    """
    if not arguments:
        return False
    from memdesk.cli import COMMANDS

    if _is_bare_word(arguments[0]) and not os.path.lexists(arguments[0]):
        return True
    return any(argument in COMMANDS or argument in _ABOUT for argument in arguments)


def _is_bare_word(word: str) -> bool:
    return not word.startswith("-") and not any(mark in word for mark in (os.sep, os.altsep, ":") if mark)


def _open_window(arguments: Sequence[str], *, from_desktop: bool = False) -> int:
    obstacle = _missing_display()
    if obstacle:
        return _give_up(obstacle)
    from memdesk.store.folders import StateFolders
    from memdesk.store.instance import Instance
    from memdesk.ui.start.options import parse_options

    options, folders = parse_options(arguments), StateFolders.of_this_user()
    instance = None if options.stands_alone else Instance(folders.state)
    if instance is not None and not instance.claim():
        from memdesk.ui.start.second import hand_over_to_first

        code = hand_over_to_first(instance, folders.state, options.roots, from_desktop=from_desktop)
        if code is not None:
            return code
    try:
        from memdesk.ui.start.compiled import CompiledSupport
        from memdesk.ui.start.haste import load_qt

        support = CompiledSupport(folders.cache)
        load_qt(support)
    except ImportError as error:
        # The loader names the extension by its last part, and says which system library it misses.
        if not (error.name or "").startswith("Qt"):
            raise
        return _give_up(
            f"Memdesk cannot open its window, because Qt does not load ({error}); install that library."
        )
    from memdesk.ui.app import run

    if options.picture:
        from memdesk.ui.start.proof import TakingPicture, say_painted

        return run(options, None, lambda program: TakingPicture(program, options.picture), say_painted)
    return run(options, instance, shown=lambda _program: support.keep())


def _missing_display() -> str:
    """Why no window can open, and what to do; empty where one can. Qt itself would abort the process."""
    if sys.platform in ("win32", "darwin"):
        return ""
    if any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        return ""
    return (
        "Memdesk cannot open its window, because neither DISPLAY nor WAYLAND_DISPLAY is set; "
        "start it from a desktop session, or use the command line (memdesk --help)."
    )


def _give_up(sentence: str) -> int:
    if sys.stderr is not None:  # a desktop may start the program without one
        sys.stderr.write(sentence + "\n")
    return _EXIT_SYSTEM_SAID_NO


if __name__ == "__main__":
    sys.exit(main())
