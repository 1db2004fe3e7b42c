"""The verbs of the app, free of Qt: the window and the command line call these and nothing below them.

`desk` puts all of them together; `noting` writes a quick note, `keeping` is what the user does with the history as a
whole, `handing_over` what two starts of the program say to each other; `made_once` makes a part of `desk` when it is
wanted. Everything else stands in a package per idea.
From below, each importing none that is named after it:

* The ground: `settings`, `machine` (what layouts see of the disk), `faults` (where errors of a layout end), `roots`.
* Text in work: `documents` (one open document, and how it comes together with the disk), `workspace` (all of them),
  `comparing` and `forms`.
* What it says: `remembered` (units, now and in earlier versions), `duplicates`.
* Changes through an agent's grammar: `moving`, `steps`, `rehoming`.
* What was, what is, what will be: `history`, `search`, `preview`.
* The workbench: `prune`, `uniting`, `inbox`, `problems`, `details`.
"""
