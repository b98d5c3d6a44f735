import { expect, it } from "vitest";
import { tokenEnd } from "./token";

const jwt = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2lnbmF0dXJl`;

it("reads the expiry of a token", () => {
  expect(tokenEnd(jwt({ sub: "Zoë ÿ~?", exp: 1_800_000_000 }))).toBe(1_800_000_000_000);
});

it("returns null for malformed tokens", () => {
  for (const text of ["", "a.b.c", "abc", jwt({}), jwt({ exp: "soon" }), "e30.bnVsbA.x"])
    expect(tokenEnd(text)).toBeNull();
});
