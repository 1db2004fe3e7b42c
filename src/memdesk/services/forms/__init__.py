"""A header or a record as a form: its fields, what they are called, and the edit that changes one."""
