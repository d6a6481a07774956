"""From what the eye tells to a throw that counts, or to a question. Pure.

`reading` is what the eye told and which of its dice are meant, `verdict` whether the table believes
it, `questions` what people are asked about it, `earlier_throws` what the log says of throws before,
and `throw_state` which readings were told, asked and answered: a fold of the log.
"""
