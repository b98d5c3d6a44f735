/** Where a person was on the page, in words that hold for the same content shown again. */
export interface Attention {
  scroll: number;
  /** The focused element, as the nth with its tag. */
  focus?: { tag: string; index: number; selection?: [number, number] };
}

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.selectionStart !== null);

export function attention(): Attention {
  const { activeElement: active } = document;
  const scroll = window.scrollY;
  if (!active || active === document.body) return { scroll };
  const tag = active.localName;
  const index = [...document.querySelectorAll(tag)].indexOf(active);
  const { selectionStart, selectionEnd } = isText(active) ? active : {};
  const marked = typeof selectionStart === "number" && typeof selectionEnd === "number";
  return { scroll, focus: { tag, index, ...(marked && { selection: [selectionStart, selectionEnd] }) } };
}

export function payAttention({ scroll, focus }: Attention): void {
  const element = focus && [...document.querySelectorAll<HTMLElement>(focus.tag)][focus.index];
  element?.focus({ preventScroll: true });
  if (element && focus.selection && isText(element)) element.setSelectionRange(...focus.selection);
  window.scrollTo({ top: scroll });
}
