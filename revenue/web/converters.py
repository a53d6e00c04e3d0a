"""What stands in addresses. Importing this registers it."""

from django.urls import register_converter
from django.urls.converters import IntConverter


class KeyConverter(IntConverter):
    """The key of a row: no more digits than a database's integer holds, so that a longer one is not found."""

    regex = "[0-9]{1,18}"


register_converter(KeyConverter, "key")
