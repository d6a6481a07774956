"""The upkeep of a table: exports, reports, checks and repairs."""
