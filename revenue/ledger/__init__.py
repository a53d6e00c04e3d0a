"""Accounts, debts, facts, allocations, corrections: the only writer of money rows."""
