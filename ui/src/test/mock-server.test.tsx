import { describe, expect, it } from "vitest";
import { server } from "./mock-server";

const send = (method: string, path: string, body?: object) =>
  fetch(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
const test = { title: "Backend", questions: [] };

describe("the mock server", () => {
  it("replies with the smallest value of the schema", async () => {
    const created = await (await send("POST", "/api/tests", test)).json();
    expect(created).toMatchObject({ title: "text", questions: [], created_at: "2026-03-02T09:00:00Z" });
    expect(server.lastCall("POST /api/tests").body).toEqual(test);
    expect(server.reset()).toEqual([]);
  });

  it("prefers a fixed path to one with parameters", async () => {
    await send("GET", "/api/admin/scoring/by-question?test_id=t-1");
    expect(server.lastCall("GET /api/admin/scoring/by-question").query).toEqual({ test_id: "t-1" });
  });

  it("reports an operation that the API does not have", async () => {
    expect((await send("GET", "/api/nothing")).status).toBe(500);
    expect((await send("DELETE", "/api/tests")).status).toBe(500);
    expect(server.reset()).toEqual([
      "GET /api/nothing: the API has no such operation",
      "DELETE /api/tests: the API has no such operation",
    ]);
  });

  it("reports a query parameter that the API does not have", async () => {
    await send("GET", "/api/tests?size=2");
    expect(server.reset()).toEqual(["GET /api/tests: unknown query parameters: size"]);
  });

  it("reports a body that the schema does not allow", async () => {
    await send("POST", "/api/tests", { title: 7, questions: [] });
    await send("POST", "/api/tests");
    await send("POST", "/api/auth/logout", {});
    expect(server.reset()).toEqual([
      "POST /api/tests: body/title must be string",
      "POST /api/tests: the body is missing",
      "POST /api/auth/logout: no JSON body is described",
    ]);
  });

  it("reports a reply that the schema does not allow", async () => {
    server.reply("GET /api/tests", 200, () => [{ title: "Backend" }] as never);
    await send("GET", "/api/tests");
    expect(server.reset().join()).toContain("GET /api/tests: body/0 must have required property");
  });

  it("names a call that was not made", () => {
    expect(() => server.lastCall("GET /api/tests")).toThrow("GET /api/tests was not called");
  });
});
