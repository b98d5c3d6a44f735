// The service worker (public/sw.js), in a scope of its own.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const SOURCE = readFileSync(fileURLToPath(new URL("../../../../public/sw.js", import.meta.url)), "utf8");
const ORIGIN = "https://exams.example.org";
const PAGE = "/take-test/tok";
const SHELL = '<html><div id="root"></div></html>';

type Replies = Record<string, () => Response | Promise<Response>>;
interface Caches {
  match(address: string): Promise<Response | undefined>;
  put(address: string, response: Response): Promise<void>;
}

const reply =
  (body: string, type: string, status = 200) =>
  () =>
    new Response(body, { status, headers: { "Content-Type": type } });
const JS = reply("export {}", "text/javascript");
const CSS = reply("p {}", "text/css; charset=utf-8");
const FONT = reply("font", "font/woff2");
const HTML = reply(SHELL, "text/html; charset=utf-8");
const PORTAL = reply("<html>Please sign in</html>", "text/html");
const NEVER = () => new Promise<Response>(() => undefined);
const redirected = () => Object.defineProperty(HTML(), "redirected", { value: true });

/** A worker with its cache, on a network that replies as given, and with failures otherwise. */
function worker(network: Replies, change: Partial<Caches> = {}) {
  const stored = new Map<string, Response>();
  const order: string[] = [];
  const cache: Caches = {
    match: async (address) => stored.get(address)?.clone(),
    put: async (address, response) => {
      order.push(address);
      stored.set(address, response);
    },
    ...change,
  };
  const listeners = new Map<string, (event: object) => void>();
  const scope = {
    self: {
      addEventListener: (name: string, listen: (event: object) => void) => listeners.set(name, listen),
      skipWaiting: async () => undefined,
      clients: { claim: async () => undefined },
      location: { origin: ORIGIN },
    },
    caches: { open: async () => cache, match: cache.match, delete: async () => stored.clear() },
    fetch: async (request: string | Request) => {
      const path = typeof request === "string" ? request : new URL(request.url).pathname;
      const found = network[path];
      if (!found) throw new TypeError("network");
      return found();
    },
    setTimeout: globalThis.setTimeout,
    URL,
  };
  runInContext(SOURCE, createContext(scope));
  const post = async (data: unknown) => {
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (until: Promise<unknown>) => {
      work = until;
    };
    listeners.get("message")?.({ data, waitUntil });
    await work;
  };
  return {
    order,
    keep: (files: string[]) => post({ type: "keep", page: PAGE, files }),
    forget: () => post({ type: "forget" }),
    /** The reply of the worker; undefined: it leaves the request alone. */
    ask(path: string, { mode = "navigate", method = "GET", origin = ORIGIN } = {}) {
      let given: Promise<Response> | undefined;
      const request = { url: origin + path, mode, method };
      const respondWith = (promise: Promise<Response>) => {
        given = promise;
      };
      listeners.get("fetch")?.({ request, respondWith });
      return given;
    },
  };
}
const FILES = ["/assets/a.js", "/assets/b.css", "/assets/c.woff2"];
const GOOD: Replies = { "/assets/a.js": JS, "/assets/b.css": CSS, "/assets/c.woff2": FONT, [PAGE]: HTML };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("what the worker keeps", () => {
  it("is every file, and the shell after them", async () => {
    const { keep, order } = worker(GOOD);
    await keep(FILES);
    expect(order.slice(0, 3).sort()).toEqual(FILES);
    expect(order[3]).toBe("/take-test/");
    await keep(FILES);
    expect(order.slice(4)).toEqual(["/take-test/"]);
  });

  const foreign: Record<string, Replies[string]> = {
    "a sign-in page": PORTAL,
    "JSON of an intermediary": reply('{"status": "please sign in"}', "application/json"),
    "an empty reply without a type": () => new Response(null),
    "a refusal": reply("no", "text/javascript", 403),
    "a redirected reply": redirected,
  };
  it.each(Object.entries(foreign))("is not %s as a script or a style", async (_, other) => {
    const { keep, order } = worker({ ...GOOD, "/assets/a.js": other, "/assets/b.css": other });
    await keep(FILES);
    expect(order).not.toContain("/assets/a.js");
    expect(order).not.toContain("/assets/b.css");
    // A shell without its files would be a blank page.
    expect(order).not.toContain("/take-test/");
    expect(order).toEqual(["/assets/c.woff2"]);
  });

  it.each(Object.entries(foreign))("is not %s as the shell", async (_, other) => {
    const { keep, order } = worker({ ...GOOD, [PAGE]: other });
    await keep(FILES);
    expect(order).not.toContain("/take-test/");
  });

  it("is the shell of the files that it has, also once the server has another build", async () => {
    const of = (script: string) =>
      reply(`<div id="root"></div><script src="/assets/${script}"></script>`, "text/html");
    const network: typeof GOOD = { ...GOOD, [PAGE]: of("a.js") };
    const { keep, order, ask } = worker(network);
    await keep(FILES);
    expect(order.at(-1)).toBe("/take-test/");
    network[PAGE] = of("new-build.js");
    await keep(FILES);
    network[PAGE] = reply("", "text/html", 502);
    expect(await (await ask(PAGE))?.text()).toContain("/assets/a.js");
    // The page of the new build reports its own files.
    network[PAGE] = of("new-build.js");
    network["/assets/new-build.js"] = JS;
    await keep(["/assets/new-build.js"]);
    network[PAGE] = reply("", "text/html", 502);
    expect(await (await ask(PAGE))?.text()).toContain("/assets/new-build.js");
  });

  it("is no shell where a file does not come, or the disk is full", async () => {
    const { [PAGE]: shell } = GOOD;
    const broken = worker({ [PAGE]: shell ?? HTML, "/assets/a.js": JS });
    await broken.keep(FILES);
    expect(broken.order).not.toContain("/take-test/");
    const full = worker(GOOD, { put: () => Promise.reject(new DOMException("full", "QuotaExceededError")) });
    await expect(full.keep(FILES)).resolves.toBeUndefined();
    await expect(full.ask(PAGE)).resolves.toMatchObject({ status: 200 });
  });

  it("is deleted after the test", async () => {
    const network = { ...GOOD };
    const made = worker(network);
    await made.keep(FILES);
    await made.forget();
    delete network[PAGE];
    await expect(made.ask(PAGE)).rejects.toThrow("network");
  });
});

describe("a reload of the test", () => {
  const kept = async (live?: Replies[string]) => {
    const network = { ...GOOD };
    const made = worker(network);
    await made.keep(FILES);
    delete network[PAGE];
    if (live) network[PAGE] = live;
    return made;
  };
  const bodyOf = async (response: Promise<Response> | undefined) => (await response)?.text();

  it("is the server's page where it comes", async () => {
    const made = await kept(reply("<html>new</html>", "text/html"));
    expect(await bodyOf(made.ask(PAGE))).toBe("<html>new</html>");
  });

  it.each([undefined, reply("blocked", "text/html", 403), reply("", "text/html", 502)])(
    "is the kept shell where the network is away, or a proxy refuses",
    async (live) => {
      const made = await kept(live);
      expect(await bodyOf(made.ask(PAGE))).toBe(SHELL);
    },
  );

  it("is the kept shell after 5 s without a reply", async () => {
    const made = await kept(NEVER);
    const shown = vi.fn();
    void bodyOf(made.ask(PAGE)).then(shown);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(shown).toHaveBeenCalledWith(SHELL);
  });

  it("does not wait for a storage that hangs, nor for one that refuses", async () => {
    const hung = worker(GOOD, { match: () => new Promise(() => undefined) }).ask(PAGE);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await bodyOf(hung)).toBe(SHELL);
    const refused = worker(GOOD, { match: () => Promise.reject(new Error("no")) });
    expect(await bodyOf(refused.ask("/assets/a.js", { mode: "cors" }))).toBe("export {}");
  });
});

it("leaves calls, other hosts and all but reading alone", async () => {
  const made = worker(GOOD);
  await made.keep(FILES);
  expect(made.ask("/api/take-test/tok", { mode: "cors" })).toBeUndefined();
  expect(made.ask("/assets/a.js", { mode: "cors", method: "POST" })).toBeUndefined();
  expect(made.ask("/assets/a.js", { mode: "cors", origin: "https://example.net" })).toBeUndefined();
  expect(await (await made.ask("/assets/a.js", { mode: "cors" }))?.text()).toBe("export {}");
});
