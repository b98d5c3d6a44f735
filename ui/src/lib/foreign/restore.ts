import { keepingFocus, natives, place } from "./natives";
import type { ReactTree, Tree } from "./tree";

/** The child of `parent` that is `node`, or that foreign elements wrap around it; undefined if it is somewhere else. */
export function spotOf(parent: Node, node: Node, react: ReactTree): ChildNode | undefined {
  let at: Node | null = node;
  while (at && at.parentNode !== parent) {
    at = at.parentNode;
    if (!at || react.manages(at)) return undefined;
  }
  return (at as ChildNode | null) ?? undefined;
}

const precedes = (one: Node, other: Node) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** The children of `parent` that are there stand in the order in which React believes them to be. */
export function isOrdered(parent: Node, tree: Tree, react: ReactTree): boolean {
  let last: Node | undefined;
  for (const child of tree.childrenOf.get(parent) ?? []) {
    const spot = spotOf(parent, child, react);
    if (spot && last && spot !== last && !precedes(last, spot)) return false;
    last = spot ?? last;
  }
  return true;
}

/** Something inside of it is React's. */
function holdsOwn(node: Node, react: ReactTree): boolean {
  for (const child of node.childNodes) if (react.owns(child) || holdsOwn(child, react)) return true;
  return false;
}

export const showsText = (node: Node) =>
  (node instanceof Text || node instanceof Element) && (node.textContent ?? "").trim() !== "";

/** True if a foreign node among the children of `parent` shows text. */
export const hasForeignText = (parent: Node, react: ReactTree): boolean =>
  [...parent.childNodes].some((child) => !react.owns(child) && showsText(child));

export interface Foreign {
  /** A text of React is or was among the children: foreign text beside it is a copy of it. */
  text: boolean;
  /** Nodes that took the place of React's. */
  standIns: ReadonlySet<Node>;
}

/**
 * Gives an element the children and texts that React believes it has. Foreign nodes that show what is no longer true, or
 * would show it twice, go; others, such as the buttons of extensions, stay.
 */
export function restore(parent: Node, tree: Tree, react: ReactTree, { text, standIns }: Foreign): void {
  const children = tree.childrenOf.get(parent) ?? [];
  keepingFocus(() => {
    let next: ChildNode | null = null;
    for (const child of children.toReversed()) {
      const spot = spotOf(parent, child, react);
      const bare = spot === child || !(child instanceof Text);
      if (!spot || !bare || (next && spot !== next && !precedes(spot, next))) place(parent, child, next);
      next = spotOf(parent, child, react) ?? next;
      const value = tree.textOf.get(child);
      if (value !== undefined && child.nodeValue !== value) natives.nodeValue.set?.call(child, value);
    }
    if (!react.manages(parent)) return;
    const texts = text || children.some((child) => child instanceof Text);
    for (const child of [...parent.childNodes]) {
      if (react.owns(child) || holdsOwn(child, react)) continue;
      const copy = texts && (child instanceof Text || showsText(child));
      if (copy || standIns.has(child)) natives.removeChild.call(parent, child);
    }
  });
}
