"""What the Director grants."""
