"""The table on the network: the application, its routes, its description, and who may ask."""
