"""A TCP proxy on a thread of its own, which can be told to stall, to close, or to cut after a number of bytes."""

import asyncio
import threading

from postgres import free_port


class Proxy:
    """Passes connections on to `target`. `mode` is `pass`, `stall` (nothing passes, nothing is closed) or `closed`. `listening` is a
    socket of another network."""

    def __init__(self, target, listening=None):
        self.target, self.port, self.listening = target, free_port(), listening
        self.mode, self.cut_after, self.passed = "pass", None, 0
        self.stall_after, self.cut_on = None, None
        self.writers = set()
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        self.thread = threading.Thread(target=self.serve, args=(ready,), daemon=True)
        self.thread.start()
        ready.wait()

    def serve(self, ready):
        asyncio.set_event_loop(self.loop)
        at = {"sock": self.listening} if self.listening else {"host": "127.0.0.1", "port": self.port}
        self.server = self.loop.run_until_complete(asyncio.start_server(self.accept, **at))
        ready.set()
        self.loop.run_forever()

    async def accept(self, reader, writer):
        if self.mode == "closed":
            writer.close()
            return
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        self.writers |= {writer, there[1]}
        await asyncio.gather(self.copy(reader, there[1], False), self.copy(there[0], writer, True))
        self.writers -= {writer, there[1]}

    async def copy(self, reader, writer, is_reply):
        try:
            while data := await reader.read(16 << 10):
                while self.mode == "stall":
                    await asyncio.sleep(0.02)
                if not is_reply and self.stall_after is not None:
                    self.stall_after -= len(data)
                    if self.stall_after < 0:
                        # In the middle of what is sent: the rest never comes.
                        writer.write(data[:max(1, len(data) + self.stall_after)])
                        self.mode, self.stall_after = "stall", None
                        await writer.drain()
                        while self.mode == "stall":
                            await asyncio.sleep(0.02)
                        writer.transport.abort()
                        return
                if not is_reply and self.cut_on and self.cut_on in data:
                    # It arrives, and its answer does not.
                    writer.write(data)
                    await writer.drain()
                    self.mode, self.cut_on = "closed", None
                    await asyncio.sleep(0.5)
                    self.close_all()
                    return
                if is_reply and self.mode == "closed":
                    continue
                if is_reply:
                    self.passed += len(data)
                    if self.cut_after is not None and self.passed > self.cut_after:
                        self.cut_after = None
                        self.close_all()
                        return
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    def close_all(self):
        for writer in list(self.writers):
            writer.transport.abort()

    def set(self, mode):
        """`closed` ends what is open, too."""
        self.mode = mode
        if mode == "closed":
            self.loop.call_soon_threadsafe(self.close_all)
