"""The rules of the games, as data in and data out.

Other packages need only `engine.games` and `engine.core`. "Rules §1.5" in a docstring is section
1.5 of docs/rules.md. This module loads no game: the eye needs none, and starts in half the time.
"""
