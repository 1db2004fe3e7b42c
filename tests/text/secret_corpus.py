"""Secrets as people and programs write them down, and what only looks like one; all of it made anew each time.

Nothing here is, or ever was, a secret of anybody: every value is put together from parts by chance.
"""

from __future__ import annotations

import base64
import json
import random
import string
import uuid
from collections.abc import Callable, Iterator
from typing import NamedTuple

from memdesk.bundled import bundled_path

ALPHANUMERIC = string.ascii_letters + string.digits
URL_SAFE = ALPHANUMERIC + "-_"
HEX = "0123456789abcdef"
BASE32 = string.ascii_uppercase + "234567"
UPPER = string.ascii_uppercase + string.digits


class Planted(NamedTuple):
    """A text, and the secret in it."""

    text: str
    secret: str


class _Some:
    """Random words of some letters."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def __call__(self, count: int, letters: str = ALPHANUMERIC) -> str:
        return "".join(self.chance.choice(letters) for _ in range(count))


# Keys and tokens as their issuers make them.
ISSUED: dict[str, Callable[[_Some], str]] = {
    "AWS access key": lambda some: "AK" + "IA" + some(16, BASE32),
    "AWS session key": lambda some: "AS" + "IA" + some(16, BASE32),
    "GitHub personal": lambda some: "gh" + "p_" + some(36),
    "GitHub OAuth": lambda some: "gh" + "o_" + some(36),
    "GitHub app": lambda some: "gh" + "s_" + some(36),
    "GitHub fine-grained": lambda some: "github_" + f"pat_{some(22)}_{some(59)}",
    "GitLab personal": lambda some: "gl" + "pat-" + some(20, URL_SAFE),
    "GitLab deploy": lambda some: "gl" + "dt-" + some(20, URL_SAFE),
    "Anthropic": lambda some: "sk-" + "ant-api03-" + some(93, URL_SAFE) + "AA",
    "OpenAI": lambda some: "sk-" + some(48),
    "OpenAI project": lambda some: "sk-" + "proj-" + some(64, URL_SAFE),
    "Stripe secret": lambda some: "sk_" + "live_" + some(24),
    "Stripe restricted": lambda some: "rk_" + "live_" + some(24),
    "Stripe webhook": lambda some: "wh" + "sec_" + some(32),
    "Slack bot": lambda some: "xox" + f"b-{some(12, string.digits)}-{some(12, string.digits)}-{some(24)}",
    "Slack app": lambda some: "xa" + f"pp-1-{some(11, UPPER)}-{some(13, string.digits)}-{some(64, HEX)}",
    "Slack webhook": lambda some: (
        "https://hooks.slack.com/ser" + f"vices/T{some(8, UPPER)}/B{some(8, UPPER)}/{some(24)}"
    ),
    "Discord webhook": lambda some: (
        "https://discord.com/api/web" + f"hooks/{some(18, string.digits)}/{some(68, URL_SAFE)}"
    ),
    "Telegram": lambda some: f"{some(9, '123456789')}:A" + f"A{some(33, URL_SAFE)}",
    "Google API": lambda some: "AI" + "za" + some(35, URL_SAFE),
    "Google OAuth": lambda some: "GOC" + "SPX-" + some(28, URL_SAFE),
    "Google access": lambda some: "ya" + "29." + some(60, URL_SAFE),
    "Hugging Face": lambda some: "hf" + "_" + some(34),
    "npm": lambda some: "np" + "m_" + some(36),
    "PyPI": lambda some: "py" + "pi-AgEIcHlwaS5vcmc" + some(90, URL_SAFE),
    "SendGrid": lambda some: "S" + f"G.{some(22, URL_SAFE)}.{some(43, URL_SAFE)}",
    "Twilio": lambda some: "S" + "K" + some(32, HEX),
    "DigitalOcean": lambda some: "do" + "p_v1_" + some(64, HEX),
    "Databricks": lambda some: "da" + "pi" + some(32, HEX),
    "Shopify": lambda some: "shp" + "at_" + some(32, HEX),
    "Linear": lambda some: "lin_" + "api_" + some(40),
    "Notion": lambda some: "secret" + "_" + some(43),
    "age": lambda some: "AGE-SECRET" + "-KEY-1" + some(58, "023456789ACDEFGHJKLMNPQRSTUVWXYZ"),
    "Vault": lambda some: "hv" + "s." + some(24),
    "Groq": lambda some: "gs" + "k_" + some(52),
    "JWT": lambda some: "ey" + f"J{some(33)}.ey" + f"J{some(120, URL_SAFE)}.{some(43, URL_SAFE)}",
    "Azure storage": lambda some: "Account" + "Key=" + some(86) + "==",
}

PRIVATE_KEYS = (
    "RSA PRIVATE KEY",
    "EC PRIVATE KEY",
    "OPENSSH PRIVATE KEY",
    "PRIVATE KEY",
    "ENCRYPTED PRIVATE KEY",
    "PGP PRIVATE KEY BLOCK",
)
HEADERS: tuple[tuple[str, ...], ...] = (
    (),
    ("Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,0A1B2C3D", ""),
    ("Version: GnuPG v2.0", "Comment: GPGTools - https://gpgtools.org", ""),
)

ISSUED_PLACES = (
    "The key is {}",
    "- deploy uses {} for now, see the runbook",
    "token={}",
    "see `{}` in CI",
    "{}",
    "{}, from last week.",
    'curl -H "Authorization: Bearer {}" https://api.internal/v1',
    "    value: {}",
    "Ada a dit : {} (à changer)",
    "鍵は {} です",
)

NAMED_PLACES = (
    "password: {}",
    "DB_PASSWORD={}",
    "export API_TOKEN={}",
    'api_key = "{}"',
    "`SECRET_KEY`: `{}`",
    "- **password**: {}",
    "Authorization: Bearer {}",
    "the staging password is {}",
    "The admin password is {}, ask Ada before using it",
    '"client_secret": "{}",',
    "  auth_token: '{}'",
    "aws_secret_access_key = {}",
    "Das Passwort ist {}",
    "Le mot de passe est {}",
    "La contraseña es {}",
    "密码：{}",
    "postgres://app:{}@db.internal:5432/app",
    "https://ada:{}@git.internal/repo.git",
    "redis://default:{}@cache:6379/0",
    "mongodb+srv://root:{}@cluster0.internal/?retryWrites=true",
    "amqp://guest:{}@[::1]/",
)


def secrets(chance: random.Random, count: int) -> Iterator[Planted]:
    """At least `count` secrets, every kind in turn, each in a line of text."""
    some = _Some(chance)
    made = 0
    while made < count:
        for make in ISSUED.values():
            secret = make(some)
            yield Planted(chance.choice(ISSUED_PLACES).format(secret), secret)
        for place in NAMED_PLACES:
            secret = _chosen(some)
            yield Planted(place.format(secret), secret)
        for kind in PRIVATE_KEYS:
            secret = _private_key(some, kind)
            yield Planted(f"The key of the server:\n\n{secret}\n\nKeep it safe.", secret)
        made += len(ISSUED) + len(NAMED_PLACES) + len(PRIVATE_KEYS)


def _chosen(some: _Some) -> str:
    """A password as machines and people choose one."""
    word = some.chance.choice(("Summer", "Blue", "Tiger", "hunter", "Winter", "correct", "Berlin"))
    number = some.chance.randrange(10, 9999)
    ways = (
        lambda: some(16),
        lambda: some(24),
        lambda: some(40),
        lambda: some(32, HEX),
        lambda: some(12) + "!",
        lambda: f"{word}{number}!",
        lambda: f"{word}#{number}",
        lambda: "tr0ub" + "4dor&" + some(1, string.digits),
        lambda: some(20, ALPHANUMERIC + "+*-_"),
        lambda: base64.b64encode(some.chance.randbytes(32)).decode(),
        lambda: base64.b64encode(some.chance.randbytes(30)).decode(),
    )
    return some.chance.choice(ways)()


def _private_key(some: _Some, kind: str) -> str:
    lines = [some(64, ALPHANUMERIC + "+/") for _ in range(some.chance.randrange(3, 14))]
    headers = some.chance.choice(HEADERS)
    return "\n".join((f"-----BEGIN {kind}-----", *headers, *lines, some(22) + "==", f"-----END {kind}-----"))


# What is none.

WORDS = (
    "the", "build", "runs", "at", "night", "and", "Ada", "wants", "short", "answers", "token", "budget", "cache",
    "secret", "santa", "key", "facts", "password", "policy", "login", "is", "slow", "after", "deploy", "we", "use",
    "author", "monkey", "passage", "tokenizer", "keyboard",
)  # fmt: skip

PROSE = (
    "Die Zugangsdaten liegen im Tresor, das Passwort kennt nur Ada.",
    "Le mot de passe est dans le coffre, jamais dans le dépôt.",
    "La contraseña se cambia cada 90 días.",
    "パスワードは金庫にあります。",
    "密码保存在保险库里，不在仓库中。",
    "Пароль хранится в сейфе, токен обновляется каждый час.",
    "كلمة المرور محفوظة في الخزنة",
    "비밀번호는 금고에 있습니다.",
    "The API key lives in the vault, never in the repo.",
    "Rotate the token every 90 days; the secret is stored in AWS Secrets Manager.",
    "API_KEY=your_api_key_here",
    "token=${GITHUB_TOKEN}",
    "password: changeme",
    "secret: {{ secrets.DEPLOY }}",
    "postgres://user:password@localhost/db",
    "redis://:${REDIS_PASSWORD}@cache",
    "Bearer tokens are checked in middleware.py, see RFC 6750.",
    "const token = await getAccessToken(user.id);",
    "def check_password(self, password: str) -> bool:",
    "if token.kind == TokenKind.STRING: return parse_string(token)",
    "passwords = [row.password_hash for row in rows]",
    'headers["Authorization"] = f"Bearer {token}"',
    "os.environ['API_KEY'] must be set before the tests run",
    "keyboard: Ctrl+Shift+P opens the palette",
    "primary key (tenant_id, created_at desc)",
    "The token bucket refills with 100/s, burst 2000.",
    "access_token_ttl: 3600",
    "max_tokens: 4096",
    "tokens: 128k context, 16k output",
    "key: value",
    "author: Ada Lovelace <ada@example.org>",
)


def ordinary(chance: random.Random, count: int) -> list[str]:
    """`count` texts without a secret: ids, hashes, paths, code, images, sentences in many languages."""
    some = _Some(chance)

    def words(least: int, most: int) -> str:
        return " ".join(chance.choice(WORDS) for _ in range(chance.randrange(least, most)))

    def image() -> str:
        return f"![logo](data:image/png;base64,{base64.b64encode(chance.randbytes(90)).decode()})"

    ways: tuple[Callable[[], str], ...] = (
        lambda: f"commit {some(40, HEX)}",
        lambda: f"fixed in {some(7, HEX)} and {some(12, HEX)}",
        lambda: f"sha256:{some(64, HEX)}",
        lambda: f"md5 {some(32, HEX)}  dist/app.tar.gz",
        lambda: f"uuid {uuid.UUID(int=chance.getrandbits(128), version=4)}",
        lambda: str(uuid.UUID(int=chance.getrandbits(128), version=4)),
        lambda: f"/home/ada/src/{some(6)}/{some(9)}/keys/token_{some(4)}.py",
        lambda: rf"C:\Users\ada\{some(8)}\passwords.kdbx",
        lambda: f"https://example.org/{some(11)}/{some(22)}?page={chance.randrange(99)}",
        image,
        lambda: f'integrity="sha384-{base64.b64encode(chance.randbytes(48)).decode()}"',
        lambda: f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{some(43)} ada@laptop",
        lambda: f"ep_{chance.randrange(10**8):08d}_{some(8, HEX)}",
        lambda: f"mem_{some(24, HEX)}: {words(3, 9)}",
        lambda: f"- [{some(10)}] {words(4, 14)}",
        lambda: words(6, 25),
        lambda: chance.choice(PROSE),
        lambda: f"{words(2, 5)} {chance.choice(PROSE)}",
        lambda: json.dumps({"id": some(12), "count": chance.randrange(9999), "keys": words(2, 4).split(" ")}),
        lambda: (
            f"2026-0{chance.randrange(1, 9)}-1{chance.randrange(9)}T12:{chance.randrange(10, 59)}:00Z {words(3, 8)}"
        ),
        lambda: f"arn:aws:iam::{some(12, string.digits)}:role/{chance.choice(WORDS)}-deployer",
        lambda: f"docker pull registry.internal/app@sha256:{some(64, HEX)}",
        lambda: (
            f"invoice no. {some(3, UPPER)}-{some(8, string.digits)}, phone +49 30 {some(7, string.digits)}"
        ),
        lambda: (
            f"for (let i = 0; i < keys.length; i++) {{ tokens.push(keys[i].{some(5, string.ascii_lowercase)}); }}"
        ),
        lambda: f"{some(4, string.ascii_lowercase)}_key_id: {chance.randrange(1000)}",
        lambda: (
            f"version {chance.randrange(9)}.{chance.randrange(20)}.{chance.randrange(90)}-rc{chance.randrange(9)}"
        ),
    )
    made = [ways[number % len(ways)]() for number in range(count)]
    return made + _samples()


def _samples() -> list[str]:
    """What agents really write, line by line."""
    lines = []
    for path in sorted(bundled_path("samples").rglob("*")):
        if path.is_file():
            lines += path.read_bytes().decode("utf-8", "replace").split("\n")
    return [line for line in dict.fromkeys(lines) if line]
