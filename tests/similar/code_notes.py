"""Sets of notes on code, with paths, versions, options and numbers, of which is known what says the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from string import Formatter

from tests.similar.planted import Planted, numbered

_PARTS_WORDS = (
    "api auth billing cache cli core db deploy docs events flags geo http ingest jobs kafka ledger mail metrics oauth "
    "parser queue render search sync tasks ui vault webhooks"
)
_PARTS = _PARTS_WORDS.split(" ")
_FILES_WORDS = "handler client models schema routes worker utils config server runner loader writer reader"
_FILES = _FILES_WORDS.split(" ")
_CALLS_WORDS = "parse_header flush_queue load_config retry_once build_index open_session merge_rows to_json"
_CALLS = _CALLS_WORDS.split(" ")
_VARIABLES_WORDS = "DATABASE_URL REDIS_HOST LOG_LEVEL MAX_WORKERS CACHE_TTL S3_BUCKET SENTRY_DSN HTTP_PROXY"
_VARIABLES = _VARIABLES_WORDS.split(" ")
_OPTIONS_WORDS = "--dry-run --force --verbose --no-cache --release --parallel --locked --watch --strict"
_OPTIONS = _OPTIONS_WORDS.split(" ")
_WHY_WORDS = (
    "because the fixture is shared|otherwise the snapshot is stale|as the vendor recommends|or the pipeline times out|"
    "since the proxy rewrites headers|to keep builds reproducible|until the upstream bug is fixed|"
    "so logs stay readable|when the socket is reused|if the lock file is missing|after switching branches|"
    "while the migration is running|for arm machines only|on a cold start|behind the load balancer"
)
_WHY = _WHY_WORDS.split("|")
_FRAMES = (
    "`{path}` exports `{call}()`; since v{version} it needs `{variable}` {why}",
    "Run `{command} {step} {option}` in {folder} before pushing to `{branch}` {why}",
    "{variable}={number} must be set in {path} for the {part} service {why}",
    "{package}=={version} breaks {module}.{call}, pin it {why}",
    "Image registry.local/{part}:{version} listens on port {number} {why}",
    "Error `{error}` in {path}:{number} goes away after clearing {folder} {why}",
    "{module}.{call}(timeout={number}) is called from {path} {why}",
)
_VALUES = ("path", "version", "number", "folder", "branch", "option", "variable")


class Notes:
    """Writes notes, and writes them again in other ways."""

    def __init__(self, dice: random.Random) -> None:
        self.random = dice
        self._written: set[tuple[str, ...]] = set()

    def new(self) -> tuple[str, dict[str, str]]:
        """A frame and what fills it; no other note differs from it in one value only."""
        while True:
            frame, fill = self.random.choice(_FRAMES), self._fill()
            fields = [field for _, field, _, _ in Formatter().parse(frame) if field]
            without_one = {
                (frame, left, *(fill[field] for field in fields if field not in (left, "why")))
                for left in fields
            }
            if self._written.isdisjoint(without_one):
                self._written |= without_one
                return frame, fill

    def _fill(self) -> dict[str, str]:
        choice, number = self.random.choice, self.random.randint
        return {
            "path": f"{choice(('src', 'lib', 'app'))}/{choice(_PARTS)}/{choice(_FILES)}.{choice(('py', 'ts', 'rs'))}",
            "folder": f"/var/lib/{choice(_PARTS)}/{choice(_FILES)}",
            "module": f"{choice(_PARTS)}.{choice(_FILES)}",
            "part": choice(_PARTS),
            "call": choice(_CALLS),
            "version": f"{number(0, 9)}.{number(0, 30)}.{number(0, 20)}",
            "variable": choice(_VARIABLES),
            "number": str(choice((number(2, 99), number(1000, 9999)))),
            "command": choice(("make", "uv run", "npm run", "cargo", "pytest", "terraform")),
            "step": choice(("build", "test", "lint", "migrate", "seed", "plan", "fmt", "bench")),
            "option": choice(_OPTIONS),
            "branch": choice(("main", "develop", "release/next", "hotfix/login", "feature/search")),
            "package": choice(
                ("requests", "numpy", "pydantic", "lodash", "react", "tokio", "serde", "django")
            ),
            "error": choice(("ConnectionResetError", "KeyError", "ECONNREFUSED", "OutOfMemory")),
            "why": choice(_WHY),
        }

    def with_another_value(self) -> tuple[str, str]:
        """Two notes of which one has another path, version, number, option, branch or name."""
        frame, fill = self.new()
        field = self.random.choice([field for field in _VALUES if f"{{{field}}}" in frame])
        other = fill[field]
        while other == fill[field]:
            other = self._fill()[field]
        return frame.format(**fill), frame.format(**fill | {field: other})


def _misspelt(text: str, dice: random.Random) -> str:
    words = text.split(" ")
    why = [at for at, word in enumerate(words) if word.isalpha() and word.islower() and len(word) > 4][-1:]
    for at in why:
        word, place = words[at], dice.randrange(1, len(words[at]) - 1)
        words[at] = dice.choice((word[:place] + word[place + 1 :], word[:place] + word[place] + word[place:]))
    return " ".join(words)


def _without_marks(text: str, _dice: random.Random) -> str:
    return text.replace("`", "") + "."


def _listed(text: str, _dice: random.Random) -> str:
    first, _, rest = text.partition(" ")
    return f"- **{first}** {rest}." if first.isalpha() else f"* [ ] {text}"


def _without_a_word(text: str, dice: random.Random) -> str:
    words = text.split(" ")
    at = dice.choice([at for at, word in enumerate(words) if at and word.isalpha() and word.islower()])
    return " ".join(words[:at] + words[at + 1 :])


def _moved(text: str, _dice: random.Random) -> str:
    why = next(why for why in _WHY if text.endswith(why))
    return f"{why.capitalize()}, {text.removesuffix(why).strip()}"


AGAIN: tuple[Callable[[str, random.Random], str], ...] = (
    _misspelt,
    _without_marks,
    _listed,
    _without_a_word,
    _moved,
)


def code_notes(seed: int, count: int) -> Planted:
    """`count` notes: three tenths in pairs that say the same, two tenths in pairs that contradict each other."""
    dice = random.Random(f"code{seed}")
    notes = Notes(dice)
    texts: list[tuple[str, int]] = []
    for number in range(count * 3 // 20):
        frame, fill = notes.new()
        text = frame.format(**fill)
        texts += [(text, number), (AGAIN[number % len(AGAIN)](text, dice), number)]
    for number in range(count // 10):
        texts += [(text, -1 - number) for text in notes.with_another_value()]
    rest = range(count - len(texts))
    for number in rest:
        frame, fill = notes.new()
        texts.append((frame.format(**fill), count + number))
    dice.shuffle(texts)
    return numbered(texts)
