const SEED_BYTES = 16;

/** A new seed of a paper: 32 hexadecimal digits. */
export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
