"""The log of a table: its rows in SQLite, the games they make, and their statistics."""
