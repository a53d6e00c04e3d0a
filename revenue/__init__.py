"""The collection of municipal revenue: from what the law adds to the receipt that is handed over."""
