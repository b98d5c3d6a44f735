import { local } from "@/lib/storage";

const KEY = "token";
type Listener = (reason: "expired" | "changed") => void;
const listeners = new Set<Listener>();

// Kept in memory too, so that a browser that blocks storage can still hold a session for one page.
let token: string | null = local.get(KEY);

export const currentToken = () => token;

export function storeToken(next: string | null): void {
  token = next;
  if (next === null) local.remove(KEY);
  else local.set(KEY, next);
}

/** Deletes a token that the server no longer accepts; ignored if a newer one has replaced it. */
export function expireSession(refused: string): void {
  if (token !== refused) return;
  storeToken(null);
  for (const listener of listeners) listener("expired");
}

/** Notifies of the end of the session here, or its change by another tab. */
export function onTokenChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key !== KEY && event.key !== null) return;
    const next = local.get(KEY);
    if (next === token) return;
    token = next;
    for (const listener of listeners) listener("changed");
  });
}
