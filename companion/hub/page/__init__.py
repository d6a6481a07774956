"""The hub's page: what all tables are doing, and what the archive knows of their games.

It knows three roles (`companion.hub.access`), each with the rights of the one before. What is live
comes from the tables through the broker and is shown also while the database is away.
"""
