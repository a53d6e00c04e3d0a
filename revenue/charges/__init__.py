"""What becomes owed: declarations of volume of business and their instalments."""
