"""How a step of an assessment is read on every page."""

from django import template

from revenue.rules.assessment import Step
from revenue.rules.wording import describe, describe_sum

register = template.Library()


@register.filter
def in_words(step: Step) -> str:
    """Write a step as a sum on paper, with its article and rule."""
    return describe(step)


@register.filter
def as_sum(step: Step) -> str:
    """Write a step as a sum on paper alone: the page says the article beside it."""
    return describe_sum(step)
