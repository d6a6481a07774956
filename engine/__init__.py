"""The rules of the games, as data in and data out."""
