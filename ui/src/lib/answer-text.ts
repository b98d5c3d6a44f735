/** Largest answer that the server stores, in bytes of UTF-8. */
export const ANSWER_LIMIT = 64 * 1024;

const encoder = new TextEncoder();

export function utf8Bytes(text: string): number {
  // A UTF-16 unit takes at most three bytes: most answers need no counting.
  return text.length * 3 < 1024 ? encoder.encode(text).length : countBytes(text);
}

function countBytes(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLow(text.charCodeAt(i + 1))) {
      bytes += 4;
      i++;
    } else bytes += 3;
  }
  return bytes;
}

const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

export const fitsAnswer = (text: string) =>
  text.length * 3 <= ANSWER_LIMIT || utf8Bytes(text) <= ANSWER_LIMIT;

// Control characters grow sixfold in JSON and mean nothing in an answer; half a
// surrogate pair is not valid JSON text to a strict reader, which would refuse the whole save.
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters to remove them
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text as it is stored: line ends as `\n`, no control characters, well-formed Unicode. */
export function cleanAnswer(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROL, "").replace(LONE_SURROGATE, "\ufffd");
}
