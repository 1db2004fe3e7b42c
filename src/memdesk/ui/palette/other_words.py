"""Words of other programs for what the commands do: the palette finds a command by them, and does not show them."""

from __future__ import annotations

from collections.abc import Mapping

from memdesk.ui.i18n import tr


def other_words() -> Mapping[str, str]:
    """By the ids of actions; what no other program calls otherwise is not in it."""
    return {**_of_files(), **_of_texts(), **_of_views(), **_of_ways(), **_of_memory()}


def _of_files() -> Mapping[str, str]:
    return {
        "file.open_folder": tr("open import directory root"),
        "file.open_sample": tr("demo example try"),
        "file.leave_sample": tr("close exit demo example end"),
        "file.first_run": tr("discover detect agents scan welcome"),
        "file.close_root": tr("remove forget directory"),
        "file.save": tr("write store"),
        "file.look_again": tr("refresh reload rescan"),
        "file.pause_watching": tr("stop monitor sync"),
        "file.settings": tr("preferences options configuration"),
        "file.quit": tr("exit leave close window"),
        "help.keys": tr("keyboard shortcuts hotkeys bindings help"),
        "help.about": tr("version license help"),
    }


def _of_texts() -> Mapping[str, str]:
    return {
        "edit.undo": tr("take back revert"),
        "edit.redo": tr("again repeat"),
        "edit.note": tr("add new entry remember capture"),
        "edit.revert_section": tr("discard changes reset"),
        "edit.add_section": tr("new insert heading create"),
        "edit.rename": tr("title heading name"),
        "edit.remove": tr("delete trash entry forget"),
        "edit.move_to": tr("transfer send cut"),
        "edit.remove_file": tr("delete trash document"),
        "edit.find": tr("search document"),
        "edit.replace": tr("substitute change"),
        "edit.pin": tr("protect keep favourite"),
        "edit.copy_path": tr("location file name"),
        "edit.reveal_secret": tr("password token unmask"),
    }


def _of_views() -> Mapping[str, str]:
    return {
        "view.memory": tr("home tree documents"),
        "view.inbox": tr("review changes news learned"),
        "view.prune": tr("clean up stale old tidy"),
        "view.search": tr("find everywhere grep"),
        "view.problems": tr("check errors warnings lint diagnostics"),
        "view.timeline": tr("versions log backups"),
        "view.trash": tr("deleted removed bin restore"),
        "view.mode": tr("raw markdown toggle cards"),
        "view.right_panel": tr("sidebar toggle hide preview"),
        "view.index": tr("preview prompt tokens budget"),
        "view.rendered": tr("markdown preview"),
        "view.diff": tr("difference compare"),
        "view.mask_secrets": tr("hide passwords tokens"),
        "view.private": tr("hide screen sharing confidential"),
        "view.theme_system": tr("theme appearance colours colors auto"),
        "view.theme_light": tr("theme appearance colours colors bright day"),
        "view.theme_dark": tr("theme appearance colours colors night"),
    }


def _of_ways() -> Mapping[str, str]:
    return {
        "go.filter": tr("find file search sidebar"),
        "go.editor": tr("focus text"),
        "go.preview": tr("focus sidebar"),
        "go.next_region": tr("focus pane part"),
        "go.previous_region": tr("focus pane part"),
        "go.next_hit": tr("find match"),
        "go.previous_hit": tr("find match"),
        "go.next_problem": tr("error warning"),
        "go.previous_problem": tr("error warning"),
    }


def _of_memory() -> Mapping[str, str]:
    return {
        "memory.repair": tr("correct quick solve"),
        "memory.duplicates": tr("merge same similar deduplicate"),
        "memory.compare": tr("difference merge conflict"),
        "memory.keep_mine": tr("conflict resolve ours"),
        "memory.take_theirs": tr("conflict resolve agent"),
        "memory.keep_both": tr("conflict resolve merge"),
        "memory.bind": tr("project link directory"),
        "memory.find_home": tr("moved orphan relocate project"),
        "memory.reveal": tr("explorer finder open directory"),
        "memory.open_outside": tr("external program launch"),
        "memory.details": tr("properties information file"),
        "memory.convert": tr("encoding charset"),
    }
