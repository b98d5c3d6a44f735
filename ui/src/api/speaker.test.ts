import { describe, expect, it } from "vitest";
import { type Heard, isEnvelope, type Speaker, speakerOf } from "./speaker";

const OURS = { code: "finished", detail: "It is over.", request_id: "r1" };
const STATUSES = [
  200, 201, 204, 302, 304, 307, 400, 401, 403, 404, 407, 409, 410, 413, 422, 429, 451, 500, 502, 503, 504,
];
const BODIES: [what: string, body: unknown, ours: boolean][] = [
  ["the envelope", OURS, true],
  ["the envelope with fields", { ...OURS, fields: { a: "b" } }, true],
  ["no JSON", undefined, false],
  ["null", null, false],
  ["a list", [OURS], false],
  ["a text", "blocked", false],
  ["a foreign object", { error: "blocked", status: 403 }, false],
  ["no request_id", { code: "finished", detail: "It is over." }, false],
  ["an empty request_id", { ...OURS, request_id: "" }, false],
  ["a number as the code", { ...OURS, code: 410 }, false],
  ["no code", { detail: "It is over.", request_id: "r1" }, false],
  ["no detail", { code: "finished", request_id: "r1" }, false],
];
const TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "",
  "text/plain",
  "text/html; charset=utf-8",
];
/** The id that comes back: that of this call, of another one, or none. */
const RETURNED: (string | null)[] = ["c1", "c0", null];

const heard = (more: Partial<Heard>): Heard => ({
  status: 200,
  redirected: false,
  type: "application/json",
  accept: "application/json",
  sent: "c1",
  returned: "c1",
  must_return: true,
  ...more,
});

/** The rule, said a second time. */
function expected(
  status: number,
  isOurs: boolean,
  type: string,
  returned: string | null,
  must: boolean,
): Speaker {
  if (returned === "c0" || (status >= 300 && status < 400)) return "between";
  if (status >= 400) return isOurs ? "server" : "between";
  const isPage = type.startsWith("text/html") && status !== 204;
  return isPage || (must && returned === null) ? "between" : "server";
}

describe("who speaks", () => {
  it("follows from status, body and headers", () => {
    let cases = 0;
    for (const status of STATUSES) {
      for (const [what, refusal, isOurs] of BODIES) {
        for (const type of TYPES) {
          for (const returned of RETURNED) {
            for (const must_return of [true, false]) {
              const said = speakerOf(heard({ status, type, returned, must_return, refusal }));
              const right = expected(status, isOurs, type, returned, must_return);
              expect(said, `${status}, ${what}, ${type}, ${returned}, ${must_return}`).toBe(right);
              cases++;
            }
          }
        }
      }
    }
    expect(cases).toBe(21 * 12 * 5 * 3 * 2);
  });

  it.each(BODIES)("knows its envelope: %s", (_, body, isOurs) => expect(isEnvelope(body)).toBe(isOurs));

  it.each([
    ["image/*", "image/png", "server"],
    ["image/*", "text/html", "between"],
    ["image/*", "video/webm", "between"],
    ["image/*, video/*", "video/webm", "server"],
    ["image/*, video/*", "image/png", "server"],
    ["image/*, video/*", "text/html", "between"],
    ["image/*, video/*", "", "between"],
    ["image/*", "application/json", "between"],
    ["text/event-stream", "text/event-stream", "server"],
    ["text/event-stream", "text/html", "between"],
    ["*/*", "text/csv", "server"],
    ["application/json", "TEXT/HTML", "between"],
  ] as const)("wants what was asked for: %s, %s", (accept, type, speaker) => {
    expect(speakerOf(heard({ accept, type }))).toBe(speaker);
  });

  it("takes no redirect", () => {
    expect(speakerOf(heard({ status: 0, redirected: true }))).toBe("between");
    expect(speakerOf(heard({ redirected: true }))).toBe("between");
  });
});
