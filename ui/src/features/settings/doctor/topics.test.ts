import { describe, expect, it } from "vitest";
import type { Finding } from "@/api/types";
import { labelOf, troubleFirst, verdict } from "./topics";

const finding = (topic: string, state: Finding["state"]): Finding => ({ topic, state, said: "" });

describe("the doctor's report", () => {
  it("shows problems first and keeps the order otherwise", () => {
    const found = [
      finding("a", "ok"),
      finding("b", "warning"),
      finding("c", "problem"),
      finding("d", "warning"),
    ];
    expect(troubleFirst(found).map((f) => f.topic)).toEqual(["c", "b", "d", "a"]);
  });

  it("summarises the findings", () => {
    expect(verdict([finding("a", "ok")]).text).toBe("No problems found");
    expect(verdict([finding("a", "warning")]).text).toBe("1 warning");
    const both = verdict([finding("a", "warning"), finding("b", "problem"), finding("c", "problem")]);
    expect(both).toEqual({ state: "problem", text: "2 problems and 1 warning" });
  });

  it("labels unknown topics", () => {
    expect(labelOf("disk")).toBe("Disk space");
    expect(labelOf("flux_capacitor")).toBe("flux capacitor");
  });
});
