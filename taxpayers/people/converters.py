"""What stands in the addresses of people. Importing this registers it: nothing else than a number reaches a query."""

from django.urls import register_converter

from taxpayers.people.selectors import NUMBER


class NumberConverter:
    """A municipal number, C-000123."""

    regex = NUMBER

    def to_python(self, value: str) -> str:
        """Return the number as it is."""
        return value

    def to_url(self, value: str) -> str:
        """Return the number as it is."""
        return value


register_converter(NumberConverter, "taxpayer_number")
