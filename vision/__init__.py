"""From pixels to rolls: cameras, stillness, the reader and the roll finder. Knows no game."""
