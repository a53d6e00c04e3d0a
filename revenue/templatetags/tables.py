"""How rows of municipal tables are written."""

from django import template

from revenue.municipality.models import RateTier
from revenue.municipality.pages import tier_words

register = template.Library()


@register.filter
def charges(tier: RateTier) -> str:
    """Write what a tier charges: `0.50%`, or a flat amount."""
    return tier_words(tier)
