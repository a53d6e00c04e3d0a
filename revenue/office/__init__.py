"""The Director's desk, municipal tables, reports."""
