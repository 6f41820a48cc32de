"""Play: the simulator, its policies, puzzles."""
