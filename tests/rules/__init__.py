"""The rules of law, without a database: each test is a sentence about a cent or a date."""
