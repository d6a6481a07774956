"""Pixels to rolls: cameras, the rest test, the reader and the roll finder. Knows no game."""
