"""The counter: drawers, cobros, tenders, receipts handed over."""
