// An intermediary between a page and the server that replies in its place: a filter, a proxy, a sign-in page of a network, a cache.

import { once } from "node:events";
import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Heard {
  method: string;
  path: string;
  /** The body as text; what came as base64 is decoded. */
  text: string;
  encoded: boolean;
}

interface Passed {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What it does with a call. `pass` sends it to the server, perhaps with another body. */
type Kind = (res: ServerResponse, pass: (body?: Buffer) => Promise<Passed>, box: Middlebox) => unknown;

const say = (status: number, body: string, headers: Record<string, string> = {}): Kind => (res) =>
  res.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
const PAGE = "<!doctype html><title>Blocked</title><h1>Blocked by policy</h1>";
const JSON_TYPE = { "content-type": "application/json" };

export const KINDS: Record<string, Kind> = {
  "200 with a page": say(200, PAGE),
  "200 with foreign JSON": say(200, '{"status": "please sign in"}', JSON_TYPE),
  "204": (res) => res.writeHead(204).end(),
  "a redirect": say(302, "", { location: "/portal" }),
  "a redirect that keeps the body": say(307, "", { location: "/portal" }),
  "400": say(400, PAGE),
  "401": say(401, PAGE, { "www-authenticate": 'Bearer realm="proxy"' }),
  "403": say(403, PAGE),
  "404": say(404, PAGE),
  "404 with an envelope without an id": say(404, '{"code": "unknown_link", "detail": "This link is not known."}', JSON_TYPE),
  "409": say(409, '{"error": "conflict"}', JSON_TYPE),
  "410 with an envelope without an id": say(410, '{"code": "finished", "detail": "Finished.", "request_id": ""}', JSON_TYPE),
  "413": say(413, PAGE),
  "422": say(422, PAGE),
  "429 that asks to wait": say(429, PAGE, { "retry-after": "1" }),
  "451": say(451, PAGE),
  "502": say(502, PAGE),
  "503 that asks to wait": say(503, PAGE, { "retry-after": "1" }),
  "504 with an empty body": say(504, ""),
  "a reset": (res) => res.destroy(),
  "a cut reply": (res) => {
    res.writeHead(200, { ...JSON_TYPE, "content-length": "500" }).write('{"acked": [{"questi');
    setTimeout(() => res.destroy(), 20);
  },
  "a reset after the server took it": async (res, pass) => {
    await pass();
    res.destroy();
  },
  "a body that it rewrites": async (res, pass, box) => {
    const { status, headers, body } = await pass(Buffer.from(box.last.replaceAll("UNION", "[removed]")));
    res.writeHead(status, headers).end(body);
  },
  "the reply to an earlier call": (res, _pass, box) => {
    const { status, headers, body } = box.kept ?? { status: 502, headers: {}, body: Buffer.alloc(0) };
    res.writeHead(status, headers).end(body);
  },
};

export class Middlebox {
  readonly front = createServer((req, res) => void this.take(req, res).catch(() => res.destroy()));
  private readonly agent = new Agent({ keepAlive: true });
  private readonly target: URL;
  /** Whether it meddles with a call, and how. */
  stops: (call: Heard) => string | undefined = () => undefined;
  /** How often it meddled, by kind and call. */
  readonly met = new Map<string, number>();
  /** The texts that the server has acknowledged, by question. */
  readonly acknowledged = new Map<string, string>();
  /** The body of the present call, and the last reply to a save. */
  last = "";
  kept: Passed | undefined;

  private constructor(url: string) {
    this.target = new URL(url);
  }

  static async before(url: string): Promise<Middlebox> {
    const box = new Middlebox(url);
    box.front.listen(0, "127.0.0.1");
    await once(box.front, "listening");
    return box;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.front.address() as AddressInfo).port}`;
  }

  close(): void {
    this.front.closeAllConnections();
    this.front.close();
    this.agent.destroy();
  }

  private async take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece as Buffer);
    const raw = Buffer.concat(pieces);
    const encoded = req.headers["x-encoded"] === "base64";
    const text = encoded ? Buffer.from(raw.toString(), "base64").toString() : raw.toString();
    const call = { method: req.method ?? "GET", path: req.url ?? "/", text, encoded };
    const name = this.stops(call);
    const kind = name === undefined ? undefined : KINDS[name];
    if (!kind) return this.forward(req, res, raw, call);
    const what = call.path.split("?")[0]?.split("/").at(-1) ?? "";
    this.met.set(`${name}: ${call.method} ${what}`, (this.met.get(`${name}: ${call.method} ${what}`) ?? 0) + 1);
    this.last = raw.toString();
    await kind(res, (body = raw) => this.ask(req, body, call, body.equals(raw)), this);
  }

  private forward(req: IncomingMessage, res: ServerResponse, body: Buffer, call: Heard): Promise<void> {
    return new Promise((done, fail) => {
      const on = this.open(req, body, (reply) => {
        res.writeHead(reply.statusCode ?? 502, reply.headers);
        const pieces: Buffer[] = [];
        const isSave = call.path.endsWith("/answers");
        reply.on("data", (piece: Buffer) => {
          if (isSave) pieces.push(piece);
          res.write(piece);
        });
        reply.on("end", () => {
          const passed = { status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(pieces) };
          if (isSave) this.note(call, passed);
          res.end();
          done();
        });
        reply.on("error", fail);
      });
      res.on("close", () => on.destroy());
      on.on("error", fail);
    });
  }

  private ask(req: IncomingMessage, body: Buffer, call: Heard, isWhole: boolean): Promise<Passed> {
    return new Promise((done, fail) => {
      const on = this.open(req, body, async (reply) => {
        const pieces: Buffer[] = [];
        // A stream of events does not end by itself: its beginning is the reply.
        const isStream = reply.headers["content-type"]?.startsWith("text/event-stream");
        if (isStream) on.destroy();
        else for await (const piece of reply) pieces.push(piece as Buffer);
        const passed = { status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(pieces) };
        if (call.path.endsWith("/answers") && isWhole) this.note(call, passed);
        delete passed.headers["transfer-encoding"];
        done(passed);
      });
      on.on("error", fail);
    });
  }

  private open(req: IncomingMessage, body: Buffer, heard: (reply: IncomingMessage) => void) {
    const { hostname, port } = this.target;
    const headers = { ...req.headers, "content-length": String(body.length) };
    if (body.length === 0) delete (headers as IncomingHttpHeaders)["content-length"];
    const on = request({ hostname, port, path: req.url, method: req.method, headers, agent: this.agent }, heard);
    on.end(body);
    return on;
  }

  /** The server's own word on a save: the truth that the page is compared with. */
  private note(call: Heard, passed: Passed): void {
    if (passed.status !== 200) return;
    const { answers } = JSON.parse(call.text) as { answers: { question_id: string; answer: string }[] };
    for (const { question_id, answer } of answers) this.acknowledged.set(question_id, answer);
    if (answers.length > 0) this.kept = passed;
  }
}
