"""The rows and games of all tables of a café, in PostgreSQL."""
