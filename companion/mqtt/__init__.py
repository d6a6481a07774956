"""The part of a table that reports to a café's hub; only tables of a café load it."""
