// A network between one page and the server's media port: forwards every packet until it is cut.

import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Page, Route } from "@playwright/test";

const HOST = "127.0.0.1";
/** Calls that return the server's SDP to a candidate's page and to a single monitor. */
const DESCRIPTIONS = /\/api\/webrtc\/(offer|start-session\/[^/]+)$/;

/** Hides the server's addresses of one protocol from a page, like a firewall that drops it. */
export async function without(protocol: "udp" | "tcp", page: Page): Promise<void> {
  await page.route(DESCRIPTIONS, (route) => describe(route, (sdp) => lines(sdp, protocol).join("\r\n")));
}

/** Forwards the server's SDP modified; does nothing without a server, or when the page closes. */
async function describe(route: Route, changed: (sdp: string) => string): Promise<void> {
  const response = await route.fetch().catch(() => undefined);
  if (!response) return route.abort("connectionrefused");
  if (!response.ok()) return route.fulfill({ response });
  const body: { sdp: string } = await response.json();
  return route.fulfill({ response, json: { ...body, sdp: changed(body.sdp) } });
}

/** SDP lines without the candidates of one protocol. */
const lines = (sdp: string, without: "udp" | "tcp") =>
  sdp.split("\r\n").filter((line) => !new RegExp(`^a=candidate:\\S+ \\d+ ${without} `, "i").test(line));

export class Relay {
  private readonly front = createSocket("udp4");
  /** One socket to the server per page socket and server port. */
  private readonly backs = new Map<string, Socket>();
  private server = 0;
  private isCut = false;

  static async open(): Promise<Relay> {
    const relay = new Relay();
    relay.front.on("message", (bytes, from) => {
      if (!relay.isCut && relay.server) relay.back(from).send(bytes, relay.server, HOST);
    });
    relay.front.bind(0, HOST);
    await once(relay.front, "listening");
    return relay;
  }

  /** Routes the page's media through this relay, over UDP only. */
  async carry(page: Page): Promise<void> {
    await page.route(DESCRIPTIONS, async (route) => {
      if (this.isCut) return route.abort("internetdisconnected");
      return describe(route, (sdp) => this.detour(sdp));
    });
  }

  /** Drops media packets and the page's calls for the given number of seconds. */
  async cut(page: Page, seconds: number, meanwhile?: () => Promise<void>): Promise<void> {
    const back = Date.now() + seconds * 1000;
    this.isCut = true;
    await page.context().setOffline(true);
    await meanwhile?.();
    await page.waitForTimeout(Math.max(0, back - Date.now()));
    this.isCut = false;
    await page.context().setOffline(false);
  }

  close(): void {
    this.front.close();
    for (const socket of this.backs.values()) socket.close();
  }

  private back(client: RemoteInfo): Socket {
    const key = `${client.address} ${client.port} ${this.server}`;
    const known = this.backs.get(key);
    if (known) return known;
    const socket = createSocket("udp4");
    socket.on("message", (bytes) => {
      if (!this.isCut) this.front.send(bytes, client.port, client.address);
    });
    this.backs.set(key, socket);
    return socket;
  }

  private detour(sdp: string): string {
    const own = (this.front.address() as AddressInfo).port;
    return lines(sdp, "tcp")
      .map((line) => {
        const found = /^(a=candidate:\S+ \d+ udp \d+ \S+) (\d+) (.*)$/i.exec(line);
        if (!found) return line;
        this.server = Number(found[2]);
        return `${found[1]} ${own} ${found[3]}`;
      })
      .join("\r\n");
  }
}
