"""A mail server on a free port, which keeps the mails that it takes."""

import email
import email.policy
import socketserver
import threading


class Mailbox:
    def __init__(self):
        mails = self.mails = []

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                self.reply(220)
                while line := self.rfile.readline():
                    word = line.split()[0].upper() if line.split() else b""
                    if word == b"DATA":
                        self.reply(354)
                        self.take()
                    self.reply(221 if word == b"QUIT" else 250)
                    if word == b"QUIT":
                        return

            def take(self):
                lines = []
                while (line := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(line.removeprefix(b"."))
                mails.append(email.message_from_bytes(b"".join(lines), policy=email.policy.default))

            def reply(self, status):
                self.wfile.write(f"{status} mailbox\r\n".encode())

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def entries(self):
        """The calendar entries that came, the oldest first, each with the method that its part of the mail names."""
        found = []
        for mail in list(self.mails):
            for part in mail.walk():
                if part.get_content_type() == "text/calendar":
                    text = part.get_payload(decode=True).decode()
                    found.append((part["content-type"].params.get("method"), text))
        return found
