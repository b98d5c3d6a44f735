import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentToken, onTokenChange, storeToken } from "@/stores/session-token";
import { ApiFailure, api, isGone, NetworkFailure } from "./client";
import { nextCursor, page } from "./pages";
import { urlFor } from "./transport";

const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
const refusal = (status: number, detail: string, code: string) =>
  answer(status, { detail, code, request_id: "r" });
const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  storeToken(null);
});
afterEach(() => vi.unstubAllGlobals());

const headersOf = (call: number) => new Headers(fetchMock.mock.calls[call]?.[1]?.headers);

describe("calls", () => {
  it("carry the session and the body", async () => {
    storeToken("t1");
    fetchMock.mockResolvedValue(answer(201, { id: "1" }));
    await expect(api.post("/admin/email-settings/test", { body: { email: "a@b" } })).resolves.toEqual({
      id: "1",
    });
    expect(headersOf(0).get("Authorization")).toBe("Bearer t1");
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"email":"a@b"}');
  });

  it("return undefined on 204", async () => {
    fetchMock.mockResolvedValue(answer(204));
    await expect(api.post("/auth/logout")).resolves.toBeUndefined();
  });

  it("report the server's refusal", async () => {
    const body = { detail: "Wait.", code: "too_many_attempts", request_id: "r", fields: { email: "No." } };
    fetchMock.mockResolvedValue(answer(429, body, { "Retry-After": "7" }));
    const failure = await api.get("/auth/me").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({
      status: 429,
      detail: "Wait.",
      code: "too_many_attempts",
      requestId: "r",
      retryAfter: 7,
      fields: { email: "No." },
    });
  });

  it("keep the session on a network failure or a server error", async () => {
    storeToken("t1");
    fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(api.get("/auth/me")).rejects.toBeInstanceOf(NetworkFailure);
    fetchMock.mockResolvedValueOnce(new Response("<html>bad gateway</html>", { status: 502 }));
    await expect(api.get("/auth/me")).rejects.toMatchObject({ reply: { status: 502 } });
    expect(currentToken()).toBe("t1");
  });

  it.each([
    [401, '{"detail": "Sign in to the proxy.", "code": "unauthorized"}'],
    [401, "<html>Sign in to the proxy</html>"],
    [404, '{"error": "not found"}'],
    [410, ""],
    [200, "<html>Welcome to our network</html>"],
  ])("take %i of an intermediary for no reply", async (status, body) => {
    storeToken("t1");
    const type = body.startsWith("<") ? "text/html; charset=utf-8" : "application/json";
    fetchMock.mockResolvedValue(new Response(body, { status, headers: { "Content-Type": type } }));
    const failure = await api.get("/auth/me").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NetworkFailure);
    expect(isGone(failure)).toBe(false);
    expect(currentToken()).toBe("t1");
  });

  it("end the session only on 401, and report it once", async () => {
    storeToken("t1");
    const onChange = vi.fn();
    const stop = onTokenChange(onChange);
    fetchMock.mockImplementation(async () => refusal(401, "Sign in.", "unauthorized"));
    await expect(Promise.allSettled([api.get("/auth/me"), api.get("/my-invites")])).resolves.toHaveLength(2);
    stop();
    expect(currentToken()).toBeNull();
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it("do not fail a candidate's call because of a stale session", async () => {
    storeToken("old");
    fetchMock
      .mockResolvedValueOnce(refusal(401, "Sign in.", "unauthorized"))
      .mockResolvedValueOnce(answer(200, { ok: true }));
    const invite = api.get("/invites/token/{token}", { path: { token: "a/c" }, auth: "optional" });
    await expect(invite).resolves.toEqual({ ok: true });
    expect(fetchMock.mock.calls[1]?.[0]).toBe("/api/invites/token/a%2Fc");
    expect(headersOf(0).get("Authorization")).toBe("Bearer old");
    expect(headersOf(1).get("Authorization")).toBeNull();
  });

  it("do not sign out on a wrong password", async () => {
    const onChange = vi.fn();
    const stop = onTokenChange(onChange);
    fetchMock.mockResolvedValue(refusal(401, "Wrong.", "invalid_credentials"));
    await expect(api.post("/auth/login", { body: { email: "", password: "" } })).rejects.toMatchObject({
      detail: "Wrong.",
    });
    stop();
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe("lists", () => {
  it("follow the Link header", async () => {
    fetchMock.mockResolvedValue(
      answer(200, [1, 2], { Link: '</api/tests?limit=2&after=k%2F9>; rel="next"' }),
    );
    await expect(page("/tests", {})).resolves.toEqual({ items: [1, 2], after: "k/9" });
    expect(nextCursor(null)).toBeNull();
    expect(nextCursor('</api/tests?after=1>; rel="prev"')).toBeNull();
  });

  it("leave empty filters out", () => {
    expect(urlFor("/invites", { date_filter: "", status_filter: undefined, page: 2 })).toBe(
      "/api/invites?page=2",
    );
  });
});
