import { Pace } from "./pace";
import { patch, type Step } from "./patch";
import { type Foreign, hasForeignText, isOrdered, restore, showsText, spotOf } from "./restore";
import { ReactTree, type Tree } from "./tree";

const PROBE = "invigil-probe";
const NONE: ReadonlySet<Node> = new Set();

/**
 * Lets the page live with others who write into it: translators, extensions, injected scripts. React takes the nodes that
 * it made for its own: a text that a translator replaced makes its next `insertBefore` or `removeChild` throw, which ends
 * the page, and its next text is written into a node out of sight (https://github.com/facebook/react/issues/11538).
 *
 * 1. The calls by which React changes the page do not throw for a node that is not where React left it.
 * 2. Before the browser paints, what React changed is made what React believes: children and texts. What it did not
 *    change stays as the others want it, such as a translation.
 * 3. Elements that were taken away, or to another place, come back.
 *
 * `onLost`: the container itself was taken out of the document. `deaf`: its listeners are gone, too (`document.write`), so
 * that it is of no more use.
 */
export class Guard {
  readonly #react: ReactTree;
  readonly #observer: MutationObserver;
  readonly #pace = new Pace();
  #steps: Step[] = [];
  #unpatch: (() => void) | undefined;
  #heard = false;
  #focused: HTMLElement | undefined;

  constructor(
    readonly container: Element,
    private readonly onLost: (deaf: boolean) => void,
  ) {
    this.#react = new ReactTree(container);
    this.#observer = new MutationObserver((records) => this.#look(records));
    container.addEventListener(PROBE, () => {
      this.#heard = true;
    });
    container.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLElement) this.#focused = target;
    });
  }

  start(): void {
    const react = this.#react;
    this.#unpatch = patch({
      owns: (node) => react.owns(node),
      report: (step) => {
        if (this.#steps.push(step) === 1) queueMicrotask(() => this.#settle());
      },
      spotOf: (parent, node) => spotOf(parent, node, react),
    });
    this.#observer.observe(document, { childList: true, subtree: true });
  }

  stop(): void {
    this.#observer.disconnect();
    this.#unpatch?.();
  }

  /** After a commit of React. */
  #settle() {
    const doubtful = this.#steps.filter((step) => !this.#isClean(step));
    this.#steps = [];
    if (doubtful.length === 0) return;
    this.#look(this.#observer.takeRecords());
    const tree = this.#react.read();
    const parents = new Map<Node, Foreign>();
    for (const step of doubtful) {
      const parent = changedBy(step, tree);
      if (!parent) continue;
      const text = step.type === "removed" && step.node instanceof Text;
      parents.set(parent, { text: text || (parents.get(parent)?.text ?? false), standIns: NONE });
    }
    for (const [parent, foreign] of parents) this.#restore(parent, tree, foreign);
  }

  /** No foreign node could be in the way. */
  #isClean(step: Step): boolean {
    const parent = step.type === "written" ? step.node.parentNode : step.parent;
    if (!parent || !this.#react.manages(parent)) return false;
    for (let child = parent.firstChild; child; child = child.nextSibling) {
      if (!this.#react.owns(child)) return false;
    }
    return true;
  }

  #restore(parent: Node, tree: Tree, foreign: Foreign) {
    const now = (believed: Tree) => {
      restore(parent, believed, this.#react, foreign);
      // Of what others did meanwhile nothing is missed: they do not run before this has ended.
      this.#observer.takeRecords();
    };
    this.#pace.run(
      parent,
      () => now(tree),
      () => {
        if (parent.isConnected) now(this.#react.read());
      },
    );
  }

  /** Puts back what others took out of the page. */
  #look(records: MutationRecord[]) {
    if (!this.container.isConnected) {
      this.#return();
      return;
    }
    const suspects = new Set<Node>();
    const arrived = new Set<Node>();
    for (const { removedNodes, addedNodes } of records) {
      for (const node of removedNodes) if (this.#react.owns(node)) suspects.add(node);
      for (const node of addedNodes) if (!this.#react.owns(node)) arrived.add(node);
    }
    if (suspects.size === 0) return;
    const tree = this.#react.read();
    const parents = new Map<Node, Foreign>();
    for (const node of suspects) {
      const parent = tree.parentOf.get(node);
      if (!parent?.isConnected || parents.has(parent) || spotOf(parent, node, this.#react)) continue;
      if (node instanceof Text && hasForeignText(parent, this.#react)) continue;
      const standIns = [...arrived].filter((one) => one.parentNode === parent && showsText(one));
      parents.set(parent, { text: false, standIns: node instanceof Text ? NONE : new Set(standIns) });
    }
    for (const parent of new Set([...suspects].map((node) => tree.parentOf.get(node)))) {
      // Portals share a parent, where each is in the order in which it was opened.
      if (!parent?.isConnected || parents.has(parent) || !this.#react.manages(parent)) continue;
      if (!isOrdered(parent, tree, this.#react)) parents.set(parent, { text: false, standIns: NONE });
    }
    for (const [parent, foreign] of parents) this.#restore(parent, tree, foreign);
    this.#focusAgain(suspects);
  }

  /** What had the focus, and lost it by being taken out. */
  #focusAgain(suspects: ReadonlySet<Node>) {
    const last = this.#focused;
    if (!last?.isConnected || document.activeElement !== document.body) return;
    if ([...suspects].some((node) => node.contains(last))) last.focus({ preventScroll: true });
  }

  /** The container itself was taken out, or is only to be seen as a copy. */
  #return() {
    this.#heard = false;
    this.container.dispatchEvent(new Event(PROBE));
    if (!this.#heard) {
      this.onLost(true);
      return;
    }
    const back = () => {
      if (!this.container.isConnected) this.onLost(false);
    };
    this.#pace.run(this.container, back, back);
  }
}

/** The element whose children or text React changed; undefined if it was another script. */
function changedBy(step: Step, tree: Tree): Node | undefined {
  const known = tree.parentOf.get(step.node);
  if (step.type === "written") return tree.textOf.get(step.node) === step.value ? known : undefined;
  if (step.type === "placed") return known === step.parent ? known : undefined;
  const mounted = tree.parentOf.has(step.parent) || tree.childrenOf.has(step.parent);
  return known || !mounted ? undefined : step.parent;
}
