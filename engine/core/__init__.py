"""What all games share: actions, events, refusals, options, transfers and the `Game` class."""
