import { session } from "@/lib/storage";

const KEY_BYTES = 32;

/** A new attempt key: 32 random bytes as base64url without padding. */
export function makeAttemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const slot = (token: string) => `invigil_attempt_key:${token}`;

// A reload without the journal's store would otherwise lock the candidate out: sessionStorage often works where IndexedDB
// does not, or hangs.
export const rememberedKey = (token: string) => session.get(slot(token)) ?? undefined;
export const rememberKey = (token: string, key: string) => void session.set(slot(token), key);
export const forgetKey = (token: string) => {
  session.remove(slot(token));
  session.remove(scratchSlot(token));
};

/** Input of runs, and languages of untouched answers: not worth a journal, and forgotten with the key. */
export const scratchSlot = (token: string) => `invigil_scratch:${token}`;
