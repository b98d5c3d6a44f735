import { describe, expect, it } from "vitest";
import { contrast } from "./contrast";
import { cssVariable, THEMES, themeByName } from "./themes";

const SLOTS = [
  "primary",
  "primaryHover",
  "secondary",
  "background",
  "backgroundSecondary",
  "backgroundAccent",
  "text",
  "textSecondary",
  "textMuted",
  "border",
  "success",
  "warning",
  "error",
  "gradient",
];
const TEXTS = ["text", "textSecondary", "textMuted", "primary", "success", "warning", "error"];
const SURFACES = ["background", "backgroundSecondary", "backgroundAccent"];

describe("themes", () => {
  it("are the six documented ones", () => {
    expect(THEMES.map((t) => t.name).sort()).toEqual(
      ["classic", "dark", "light", "modern", "premium", "professional"].sort(),
    );
    expect(themeByName("premium").label).toBe("Premium Black Gold");
  });

  it("fall back to classic for an unknown name", () => {
    expect(themeByName("no such theme").name).toBe("classic");
  });

  describe.each(THEMES)("$name", ({ colors }) => {
    const slot = (name: string) => {
      const value = colors[name];
      if (!value) throw new Error(`no slot ${name}`);
      return value;
    };
    it("fills every slot", () => {
      for (const name of SLOTS) expect(colors).toHaveProperty(name);
    });
    it.each(TEXTS)("%s is readable on every surface", (text) => {
      for (const surface of SURFACES) expect(contrast(slot(text), slot(surface))).toBeGreaterThanOrEqual(4.5);
    });
    it("has a readable label on its buttons", () => {
      expect(contrast(slot("onPrimary"), slot("primary"))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(slot("onPrimary"), slot("primaryHover"))).toBeGreaterThanOrEqual(4.5);
    });
    it("has visible field borders", () => {
      for (const surface of SURFACES)
        expect(contrast(slot("borderStrong"), slot(surface))).toBeGreaterThanOrEqual(3);
    });
  });

  it("names variables in kebab case", () => {
    expect(cssVariable("backgroundSecondary")).toBe("--background-secondary");
  });
});

describe("contrast", () => {
  it("covers the ends of the scale", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#777777")).toBe(1);
  });
});
