"""Reports as data: checks, audits, timelines."""
