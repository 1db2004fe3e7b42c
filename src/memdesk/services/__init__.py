"""The verbs of the app, free of Qt: the window and the command line call these and nothing below them."""
