"""The table: what people do and the eye sees becomes rows of a log, and the log a game."""
