"""The deduction assistant for the card game Literature."""
