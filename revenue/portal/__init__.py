"""The taxpayer online and the public pages."""
