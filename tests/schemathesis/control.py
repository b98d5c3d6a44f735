"""A server that does what it must not: the harness has to find it out."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer


class Wrong(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(500)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_POST = do_PUT = do_DELETE = do_GET

    def log_message(self, *_):
        pass


def run(schemathesis, document):
    server = HTTPServer(("127.0.0.1", 0), Wrong)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        only = ["--include-path", "/api/admin/overview"]
        return schemathesis(f"http://127.0.0.1:{server.server_port}", document, {}, 1, {}, only)
    finally:
        server.shutdown()
