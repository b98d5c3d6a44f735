/** The browser's own functions, before anything is patched. */
const { insertBefore, removeChild, appendChild } = Node.prototype;
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue") ?? {};

export const natives = { insertBefore, removeChild, appendChild, nodeValue };

/** Moves an element with its focus, video and scroll position, where the browser can. */
type Mover = Element & { moveBefore?(node: Node, before: Node | null): void };

/** Puts `node` before `before`, with as little disturbance as the browser allows. */
export function place(parent: Node, node: Node, before: Node | null): void {
  const mover = parent as Mover;
  if (node instanceof Element && node.isConnected && parent.isConnected && mover.moveBefore) {
    try {
      mover.moveBefore(node, before);
      return;
    } catch {
      // Between two documents, for example.
    }
  }
  insertBefore.call(parent, node, before);
}

/** Runs `change`, and gives the focus back to what had it. */
export function keepingFocus(change: () => void): void {
  const active = document.activeElement;
  change();
  if (!(active instanceof HTMLElement) || active === document.activeElement || !active.isConnected) return;
  active.focus({ preventScroll: true });
}
