"""What the owner of a table taught it: dice and cards, kept in the data folder."""


class NotTaught(Exception):  # noqa: N818 -- named by what is wrong
    """There is no such set, or something cannot be taught; the message is one clear line."""
