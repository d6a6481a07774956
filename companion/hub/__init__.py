"""The hub of a café with many tables: an archive of their rows, and a page for its people."""
