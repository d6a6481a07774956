"""The part of a table that reports to a café's hub; other tables do not load it."""
