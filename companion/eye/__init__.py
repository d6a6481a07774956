"""The eye of a table: a separate process, and its supervisor."""
