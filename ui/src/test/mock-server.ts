import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import type { components } from "@/api/gen";
import { type DescribedOperation, operations, replyProblem, requestProblem, sample } from "./api-document";
import type { OperationName, ReplyBody, RequestBody, StatusOf } from "./operation";

/** A request that the page sent. */
export interface Call<N extends OperationName = OperationName> {
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Headers;
  body: RequestBody<N>;
}

type Reply<N extends OperationName, S extends StatusOf<N>> =
  | ReplyBody<N, S>
  | ((call: Call<N>) => ReplyBody<N, S> | Promise<ReplyBody<N, S>>);

interface Given {
  status: number;
  reply: unknown;
  headers: (call: Call) => HeadersInit;
}

type Refusal = Partial<components["schemas"]["ApiError"]> & { detail: string };

/**
 * A server with every operation of the API's description. An operation replies with the smallest
 * value of its schema until a test gives another reply. What breaks the description fails the test.
 */
class MockServer {
  readonly #given = new Map<string, Given>();
  readonly #calls = new Map<string, Call[]>();
  readonly #streams = new Set<ReadableStreamDefaultController>();
  #problems: string[] = [];
  readonly #server = setupServer(
    // Not part of the API's description: the device check measures its round trip.
    http.get("/healthz", () => HttpResponse.json({ status: "ok" })),
    ...operations.map((operation) => {
      const method = operation.method as "get" | "post" | "put" | "delete";
      const path = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
      return http[method](path, ({ request, params }) =>
        this.#answer(operation, request, params as Record<string, string>),
      );
    }),
  );

  start(): void {
    this.#server.listen({
      onUnhandledRequest: ({ method, url }) => {
        this.#problems.push(`${method} ${new URL(url).pathname}: the API has no such operation`);
        throw new Error("no such operation");
      },
    });
  }

  stop(): void {
    this.#server.close();
  }

  /** Forgets replies and calls; returns what broke the description. */
  reset(): string[] {
    const problems = this.#problems;
    for (const stream of this.#streams) stream.close();
    this.#streams.clear();
    this.#given.clear();
    this.#calls.clear();
    this.#problems = [];
    return problems;
  }

  /** The reply of one operation from now on: a body, or a function of the call. */
  reply<N extends OperationName, S extends StatusOf<N>>(
    name: N,
    status: S,
    reply: Reply<N, S>,
    headers: (call: Call) => HeadersInit = () => ({}),
  ): void {
    this.#given.set(name, { status, reply, headers });
  }

  /** The reply where a test gives none, for an operation whose smallest reply would end what is tested. */
  usually<N extends OperationName, S extends StatusOf<N>>(name: N, status: S, reply: Reply<N, S>): void {
    if (!this.#given.has(name)) this.reply(name, status, reply);
  }

  /** A refusal with the sentence that the user is to see. */
  refuse<N extends OperationName>(name: N, status: StatusOf<N>, refusal: Refusal): void {
    const reply = { code: "invalid" as const, request_id: "r-1", ...refusal };
    this.#given.set(name, { status, reply, headers: () => ({}) });
  }

  calls<N extends OperationName>(name: N): Call<N>[] {
    return (this.#calls.get(name) ?? []) as Call<N>[];
  }

  /** The last call of an operation; fails if there was none. */
  lastCall<N extends OperationName>(name: N): Call<N> {
    const call = this.calls(name).at(-1);
    if (!call) throw new Error(`${name} was not called`);
    return call;
  }

  async #answer(operation: DescribedOperation, request: Request, params: Record<string, string>) {
    const { name } = operation;
    const call = await callOf(request, params);
    this.#blame(name, queryProblem(operation, call.query));
    if (isJson(request)) this.#blame(name, requestProblem(operation, call.body));
    else if (!request.body) this.#blame(name, requestProblem(operation, undefined));
    this.#calls.set(name, [...(this.#calls.get(name) ?? []), call]);
    const given = this.#given.get(name);
    if (!given) return this.#defaultReply(operation);
    const body = typeof given.reply === "function" ? await given.reply(call) : given.reply;
    this.#blame(name, replyProblem(operation, given.status, body));
    const init = { status: given.status, headers: given.headers(call) };
    return body === undefined ? new HttpResponse(null, init) : HttpResponse.json(body, init);
  }

  #blame(name: string, problem: string | null): void {
    if (problem) this.#problems.push(`${name}: ${problem}`);
  }

  #defaultReply({ described }: DescribedOperation): Response {
    const status = Object.keys(described.responses).find((code) => code.startsWith("2")) ?? "200";
    const [type, content] = Object.entries(described.responses[status]?.content ?? {})[0] ?? [];
    const init = { status: Number(status) };
    if (type === "application/json") return HttpResponse.json(sample(content?.schema ?? {}) as object, init);
    if (type === "text/event-stream") return this.#stream();
    return new HttpResponse(null, init);
  }

  /** An event stream that stays open and says nothing. */
  #stream(): Response {
    const streams = this.#streams;
    let own: ReadableStreamDefaultController;
    const body = new ReadableStream({
      start(controller) {
        own = controller;
        streams.add(controller);
      },
      cancel: () => void streams.delete(own),
    });
    return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
  }
}

const isJson = (request: Request) => request.headers.get("Content-Type")?.startsWith("application/json");

async function callOf(request: Request, params: Record<string, string>): Promise<Call> {
  const { searchParams } = new URL(request.url);
  const body = isJson(request) ? await request.json() : undefined;
  return { params, query: Object.fromEntries(searchParams), headers: request.headers, body };
}

function queryProblem({ described }: DescribedOperation, query: Record<string, string>): string | null {
  const known = (described.parameters ?? []).filter((parameter) => parameter.in === "query");
  const unknown = Object.keys(query).filter((key) => !known.some(({ name }) => name === key));
  return unknown.length > 0 ? `unknown query parameters: ${unknown.join(", ")}` : null;
}

export const server = new MockServer();
