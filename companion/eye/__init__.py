"""The eye beside the table: a process of its own, and who starts it again."""
