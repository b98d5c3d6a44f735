const FIELDS =
  "input:not([type=file]):not([type=search]):not(:disabled), select:not(:disabled), textarea:not(:disabled)";

/**
 * Where a form opens, its first field has the focus, so that one can type at once; other windows begin at their first
 * control. Not on touch screens: the keyboard would cover what was just opened.
 */
export function focusFirstField(event: Event): void {
  if (window.matchMedia("(pointer: coarse)").matches) return;
  const content = event.currentTarget;
  const field = content instanceof HTMLElement ? content.querySelector<HTMLElement>(FIELDS) : null;
  if (!field) return;
  event.preventDefault();
  field.focus();
}
