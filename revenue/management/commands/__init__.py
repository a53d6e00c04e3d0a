"""Commands of the revenue application, one a module."""
