"""What every game shares: actions, refusals, options, transfers and the shape of a game."""
