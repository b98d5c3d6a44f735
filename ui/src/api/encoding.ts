/** How a text goes to the server: as JSON, or in a form that filters do not read as text. */
export type Form = "plain" | "encoded";

export const otherForm = (form: Form): Form => (form === "plain" ? "encoded" : "plain");

/** Table of CRC-32 (ISO-HDLC), by which the server notices a body that was changed on its way. */
const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

export function crc32(bytes: Uint8Array): string {
  let c = 0xffffffff;
  for (const byte of bytes) c = (TABLE[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
  return ((c ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

/** Bytes for one call of `String.fromCharCode`; a multiple of three. */
const PIECE = 0x6000;

export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  }
  return text;
}

/** Body and headers of a text in one of the forms, with its check. */
export function wrapped(json: string, form: Form): { body: string; headers: Record<string, string> } {
  const encoder = new TextEncoder();
  const bytes = encoder.encode(json);
  if (form === "plain") {
    return { body: json, headers: { "Content-Type": "application/json", "X-Body-Check": crc32(bytes) } };
  }
  const body = base64(bytes);
  return {
    body,
    headers: {
      "Content-Type": "application/octet-stream",
      "X-Encoded": "base64",
      "X-Body-Check": crc32(encoder.encode(body)),
    },
  };
}
