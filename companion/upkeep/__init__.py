"""What keeps a table in order: exports, reports, and whether all is well."""
