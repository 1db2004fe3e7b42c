"""The screen "Inbox": what agents learned, changed, moved and removed, to be reviewed by keyboard."""
