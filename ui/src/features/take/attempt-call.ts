import type { CallOptions } from "@/api/transport";

/** Credentials of a call: the invite token and the attempt key. */
export interface Holder {
  token: string;
  key: string;
}

/** Request timeout in ms. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Options of a call by the attempt holder. `leaving`: the page may unload before the reply arrives. */
export const asHolder = (
  { key }: Pick<Holder, "key">,
  leaving = false,
): Pick<CallOptions, "auth" | "timeout" | "keepalive"> => ({
  auth: { attemptKey: key },
  ...(leaving ? { keepalive: "beacon" } : { timeout: REQUEST_TIMEOUT_MS }),
});
