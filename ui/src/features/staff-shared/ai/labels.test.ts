import { describe, expect, it } from "vitest";
import { ApiFailure, NetworkFailure } from "@/api/client";
import { refusalWords } from "./labels";

const failure = (body: object) => new ApiFailure(422, body);

describe("server refusal text", () => {
  it("is a string, a joined list or JSON", () => {
    expect(refusalWords(failure({ detail: "No." }))).toBe("No.");
    expect(refusalWords(failure({ detail: ["No topic", { msg: "Too many" }] }))).toBe("No topic, Too many");
    expect(refusalWords(failure({ detail: { quota: 0 } }))).toBe('{"quota":0}');
    expect(refusalWords(failure({ message: "Later" }))).toBe("Later");
  });
  it("is null without a reply", () => {
    expect(refusalWords(failure({}))).toBeNull();
    expect(refusalWords(new NetworkFailure())).toBeNull();
  });
});
