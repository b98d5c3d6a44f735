import { local } from "@/lib/storage";

/** Where unsent signals are stored. */
export const slot = (token: string) => `invigil_signals:${token}`;

/** The attempt is over: unsent signals no longer count. */
export const forgetSignals = (token: string): void => local.remove(slot(token));
