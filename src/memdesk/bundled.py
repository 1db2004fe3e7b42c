"""Where the files that ship with Memdesk lie: icons, themes, translations, sample memories."""

from __future__ import annotations

from pathlib import Path

from memdesk.errors import NotFound

_PACKAGE = Path(__file__).resolve().parent
# A wheel carries the folder inside the package, and a frozen build lays it out in the same way. An editable
# install does not carry it: there it stands at the top of the checkout, beside `src`.
_PLACES = (_PACKAGE / "resources", _PACKAGE.parents[1] / "resources")


def bundled_path(*parts: str) -> Path:
    """The shipped file or folder named by `parts` below `resources`, as in `bundled_path("samples", "evva")`.

    Raises:
        NotFound: this installation does not carry it.
    """
    for place in _PLACES:
        path = place.joinpath(*parts)
        if path.exists():
            return path
    raise NotFound(
        "This installation of Memdesk lacks its file {name}.",
        hint="Install Memdesk again.",
        name="/".join(("resources", *parts)),
    )
