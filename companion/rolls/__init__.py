"""From what the eye reads to a roll that counts, or to a question. Pure.

`verdict` decides whether the table believes a reading, `questions` are those that people have to
answer, `earlier_rolls` looks up earlier rolls in the log, and `roll_state` folds the log into what
is known of readings: which came, were asked about and answered.
"""
