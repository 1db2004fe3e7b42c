"""The only code that writes files: saves into memory-roots, and everything that Memdesk keeps for itself.

* A save: `save` (the one door), `request`, `one_file`, `save_attempts`, `stable_read`, `rest`, `leases`; the swap:
  `exchange`, `swap`, `in_place`, `removal`, `ways`, `footing`; staying inside a root: `confine`, `open_folder`;
  keeping others out: `locks`, `agent_locks`; how it ended: `outcomes`, `declining`; who is told: `informed`.
* Several files, and what a crash leaves: `several_files`, `journal`, `sweep`.
* What is kept: `history` over `rows` and `database` (`private_database`, `database_error`), `timeline`, `retention`,
  `clearing`, `export`, `purge` with `erasing` and `patches`; `marks`, `drafts`, `settings_file`, `log_file`,
  `crash_reports`; where: `folders`.
* What one system offers: `linux_calls`, `macos_calls`, `windows_calls`, `mounts`, `descriptors`, `system_trash`.
* Other programs' databases, read from private copies: `database_copy`, `foreign_tables`.
"""
