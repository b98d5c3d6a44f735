import { describe, expect, it } from "vitest";
import { cameraFix } from "./help";

const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

describe("steps to fix a blocked camera", () => {
  it.each([
    ["Chrome", CHROME, /left of the address/],
    ["Edge", `${CHROME} Edg/140.0`, /left of the address/],
    ["Safari", SAFARI, /website's settings/],
    ["Firefox", FIREFOX, /crossed-out camera/],
    ["another browser", "", /left of the address/],
  ])("name the place in %s", (_, agent, words) => {
    expect(cameraFix("denied", agent)).toMatch(words);
  });

  it("depend on the problem", () => {
    expect(cameraFix("busy", CHROME)).toMatch(/Close other programs/);
  });
});
