import { expect, it } from "vitest";
import { isBlank, namesInvisible } from "./invisible";

it("finds characters that are not seen, by their numbers", () => {
  for (const pattern of ["a\\x{200b}", "\\uFEFF", "[\\u{200E}x]", "\\xad", "\\u{E0100}"])
    expect(namesInvisible(pattern)).toBe(true);
  for (const pattern of ["colou?r", "\\x41", "\\u{1F600}", "\\d{2,3}", ""])
    expect(namesInvisible(pattern)).toBe(false);
});

it("takes a text of characters that are not seen for a blank one", () => {
  for (const text of ["", " \n", "\u200b", "\ufeff \u2060", "\u200d", "\u3164\ufe0f", "\u{e0100}\ufffc"])
    expect(isBlank(text)).toBe(true);
  for (const text of ["a", "\u200ba", "."]) expect(isBlank(text)).toBe(false);
});
