/** What the page says about the answers, in the order of growing worry. */
export type SaveState =
  | { kind: "nothing" }
  /** `at`: the server's clock, milliseconds since the epoch. */
  | { kind: "saved"; at: number }
  | { kind: "saving" }
  | { kind: "offline" }
  /** Another browser holds the attempt: what is typed here is kept for the reviewer, and does not count by itself. */
  | { kind: "aside" }
  /** The server answered that it cannot take it now. `detail` is empty while that is nothing to worry about. */
  | { kind: "busy"; detail: string }
  /** The server refused; trying again may not help, and a person should read why. */
  | { kind: "refused"; detail: string };
