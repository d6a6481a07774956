"""A table of a café: what it sends to the hub. Not loaded where no hub was joined."""
