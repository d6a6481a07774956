"""The table on the network: the application, its routes, and their description."""
