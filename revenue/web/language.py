"""The language of a page: Spanish, unless this person switched to English.

Django's own middleware asks the browser first; a browser that came in English would then hide the product's language
and write the dates of the law the English way to a person who never asked.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

GetResponse = Callable[[HttpRequest], HttpResponse]


def chosen_language(get_response: GetResponse) -> GetResponse:
    """Activate the language of the cookie that the switch sets, and Spanish without one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        code = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, settings.LANGUAGE_CODE)
        if code not in dict(settings.LANGUAGES):
            code = settings.LANGUAGE_CODE
        with translation.override(code):
            request.LANGUAGE_CODE = code
            response = get_response(request)
            response.headers.setdefault("Content-Language", code)
            return response

    return middleware
