"""Filters for numbers as readers read them."""

from django import template

register = template.Library()


@register.filter
def grouped(number: int | None) -> str:
    """80428 as `80,428`; nothing for None."""
    return "" if number is None else f"{number:,}"


@register.filter
def counted(number: int, noun: str) -> str:
    """`1 paper`, `80,428 papers`; another plural stands after a comma: `category,categories`."""
    singular, _, plural = noun.partition(",")
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"
