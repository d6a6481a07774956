"""What keeps a table in order: exports, reports, checks and repairs."""
