"""How a reading becomes a roll that counts, or a question. Pure.

`verdict` decides whether the table believes a reading, `earlier_rolls` looks up earlier rolls in
the log, and `roll_state` folds the log into readings that were asked about and answered.
"""
