/** Characters that are not seen, as in `domain/invisible.rs`, and joiners. */
export const INVISIBLE =
  /\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffc\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Whether nothing of a text is seen. */
export const isBlank = (text: string) => text.replace(INVISIBLE, "").trim() === "";

/** Whether a pattern names such a character by its number: answers lose it, so that the pattern may match nothing. */
export const namesInvisible = (pattern: string) =>
  [...pattern.matchAll(/\\[xu]\{?([0-9a-f]{2,6})\}?/gi)].some(([, digits = ""]) => {
    const code = Number.parseInt(digits, 16);
    return code <= 0x10ffff && String.fromCodePoint(code).search(INVISIBLE) >= 0;
  });
