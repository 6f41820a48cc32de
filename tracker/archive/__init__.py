"""Many games: where they come from, tables of them, and the work on many cores."""
