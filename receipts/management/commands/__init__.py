"""Commands of paper."""
