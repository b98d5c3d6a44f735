import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storeToken } from "@/stores/session-token";
import { answered, api, NetworkFailure } from "./client";
import { page } from "./pages";
import type { Readable } from "./query";

const fetchMock = vi.fn<typeof fetch>();
const sent = () => {
  const init = fetchMock.mock.calls[0]?.[1];
  return { ...init, headers: Object.fromEntries(new Headers(init?.headers)) };
};

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset().mockImplementation(async () => new Response(null, { status: 204 }));
  storeToken("t1");
});
afterEach(() => {
  storeToken(null);
  vi.unstubAllGlobals();
});

const presence = { question: 1, camera: "on", visible: false } as const;
const leave = () =>
  api.post("/take-test/{token}/presence", {
    path: { token: "tok" },
    auth: { attemptKey: "k" },
    keepalive: "beacon",
    body: presence,
  });

describe("a call by the attempt holder", () => {
  it("sends the attempt key and not the session", async () => {
    await leave();
    expect(sent()).toMatchObject({
      method: "POST",
      keepalive: true,
      headers: { accept: "application/json", "content-type": "application/json", "x-attempt-key": "k" },
    });
    expect(sent().headers).not.toHaveProperty("authorization");
  });

  it("is a beacon with the key in the body where fetch has no keepalive", async () => {
    const sendBeacon = vi.fn<(url: string, body: Blob) => boolean>(() => true);
    vi.stubGlobal("navigator", { sendBeacon });
    vi.stubGlobal("Request", class {});
    await leave();
    expect(fetchMock).not.toHaveBeenCalled();
    const [url, body] = sendBeacon.mock.calls[0] ?? [];
    expect(url).toBe("/api/take-test/tok/presence");
    expect(body?.type).toBe("application/json");
    expect(JSON.parse((await body?.text()) ?? "")).toEqual({ ...presence, attempt_key: "k" });
  });

  it("sends a picture unchanged", async () => {
    const body = new Blob(["jpeg"], { type: "image/jpeg" });
    await api.put("/take-test/{token}/still", { path: { token: "tok" }, auth: { attemptKey: "k" }, body });
    expect(sent().body).toBe(body);
    expect(sent().headers["content-type"]).toBe("image/jpeg");
  });
});

/** A successful reply whose body begins and never ends. */
const stalled = () => {
  const body = new ReadableStream({
    start: (out) => out.enqueue(new TextEncoder().encode('{"id": "')),
  });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
};

describe("a reply that does not end", () => {
  const late = {
    name: "NetworkFailure",
    timedOut: true,
    message: expect.stringMatching(/in time.*try again/),
  };
  const readers: Record<string, () => Promise<unknown>> = {
    "a call": () => api.get("/auth/me"),
    "a call that sends a file": () => api.post("/pictures", { body: new Blob(["png"]) }),
    "a page of a list": () => page("/invites", {}),
  };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(Object.entries(readers))("%s: fails in a minute, and may be tried again", async (_, read) => {
    fetchMock.mockImplementation(async () => stalled());
    const failed = expect(read()).rejects.toMatchObject(late);
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
    fetchMock.mockImplementation(async () => Response.json({ items: [] }));
    await expect(read()).resolves.toBeDefined();
  });

  it("is no error for a stream or a file, however long it takes", async () => {
    fetchMock.mockImplementation(async () => stalled());
    const response = await answered("get", "/auth/me");
    let ended = false;
    void response.text().finally(() => {
      ended = true;
    });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([ended, vi.getTimerCount()]).toEqual([false, 0]);
    expect(sent().signal).toBeUndefined();
  });
});

describe("a text that an intermediary refuses", () => {
  const save = () => api.post("/admin/email-settings/test", { body: { email: "1 UNION SELECT" } });
  const forms = () => fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers).get("X-Encoded"));
  const blocked = (status: number) =>
    new Response("<html>Blocked</html>", { status, headers: { "Content-Type": "text/html" } });

  it.each([400, 403, 406, 422, 451])("goes in the other form, by any call: %i", async (status) => {
    fetchMock.mockResolvedValueOnce(blocked(status));
    await save();
    expect(forms()).toHaveLength(2);
    expect(new Set(forms())).toEqual(new Set([null, "base64"]));
  });

  it.each([200, 401, 407, 408, 429, 502, 504])(
    "is not sent twice where the server may have it, or the text is not the cause: %i",
    async (status) => {
      fetchMock.mockImplementation(async () => blocked(status));
      await expect(save()).rejects.toBeInstanceOf(NetworkFailure);
      expect(forms()).toHaveLength(1);
    },
  );

  it("is not sent twice after a reset", async () => {
    fetchMock.mockRejectedValue(new TypeError("reset"));
    await expect(save()).rejects.toBeInstanceOf(NetworkFailure);
    expect(forms()).toHaveLength(1);
  });
});

describe("the time until a reply begins", () => {
  it("is limited, unless a file or a stream is sent or asked for", async () => {
    const limits = vi.spyOn(AbortSignal, "timeout");
    await api.get("/auth/me");
    await api.get("/auth/me", { timeout: 5 });
    expect(limits.mock.calls).toEqual([[150_000], [5]]);
    await api.post("/pictures", { body: new Blob(["png"]) });
    await answered("get", "/auth/me");
    expect(limits).toHaveBeenCalledTimes(2);
    limits.mockRestore();
  });
});

describe("a call", () => {
  it("without credentials sends none", async () => {
    await api.post("/take-test/{token}/resume-request", { path: { token: "tok" }, auth: "none" });
    expect(sent().headers).toEqual({ accept: "application/json", "x-call-id": expect.any(String) });
  });

  it("over its time limit is a network failure, an aborted one is not", async () => {
    fetchMock.mockImplementation(
      (_, init) =>
        new Promise((_, fail) => {
          const { signal } = init ?? {};
          signal?.addEventListener("abort", () => fail(signal.reason));
        }),
    );
    await expect(api.get("/auth/me", { timeout: 1 })).rejects.toBeInstanceOf(NetworkFailure);
    const end = new AbortController();
    const call = api.get("/auth/me", { signal: end.signal, timeout: 60_000 });
    end.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });

  it("compiles only with a known path, its parameters and its body", () => {
    const calls = () => [
      // @ts-expect-error: misspelled path
      api.get("/invite"),
      // @ts-expect-error: no such method
      api.delete("/auth/me"),
      // @ts-expect-error: missing parameter
      api.get("/invites/{id}"),
      // @ts-expect-error: misspelled query parameter
      api.get("/invites", { query: { status: "sent" } }),
      // @ts-expect-error: no list with pages
      page("/auth/me", {}),
      // @ts-expect-error: missing field of the body
      api.post("/auth/login", { body: { email: "" } }),
    ];
    // @ts-expect-error: not an operation
    const stale: Readable[] = ["/invite"];
    expect([calls, stale]).toHaveLength(2);
  });
});
