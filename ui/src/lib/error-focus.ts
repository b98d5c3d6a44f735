/** Where a control is wrong, and words that say so: as `ui/Field.tsx` marks them. */
const WRONG = '[aria-invalid="true"]';
const WORDS = '[role="alert"]';

/** Where a press belongs to: errors that it brings elsewhere are not answers to it. */
const AROUND = 'form, [role="dialog"]';

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** The first wrong control that is shown; in a form, or else the first words of an error. */
function firstWrong(around: Element): HTMLElement | undefined {
  // Beyond a form, words of alarm may be about anything.
  for (const selector of around.matches(AROUND) ? [WRONG, WORDS] : [WRONG]) {
    const found = [...around.querySelectorAll<HTMLElement>(selector)].find(isShown);
    if (found) return found;
  }
  return undefined;
}

function goTo(target: HTMLElement): void {
  // Words of an error are no stop of the keyboard otherwise.
  if (!target.matches("input, select, textarea, button, [contenteditable], [tabindex]")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center" });
}

/**
 * After a press that finds mistakes, moves the focus to the first of them and scrolls it into view, in every form: also
 * where the server finds them later. Typing on ends that; an error that appears while one types moves nothing.
 */
export function watchErrors(root: Document, stop: AbortSignal): void {
  let pressed: Element | undefined;
  const look = () => {
    const target = pressed?.isConnected ? firstWrong(pressed) : undefined;
    if (!target) return;
    pressed = undefined;
    if (root.activeElement !== target) goTo(target);
  };
  const observer = new MutationObserver(() => {
    if (pressed) requestAnimationFrame(look);
  });
  observer.observe(root.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["aria-invalid"],
  });
  stop.addEventListener("abort", () => observer.disconnect());
  const on = (name: string, run: (event: Event) => void) =>
    root.addEventListener(name, run, { capture: true, signal: stop });
  on("submit", ({ target }) => {
    pressed = target instanceof Element ? target : undefined;
    // A second press with the same mistakes changes nothing that could be observed.
    requestAnimationFrame(look);
  });
  on("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button || button.type === "submit") return;
    // Only what becomes wrong by it: a button beside an old mistake has nothing to do with it.
    const around = button.closest(AROUND) ?? button.closest("main") ?? root.body;
    pressed = firstWrong(around) ? undefined : around;
  });
  on("input", () => {
    pressed = undefined;
  });
}
