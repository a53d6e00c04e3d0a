"""The rules of law, pure: no Django, no clock, no database; standard library only (rules.md is the
authority).
"""
