import type { SignalKind } from "@/api/types";

/** One moment, by the server's clock. */
export interface NewSignal {
  kind: SignalKind;
  at: string;
  detail?: string;
}
