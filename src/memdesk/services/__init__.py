"""The verbs of the app, free of Qt: the window and the command line call these and nothing below them.

`desk` puts all of them together. By what they are about:

* The machine and the roots: `machine` (what layouts see of the disk), `roots`, `places`, `projects`, `open_roots`,
  `chosen_roots`, `listing`, `writable_roots`, `boundary` (where errors of a layout end).
* Open documents: `workspace`, `session`, `opening_job`, `saving`, `drafts`; how a buffer and the disk come together:
  `merging`, `meeting`, `taken`, `conflict`, `comparing`, `settling`; old copies written back: `recent_saves`,
  `revert_watch`.
* Changes through an agent's grammar: `step`, `steps`, `adding`, `noting`, `moving` (with `carried`, `fitting`,
  `losses`), `replacing`, `restoring`, `rehoming`, `form_fields`, `form_edits`.
* What was and what others did: `recorder`, `timeline`, `trash`, `keeping`; the inbox: `review_changes`, `inbox`,
  `inbox_checks`, `inbox_deeds`.
* What to tell about memory: `preview`, `survival`, `forecast`, `checking`, `problems`, `repairs`, `orphans`,
  `index_states`, `details`.
* All that is remembered, read once: `entries`; on it `search`, `duplicates`, `prune` with `reasons`.
* The program itself: `settings`, `limits`, `handing_over`, `crash_report`, `failing`.
"""
