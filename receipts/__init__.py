"""Paper: numbered series, receipts as issued, prints, letters, the outbox: knows nobody."""
