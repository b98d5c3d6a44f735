const FIELDS =
  "input:not([type=file]):not([type=search]:not([role=combobox])):not(:disabled), select:not(:disabled), textarea:not(:disabled)";

/**
 * Focuses the first field of an opened form, so that one can type at once, or what has `data-first`; other dialogs focus
 * their first control, also those that begin with a search of a list, unless all of the dialog is that search. Not on
 * touch screens: the keyboard would cover the dialog.
 */
export function focusFirstField(event: Event): void {
  if (window.matchMedia("(pointer: coarse)").matches) return;
  const content = event.currentTarget;
  if (!(content instanceof HTMLElement)) return;
  const field =
    content.querySelector<HTMLElement>("[data-first]") ?? content.querySelector<HTMLElement>(FIELDS);
  if (!field) return;
  event.preventDefault();
  field.focus();
}
