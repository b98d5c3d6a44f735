import { expect, it } from "vitest";
import { tokenEnd } from "./token";

const jwt = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2lnbmF0dXJl`;

it("reads the end of a token", () => {
  expect(tokenEnd(jwt({ sub: "Zoë ÿ~?", exp: 1_800_000_000 }))).toBe(1_800_000_000_000);
});

it("does not stumble over what is none", () => {
  for (const text of ["", "a.b.c", "abc", jwt({}), jwt({ exp: "soon" }), "e30.bnVsbA.x"])
    expect(tokenEnd(text)).toBeNull();
});
