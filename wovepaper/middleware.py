"""What every answer passes through: whose address is believed, headers that close the site, tidy addresses."""

from collections.abc import Callable
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect

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


def tidy_addresses(get_response: Handler) -> Handler:
    """No address ends with a slash, but `/` itself and the admin's: the other form answers 301."""

    def middleware(request: HttpRequest) -> HttpResponse:
        path = request.path
        if len(path) > 1 and path.endswith("/") and not path.startswith("/admin/"):
            tidy = "/" + path.strip("/")
            query = request.META.get("QUERY_STRING", "")
            target = request.build_absolute_uri(tidy).split("://", 1)[1].split("/", 1)[1]
            return HttpResponsePermanentRedirect("/" + target + (f"?{query}" if query else ""))
        return get_response(request)

    return middleware
