import type { EnteredSection } from "@/api/types";
import type { SessionState } from "./state";

/** The server's entries, and those of this browser that it does not know. */
export function merged(state: SessionState, known: EnteredSection[] = []): SessionState {
  const entered = [...known, ...state.entered.slice(known.length)];
  const claims = state.claims.filter(({ section }) => section > known.length);
  return { ...state, entered, claims };
}
