import type { Manifest } from "./documents";

/** Hexadecimal digits as people paste them: in groups, in capitals. */
export const plainHex = (text: string): string => text.toLowerCase().replace(/[\s:.-]/g, "");

/** Whether the text is a fingerprint or a public key. */
export const isKeyText = (text: string): boolean => /^[0-9a-f]{64}$/.test(plainHex(text));

/** Whether the signer is one that the reader trusts: a fingerprint or public key, or one of the server's own keys. */
export function isKnown(
  { fingerprint, public_key }: Manifest,
  pasted: string,
  own: readonly { fingerprint: string }[],
): boolean {
  const wanted = plainHex(pasted);
  // What was pasted is what was asked for: the server's keys do not stand in for it.
  if (wanted !== "") return wanted === fingerprint || wanted === public_key;
  return own.some((key) => key.fingerprint === fingerprint);
}
