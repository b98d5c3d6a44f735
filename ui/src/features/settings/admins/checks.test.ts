import { describe, expect, it } from "vitest";
import { passwordProblem } from "@/lib/strength";
import { adminProblem } from "./checks";

const admin = (changes = {}) => ({
  full_name: "Ada",
  email: "ada@example.org",
  password: "sixsix",
  ...changes,
});

describe("a new admin", () => {
  it("needs every field", () => {
    expect(adminProblem(admin())).toBeNull();
    expect(adminProblem(admin({ full_name: " ", password: "" }))).toEqual({
      fields: ["full_name", "password"],
      text: "Please fill in all fields",
    });
    expect(adminProblem(admin({ email: "ada" }))?.fields).toEqual(["email"]);
    expect(adminProblem(admin({ password: "short" }))?.text).toBe(
      "Password must be at least 6 characters long",
    );
  });
});

describe("a password", () => {
  it("has 6 to 128 characters, however many bytes they take", () => {
    expect(passwordProblem("12345")).not.toBeNull();
    expect(passwordProblem("123456")).toBeNull();
    expect(passwordProblem("é".repeat(128))).toBeNull();
    expect(passwordProblem("x".repeat(129))).not.toBeNull();
  });
});
