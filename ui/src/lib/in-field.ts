/** Whether a key event is typing in a field, and so never a command. */
export const inField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=checkbox]), textarea, select, [contenteditable=true]");
