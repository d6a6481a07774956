"""From what the eye read to a throw that counts, or to a question. Pure.

`awaited_dice` says which dice of a reading are meant, `verdict` whether the table believes it,
`questions` what people are asked about it, `earlier_throws` what the log says of throws before, and
`throw_state` which readings came, were asked and answered: a fold of the log.
"""
