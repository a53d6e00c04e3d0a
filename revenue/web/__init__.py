"""Web plumbing shared by all pages: the clock, form fields, page helpers. It knows no domain."""
