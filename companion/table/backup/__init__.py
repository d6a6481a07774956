"""Backups of a table's log: made while it runs, and restored after a check.

A backup is a log like any other: one SQLite file.
"""
