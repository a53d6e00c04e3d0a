"""The links of a paginated list."""

from collections.abc import Iterator
from typing import Any

from django import template
from django.core.paginator import Page
from django.template import Context

register = template.Library()


@register.filter
def page_numbers(page: Page[Any]) -> Iterator[int | str]:
    """List the page numbers near this one, with an ellipsis where some are left out."""
    return page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1)


@register.simple_tag(takes_context=True)
def page_link(context: Context, number: int) -> str:
    """Return the query of this page of the list, keeping every filter that was asked for."""
    query = context["request"].GET.copy()
    query["pagina"] = str(number)
    return f"?{query.urlencode()}"
