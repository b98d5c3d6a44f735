/** The choice between two versions, after someone else has saved first. */
export const changed = {
  anotherAdmin: "Another administrator",
  whileOpen: "{who} changed {what} while you had it open.",
  whileOpenAt: "{who} changed {what} while you had it open, {when}.",
  nothingLost: "Nothing of yours is lost, and nothing is saved yet.",
  changed: "{who} changed {what}.",
  changedAt: "{who} changed {what}, {when}.",
  copied: "Your version was copied.",
  cannotCopy: "Your browser does not allow copying.",
  copyMine: "Copy mine",
  takeTheirs: "Take theirs",
  keepMine: "Keep mine",
} as const;
