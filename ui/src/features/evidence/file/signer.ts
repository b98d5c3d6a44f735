import type { Manifest } from "./documents";

/** Hexadecimal digits as people paste them: in groups, in capitals. */
const plainHex = (text: string): string => text.toLowerCase().replace(/[\s:.-]/g, "");

/** Ed25519 in a public key of X.509 (RFC 8410): what is before its 32 bytes. */
const PEM_PREFIX = "302a300506032b6570032100";

/** A fingerprint or public key as hexadecimal digits, or as PEM. */
function keyHex(text: string): string {
  const body = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----$/.exec(
    text.trim(),
  )?.[1];
  if (body === undefined) return plainHex(text);
  try {
    const bytes = Uint8Array.from(atob(body.replace(/\s/g, "")), (unit) => unit.charCodeAt(0));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.startsWith(PEM_PREFIX) ? hex.slice(PEM_PREFIX.length) : "";
  } catch {
    return "";
  }
}

/** Whether the text is a fingerprint or a public key. */
export const isKeyText = (text: string): boolean => /^[0-9a-f]{64}$/.test(keyHex(text));

/** Whether the signer is one that the reader trusts: a fingerprint or public key, or one of the server's own keys. */
export function isKnown(
  { fingerprint, public_key }: Manifest,
  pasted: string,
  own: readonly { fingerprint: string }[],
): boolean {
  const wanted = keyHex(pasted);
  // What was pasted is what was asked for: the server's keys do not stand in for it.
  if (wanted !== "") return wanted === fingerprint || wanted === public_key;
  return own.some((key) => key.fingerprint === fingerprint);
}
