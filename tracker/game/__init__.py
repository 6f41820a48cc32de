"""The game: cards, table, rules, events, records, public states and legality."""
