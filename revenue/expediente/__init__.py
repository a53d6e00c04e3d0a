"""The expediente: everything about one taxpayer on one screen, as of a date. It reads every floor and writes none."""
