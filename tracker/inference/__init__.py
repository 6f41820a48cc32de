"""What is certain: possible holders, forced locations, claim verdicts, enumeration (by SAT)."""
