"""Virtual dice and cards: rendered pictures of them, and a tray in which dice can be rolled."""
