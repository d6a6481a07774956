"""What a table remembers: its rows in SQLite, what they mean, and looking back on them."""
