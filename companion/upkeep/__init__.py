"""What keeps a table alive: backups, reports, and whether all is well."""
