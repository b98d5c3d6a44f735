/** Two presses of one place within these limits are a double click, also if the second one fell on something else. */
const DOUBLE_MS = 700;
const NEAR_PX = 24;

let last: { at: number; x: number; y: number } | undefined;
let doubled: number | undefined;

/** The second press of a double click selects nothing: it may fall on the text of the next page. */
function selectNothing() {
  const stop = new AbortController();
  const keep = (event: MouseEvent) => event.detail > 1 && event.preventDefault();
  window.addEventListener("mousedown", keep, { capture: true, signal: stop.signal });
  setTimeout(() => stop.abort(), DOUBLE_MS);
}

/** Notes double clicks that begin on a button, until `signal` aborts. */
export function watchDoubleClicks(signal: AbortSignal): void {
  const note = (event: MouseEvent) => {
    // Without a place it comes from the keyboard, where a held key presses once.
    if (event.detail === 0) return;
    const { clientX: x, clientY: y } = event;
    const at = performance.now();
    const near = last && Math.abs(x - last.x) <= NEAR_PX && Math.abs(y - last.y) <= NEAR_PX;
    if (last && near && at - last.at <= DOUBLE_MS) doubled = at;
    const onButton = event.target instanceof Element && event.target.closest("button") !== null;
    last = onButton ? { at, x, y } : undefined;
    if (onButton) selectNothing();
  };
  window.addEventListener("click", note, { capture: true, signal });
}

/** Milliseconds since the last double click; undefined without one. */
export const sinceDoubleClick = (): number | undefined =>
  doubled === undefined ? undefined : Math.round(performance.now() - doubled);
