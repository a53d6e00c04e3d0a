"""The rules of law, pure: no Django, no clock, no database; standard library only (rules.md is the authority)."""

RULES_VERSION = "2026.1"  # printed on every receipt: raised whenever a figure could come out different
