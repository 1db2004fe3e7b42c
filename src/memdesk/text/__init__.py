"""Pure values and functions over document text: no files, no Qt, no agent names.

* The text and its parts: `document` (bytes as text), `edits`, `outline`, `sections`, `fences`, `list_items`,
  `front_matter` and `yaml_values`; `json_text`, `json_string` and `json_field`; `toml_values`.
* Open text: `editable` over `buffer`, with `undo`, `passing` and `brought_back`.
* Comparing and merging: `compare`, `three_way`, `alignment`; `merge` with `merge_nodes`, `merge_lines`, `moves`,
  `merge_joining`, `merge_result`; `union`, `doubt`; old copies: `reverting`, `node_trace`, `putting_back`.
* What texts say, and which are alike: `wording`, `vocabulary`, `statement`, `subject`, `similar`, `lookup`,
  `contradictions`, `opposites`, `spelling`, `candidate_pairs`.
* What must not be shown as it is: `secrets` (by `secret_shapes` and `secret_values`), `masking`, `excerpt`, `private`,
  `redaction`; `hidden`, `mixed_scripts`, `labelled`.
* Showing: `rendering`, `links`, `sentence` (sentences that can be translated), `shortening`, `tokens`.
"""
