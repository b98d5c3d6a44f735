import { describe, expect, it } from "vitest";
import { ApiFailure, NetworkFailure } from "@/api/client";
import { refusalWords } from "./words";

const failure = (body: object) => new ApiFailure(422, body);

describe("what a refusing server said", () => {
  it("is shown as it is, joined or as JSON", () => {
    expect(refusalWords(failure({ detail: "No." }))).toBe("No.");
    expect(refusalWords(failure({ detail: ["No topic", { msg: "Too many" }] }))).toBe("No topic, Too many");
    expect(refusalWords(failure({ detail: { quota: 0 } }))).toBe('{"quota":0}');
    expect(refusalWords(failure({ message: "Later" }))).toBe("Later");
  });
  it("is nothing without an answer", () => {
    expect(refusalWords(failure({}))).toBeNull();
    expect(refusalWords(new NetworkFailure())).toBeNull();
  });
});
