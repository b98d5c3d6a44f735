/** Save state shown on the page, in the order of severity. */
export type SaveState =
  | { kind: "nothing" }
  /** `at`: the server's clock, milliseconds since the epoch. */
  | { kind: "saved"; at: number }
  | { kind: "saving" }
  | { kind: "offline" }
  /** Another browser holds the attempt: text typed here is kept for the reviewer, and does not count automatically. */
  | { kind: "aside" }
  /** The server cannot accept it now. `detail` is empty while that is no cause for concern. */
  | { kind: "busy"; detail: string }
  /** The server refused; a retry may not help, and the candidate should read the reason. */
  | { kind: "refused"; detail: string };
