/** Copies a text; false when the browser refuses. Works on plain http too, where there is no clipboard API. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Denied: the older way below may still be allowed inside a click.
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("readonly", "");
  area.style.position = "fixed";
  area.style.opacity = "0";
  // Inside an open dialog, so that its focus trap does not steal the selection.
  const host = document.querySelector('[role="dialog"]') ?? document.body;
  const before = document.activeElement;
  host.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
