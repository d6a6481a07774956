"""The table: turns what people do and the eye reads into rows of a log, and those into a game."""
