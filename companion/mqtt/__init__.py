"""What a table of a café sends to its hub; not loaded by other tables."""
