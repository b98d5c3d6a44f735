import { describe, expect, it } from "vitest";
import { strengthOf } from "@/lib/strength";
import { setupSchema, signInSchema, signUpSchema } from "./schemas";

describe("password strength", () => {
  it.each([
    ["12345", 0],
    ["aaaaaaaaaaaaaaaaaaaaaaaa", 1],
    ["abcdef", 1],
    ["Abcdef1234", 2],
    ["correct horse battery staple", 3],
    ["T4k!e9Qz#pLm2", 3],
  ])("%s is %i", (password, strength) => {
    expect(strengthOf(password)).toBe(strength);
  });
});

describe("forms", () => {
  const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
    Object.fromEntries((result.error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message]));

  it("requires all fields", () => {
    expect(messages(signInSchema.safeParse({ email: "", password: "" }))).toMatchObject({
      password: "Password is required",
    });
    expect(
      Object.keys(messages(signUpSchema.safeParse({ fullName: " ", email: "x", password: "" }))),
    ).toEqual(expect.arrayContaining(["fullName", "email", "password"]));
  });

  it("requires six characters, and keeps spaces inside a password", () => {
    const values = { fullName: "Ada", email: " ada@example.org ", password: "12345" };
    expect(messages(signUpSchema.safeParse(values)).password).toContain("at least 6");
    const good = signUpSchema.parse({ ...values, password: "1 2 34" });
    expect(good).toEqual({ fullName: "Ada", email: "ada@example.org", password: "1 2 34" });
  });

  it("requires the setup token for the first admin", () => {
    const values = { setupToken: "", fullName: "Ada", email: "ada@example.org", password: "123456" };
    expect(messages(setupSchema.safeParse(values)).setupToken).toBe("The setup token is required");
  });
});
