"""What secrets are called: `password`, `api_key`, `MOT_DE_PASSE`, and the same as part of a longer name."""

from __future__ import annotations

SECRET_WORDS = (
    r"pass(?:word|wd|phrase|code)|pwd|secret(?:[ _-]?key)?|(?:api|access|auth|private|signing|encryption|account)"
    r"[ _-]?(?:key|token|secret)|authorization|bearer|token|credentials?|passwort|kennwort|mot de passe|contraseña"
    r"|密码|口令|密钥|(?<=[_-])pass(?=[\"'`*_]*[ \t]*[:=])|pass(?==(?!=))"
)
"""What a secret is called, as a pattern that is to be matched without regard to case."""

_PART = r"[A-Za-z0-9]{1,30}"
SECRET_NAME = rf"(?<![A-Za-z])(?:{_PART}[_-]){{0,4}}(?:{SECRET_WORDS})(?:[_-]{_PART}){{0,4}}[\"'`*_]*"
"""A name that such a word is part of (`STAGING_DB_PASSWORD_2`), and the marks that end it."""

IN_BRACKETS = r"(?:[*_]*+\([^()\n]{0,200}\)[*_]*+|（[^（）\n]{0,200}）)"
"""What is said of a secret beside its name: `(for staging)`, or the time of an entry, `*(2026-05-11T09:30:00Z)*`."""

BESIDE_NAME = rf"(?:(?:[ \t]++|(?=（)){IN_BRACKETS})?"
"""Such words right behind a name, or nothing; brackets that touch the name are those of a call."""
