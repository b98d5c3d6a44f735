/**
 * A signal that is aborted with the first of `signals`, for its reason: `AbortSignal.any`, which Safari before 17.4 and
 * Chrome before 116 lack.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if (typeof AbortSignal.any === "function") return AbortSignal.any([...signals]);
  const all = new AbortController();
  for (const one of signals) {
    if (one.aborted) {
      all.abort(one.reason);
      break;
    }
    one.addEventListener("abort", () => all.abort(one.reason), { once: true, signal: all.signal });
  }
  return all.signal;
}
