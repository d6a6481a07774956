"""The JSON that a table tells: what it holds is said here once, for whoever makes or reads it."""
