import { expect, it } from "vitest";
import { namesInvisible } from "./invisible";

it("finds characters that are not seen, by their numbers", () => {
  for (const pattern of ["a\\x{200b}", "\\uFEFF", "[\\u{200E}x]", "\\xad"])
    expect(namesInvisible(pattern)).toBe(true);
  for (const pattern of ["colou?r", "\\x41", "\\u{1F600}", "\\d{2,3}", ""])
    expect(namesInvisible(pattern)).toBe(false);
});
