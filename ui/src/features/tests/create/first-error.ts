/** The mark of `ui/Field.tsx`. */
const WRONG = '[aria-invalid="true"]';
const WORDS = '[role="alert"]';

/** Moves the focus to the first wrong control, or else to the first words of an error, and scrolls there. */
export function focusFirstError(around: Element): void {
  const first = (selector: string) =>
    [...around.querySelectorAll<HTMLElement>(selector)].find((one) => one.getClientRects().length > 0);
  const target = first(WRONG) ?? first(WORDS);
  if (!target) return;
  // Words are no stop of the keyboard otherwise.
  if (target.matches(WORDS)) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center" });
}
