"""Who may do what at a table, on a home network that cannot be trusted.

A device that enters the code is let in and gets a signed cookie. The table keeps a list of these
devices, so that each one can be removed again. `control` joins the rest for one table.
"""
