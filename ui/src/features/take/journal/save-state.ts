/** Save state shown on the page, in the order of severity. */
export type SaveState =
  | { kind: "nothing" }
  /** `at`: the server's clock, milliseconds since the epoch. */
  | { kind: "saved"; at: number }
  | { kind: "saving" }
  | { kind: "offline" }
  /** Another browser holds the attempt: text typed here is kept for the reviewer, and does not count automatically. */
  | { kind: "aside" }
  /** The server cannot accept it now. `detail`, its words, is empty while that is no cause for concern. */
  | { kind: "busy"; code?: string | undefined; detail: string }
  /** The server refused, these answers for good if some are named; the candidate should read the reason. */
  | { kind: "refused"; code?: string | undefined; detail: string; questions?: string[] }
  /** These answers do not reach the server, others do: something on the network stops them. */
  | { kind: "blocked"; questions: string[] };
