"""The editor of one document: section cards and a source view over one `EditableText`.

Qt's text widgets never own the text. A `Bridge` keeps the blocks of each of them equal to a run of the document's
lines, in both directions; `ShownText` is what all bridges of one document share.
"""
