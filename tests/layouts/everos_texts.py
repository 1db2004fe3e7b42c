"""Files of EverOS as they are, and as people and other programs leave them, for properties."""

from __future__ import annotations

from hypothesis import strategies as st

from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind

ROOT = "/home/ada/.everos"
SPACE = f"{ROOT}/default_app/default_project"
LOG = f"{SPACE}/users/alice/episodes/episode-2026-06-01.md"
FACTS = f"{SPACE}/users/alice/.atomic_facts/atomic_fact-2026-06-01.md"
PROFILE = f"{SPACE}/users/alice/user.md"
SKILL = f"{SPACE}/agents/bot/skills/skill_fix/SKILL.md"

HEADER = """---
id: episode_log_alice_2026-06-01
type: episode_daily
file_type: episode_daily
schema_version: 1
user_id: alice
track: user
date: '2026-06-01'
entry_count: 2
last_appended_at: '2026-06-01T09:12:13+00:00'
---
"""


def entry(number: int, content: str = "It rained.", entry_id: str = "") -> str:
    name = entry_id or f"ep_20260601_{number:08}"
    return (
        f"<!-- entry:{name} -->\n## {name}\n\n**owner_id**: alice\n**session_id**: s1\n"
        f"**timestamp**: 2026-06-01T08:00:00+00:00\n\n### Subject\nWeather\n\n### Content\n{content}\n"
        f"<!-- /entry:{name} -->\n"
    )


CANONICAL = HEADER + entry(1) + entry(2, "It snowed.\n\n- a lot")

PROFILE_TEXT = """---
id: profile_alice
type: user_profile
schema_version: 1
user_id: alice
track: user
summary: Alice lives in Lyon and runs a small ceramics studio. Keeps a grey whippet
  called Sparrow.
explicit_info:
- category: home
  description: lives in Lyon
  evidence: said so
- category: food
  description: 'likes lemon: preserved'
implicit_traits:
- trait: careful planner
  description: asks for checklists
profile_timestamp_ms: 1778011200000
---
Alice lives in Lyon and runs a small ceramics studio. Keeps a grey whippet called Sparrow.
"""

SKILL_TEXT = """---
id: bot_fix
type: agent_skill
schema_version: 1
agent_id: bot
track: agent
name: fix
description: Fix what is broken.
confidence: 0.9
maturity_score: 0.5
source_case_ids:
- ac_20260601_00000001
cluster_id: null
created_at: null
updated_at: null
---
# fix

Fix what is broken.

## When to use

Always.
"""


def document(path: str) -> Document:
    return Document(path, ROOT, path.rpartition("/")[2], Scope(ScopeKind.YOU, "", "alice"), DocumentKind.LIST)


PIECES = (
    "<!-- entry:ep_20260601_00000001 -->",
    "<!-- /entry:ep_20260601_00000001 -->",
    "<!-- entry:note -->",
    "<!-- /entry:note -->",
    "<!--  entry:note -->",
    "## ep_20260601_00000001",
    "**timestamp**: 2026-06-01T08:00:00+00:00",
    "**a**:",
    "### Content",
    "### Subject",
    "### content",
    "###",
    "#### deep",
    "my own note",
    "  indented",
    "```",
    "---",
    "",
    "",
    "\t",
    "\r",
    "a\rb",
    "\x1c",
    "\u2028",
    "\udcff",
    "日記🎉",
    "\x00",
)
WHOLE = (
    entry(1),
    entry(2, "two\nlines"),
    entry(2, ""),
    entry(0, "x", "note"),
    "<!-- entry:bare -->\nx\n<!-- /entry:bare -->\n",
    "<!-- entry:empty --><!-- /entry:empty -->",
)
HEADERS = (
    "",
    HEADER,
    HEADER,
    HEADER.replace("entry_count: 2", "# mine\nentry_count: 2   # two"),
    HEADER.replace("---\n", "---\ntags: [a, b]\n", 1),
    HEADER.replace("user_id: alice", "user_id: 'alice'\nx: |\n  block\n  text"),
    "---\n- list\n---\n",
    "---\nuser_id: alice\n",
    "---\na:\n\tb: 1\n---\n",
)


@st.composite
def hostile_logs(draw: st.DrawFn) -> str:
    """A daily log with prose between entries, broken markers, odd headers, other line ends, marks and bad bytes."""
    pieces = draw(
        st.lists(
            st.one_of(st.sampled_from(WHOLE), st.sampled_from(PIECES).map(lambda p: p + "\n")), max_size=7
        )
    )
    text = draw(st.sampled_from(HEADERS)) + "".join(pieces)
    text = draw(st.sampled_from((text, text, text.replace("\n", "\r\n"), text.removesuffix("\n"))))
    return draw(st.sampled_from(("", "", "", "\ufeff"))) + text
