"""The rows of paper."""
