"""From what the eye tells to a throw that counts, or to a question. Pure.

`reading` is what the eye told and which of its dice are meant, `verdict` whether the table believes
it, `questions` what people are asked about it, and `known` what all rows of the log together say.
"""
