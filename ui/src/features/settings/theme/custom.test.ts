import { describe, expect, it } from "vitest";
import { THEMES, themeByName } from "@/lib/themes";
import { pruned, SLOTS, sameColours, weakPairs } from "./custom";

const classic = themeByName("classic");

describe("custom colours", () => {
  it("offer slots that every theme has", () => {
    for (const theme of THEMES) for (const slot of SLOTS) expect(theme.colors).toHaveProperty(slot);
  });
  it("warn about unreadable pairs, the worst first", () => {
    expect(weakPairs(classic, {})).toEqual([]);
    const weak = weakPairs(classic, { text: "#f0f0f0" });
    expect(weak.length).toBeGreaterThan(0);
    expect(weak[0]?.text).toMatch(/^Text on .*: 1\.\d to 1, needs 4\.5 to 1$/);
    expect(weak.every(({ slot }) => slot.startsWith("text "))).toBe(true);
  });
  it("warn about both sides of a pair", () => {
    expect(weakPairs(classic, { primary: "#ffffff" }).map((w) => w.slot)).toContain("onPrimary primary");
  });
  it("keep only what differs from the theme", () => {
    expect(
      pruned(classic, { primary: classic.colors.primary?.toUpperCase() ?? "", text: "#010203" }),
    ).toEqual({
      text: "#010203",
    });
  });
  it("are case-insensitive", () => {
    expect(sameColours({ a: "#ABCDEF" }, { a: "#abcdef" })).toBe(true);
    expect(sameColours({ a: "#abcdef" }, {})).toBe(false);
  });
});
