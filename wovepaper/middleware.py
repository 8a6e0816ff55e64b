"""What every answer passes through: whose address is believed, headers that close the site, tidy addresses."""

from collections.abc import Callable
from ipaddress import ip_address, ip_network
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponsePermanentRedirect
from django.utils.encoding import iri_to_uri

from common.error_answers import PROBLEM, error_format
from common.problems import Problem, problem_response

Handler = Callable[[HttpRequest], HttpResponse]

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "manifest-src 'self'",
    ]
)
PATH_SAFE = "/:@!$&'()*+,;=~-._"
READING = ("GET", "HEAD")
ASKED_BY_POST = ("/oai",)  # public addresses that answer a question in the body as they would one in the address
METHODS_OF_THEIR_OWN = ("/api/", "/mcp")  # their views say what they take, in their own form
PERSONAL = ("/admin/",)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "browsing-topics=(), camera=(), geolocation=(), microphone=()",
}


def trusted_proxies(get_response: Handler) -> Handler:
    """Believe X-Forwarded-For and -Proto only from the networks in TRUSTED_PROXIES; drop them otherwise."""
    networks = [ip_network(network) for network in settings.TRUSTED_PROXIES]

    def believed(address: str) -> bool:
        try:
            return any(ip_address(address) in network for network in networks)
        except ValueError:
            return False

    def middleware(request: HttpRequest) -> HttpResponse:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
        if believed(request.META.get("REMOTE_ADDR", "")):
            hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
            strangers = [hop for hop in reversed(hops) if not believed(hop)]
            if strangers:
                request.META["REMOTE_ADDR"] = strangers[0]
        else:
            for name in ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST"):
                request.META.pop(name, None)
        return get_response(request)

    return middleware


def security_headers(get_response: Handler) -> Handler:
    """Add the headers of HEADERS where a view has not set its own."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return middleware


def same_for_all(get_response: Handler) -> Handler:
    """Public addresses are only read (any other method answers 405) and know nothing of cookies, whatever is sent.

    Else Django would end a session cookie, or give a new CSRF cookie, on a page that caches keep for everybody.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(PERSONAL):
            return get_response(request)
        if not _takes(request):
            return _not_allowed(request)
        request.META.pop("HTTP_COOKIE", None)
        return get_response(request)

    return middleware


def _not_allowed(request: HttpRequest) -> HttpResponse:
    if error_format(request) is not PROBLEM:
        return HttpResponseNotAllowed(READING)
    problem = Problem("method-not-allowed", f"{(request.method or '')[:20]} is not for this address: it is only read.")
    return problem_response(request, problem, headers={"Allow": ", ".join(READING)})


def _takes(request: HttpRequest) -> bool:
    if request.method in READING or request.path_info.startswith(METHODS_OF_THEIR_OWN):
        return True
    return request.method == "POST" and request.path_info in ASKED_BY_POST


def tidy_addresses(get_response: Handler) -> Handler:
    """No address ends with a slash, but `/` itself and the admin's, and its first word is in lower case.

    The other form answers 301 in one hop: the tidy address is asked first, and where that redirects by itself its
    answer is given as it is.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        tidy = tidy_path(request.path_info)
        if tidy == request.path_info or request.method not in {"GET", "HEAD"}:
            return get_response(request)
        request.path_info = request.path = tidy
        response = get_response(request)
        if response.status_code >= 300 and response.status_code != 304:
            return response
        query = request.META.get("QUERY_STRING", "")
        return _Instead(quote(tidy, safe=PATH_SAFE) + (f"?{iri_to_uri(query)}" if query else ""), response)

    return middleware


class _Instead(HttpResponsePermanentRedirect):
    """A redirect in place of an answer that nobody will read: a stream gives back its file, its place among searches.

    Only when it is closed itself: closing any answer tells Django that the request is over, and ends its connection.
    """

    def __init__(self, to: str, replaced: HttpResponse) -> None:
        super().__init__(to)
        self._replaced = replaced

    def close(self) -> None:
        self._replaced.close()
        super().close()


def tidy_path(path: str) -> str:
    """`/Papers/2401.16265/` as `/papers/2401.16265`; it starts with one slash, so it names no other host."""
    if path.startswith(("/admin/", "/static/")):
        return path
    first, slash, rest = path.strip("/").partition("/")
    return f"/{first.lower()}{slash}{rest}"
