"""A server that violates each check once: every check must find its violation."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

JSON = "application/json"
# Path: status, content type, body, and the message of the check that must fail.
VIOLATIONS = {
    "/api/admin/overview": (500, JSON, "{}", "Server error"),
    "/api/admin/is-first-admin": (418, JSON, "{}", "Undocumented status code"),
    "/api/admin/theme-settings": (200, "text/plain", "{}", "Undocumented Content-Type"),
    "/api/admin/check-signup-restriction": (200, JSON, "{}", "Response violates schema"),
    "/api/admin/list-admins": (200, JSON, "[]", "API accepts invalid authentication"),
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        status, kind, body, _ = VIOLATIONS.get(self.path.split("?")[0], (404, JSON, "{}", ""))
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_TRACE = do_GET

    def log_message(self, *_):
        pass


def missed(schemathesis, document):
    """Returns the messages that the checks did not report, and their whole output."""
    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        only = [part for path in VIOLATIONS for part in ("--include-path", path)]
        output, _ = schemathesis(f"http://127.0.0.1:{server.server_port}", document, {}, 1, {}, only)
        return [message for *_, message in VIOLATIONS.values() if message not in output], output
    finally:
        server.shutdown()
