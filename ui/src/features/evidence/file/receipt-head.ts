const HEAD = /^[0-9a-f]{64}$/;
/** 64 digits that are no part of a longer number. */
const LOOSE_HEAD = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;
const LABELLED = /proof of your answers\s*:\s*([0-9a-f]{64})(?![0-9a-f])/;

function headIn(text: string): string | undefined {
  try {
    const json = JSON.parse(text) as { head?: unknown; history?: { head?: unknown } | null } | null;
    const head = json?.head ?? json?.history?.head;
    return typeof head === "string" && HEAD.test(head) ? head : undefined;
  } catch {
    return undefined;
  }
}

/** The proof on a receipt: in its text, in a file of one's own data, or alone; undefined if there is none. */
export function receiptHead(receipt: string): string | undefined {
  const text = receipt.toLowerCase();
  const found = headIn(text) ?? LABELLED.exec(text)?.[1];
  if (found) return found;
  const loose = new Set(text.match(LOOSE_HEAD));
  // Which of several is meant cannot be known.
  return loose.size === 1 ? [...loose][0] : undefined;
}
