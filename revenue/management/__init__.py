"""Commands of the revenue application."""
