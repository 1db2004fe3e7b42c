"""Files of instructions that people write for an agent: the folders on its way, and how they are called."""

from __future__ import annotations

import posixpath

from memdesk.text.sentence import say

NOT_LOADED = "Not loaded: "


def not_loaded(why: str) -> str:
    """The note on a document that an agent leaves out; it begins with `NOT_LOADED`."""
    return say("Not loaded: {why}", why=why)


def folders_down(folder: str) -> list[str]:
    """The folders from the file system's root down to `folder`."""
    chain = [folder]
    while (above := posixpath.dirname(chain[-1])) not in (chain[-1], ""):
        chain.append(above)
    return chain[::-1]


def title_below(path: str, *folders: str | None) -> str:
    """A path as people know it: from the first of `folders` that holds it, else with the folder it stands in."""
    for folder in folders:
        if folder and path.startswith(f"{folder}/"):
            return posixpath.relpath(path, folder)
    return "/".join(path.rsplit("/", 2)[-2:])
