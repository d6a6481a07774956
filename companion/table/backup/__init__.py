"""Copies of a table's log: made while it runs, and put back after they proved sound.

A backup is a log like any other, one SQLite file.
"""
