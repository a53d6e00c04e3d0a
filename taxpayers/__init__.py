"""People, businesses, properties, identities, staff roles and appointments, and who did what: knows nobody."""
