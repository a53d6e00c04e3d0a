"""What the municipality is and has decided: its name and seal, working days, policies, rate tables. Dated and cited."""
