// A receiver of webhooks on loopback, which keeps the calls that it gets.

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Call {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export class Receiver {
  /** The oldest first. */
  readonly calls: Call[] = [];
  private readonly server = createServer((request, response) => {
    const { method = "", url: path = "", headers } = request;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      this.calls.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(204).end();
    });
  });

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.server.listen(0, "127.0.0.1");
    await once(receiver.server, "listening");
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
