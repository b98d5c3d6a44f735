/**
 * React's tree as it was last committed: which nodes it believes to be on the page, where, and with what text. React has
 * no public way to ask. What is read here has kept its names and numbers since React 16, and the tests beside this file
 * fail if that changes; the page then only loses the repair, not the tolerance (guard.ts).
 */
export interface Tree {
  parentOf: Map<Node, Node>;
  childrenOf: Map<Node, ChildNode[]>;
  textOf: Map<Node, string>;
}

interface Fiber {
  tag: number;
  child: Fiber | null;
  sibling: Fiber | null;
  stateNode: unknown;
  memoizedProps: unknown;
}

const PORTAL = 4;
const ELEMENT = 5;
const TEXT = 6;
const CONTAINER_KEY = "__reactContainer$";

const field = (from: unknown, name: string): unknown =>
  typeof from === "object" && from !== null ? Reflect.get(from, name) : undefined;

/** Nodes that are not part of React's own tree, such as `<title>`, are kept by React itself. */
const isChild = (node: unknown): node is ChildNode => node instanceof Element || node instanceof Text;

/** Reads the tree of one React root. */
export class ReactTree {
  readonly #containerKey: string | undefined;
  readonly #fiberKey: string;

  constructor(readonly container: Element) {
    this.#containerKey = Object.keys(container).find((key) => key.startsWith(CONTAINER_KEY));
    this.#fiberKey = `__reactFiber$${this.#containerKey?.slice(CONTAINER_KEY.length)}`;
  }

  /** React made this node. */
  owns(node: Node): boolean {
    return this.#fiberKey in node;
  }

  /** React changes the children of this node. */
  manages(node: Node): boolean {
    return node === this.container || this.owns(node);
  }

  read(): Tree {
    const tree: Tree = {
      parentOf: new Map(),
      childrenOf: new Map([[this.container, []]]),
      textOf: new Map(),
    };
    const root = field(this.container, this.#containerKey ?? "");
    const current = field(field(root, "stateNode"), "current");
    if (current) walk(field(current, "child") as Fiber | null, this.container, tree);
    return tree;
  }
}

function walk(first: Fiber | null, parent: Node, tree: Tree) {
  for (let fiber = first; fiber; fiber = fiber.sibling) {
    const { tag, child, stateNode } = fiber;
    if ((tag === ELEMENT || tag === TEXT) && isChild(stateNode)) {
      tree.parentOf.set(stateNode, parent);
      const siblings = tree.childrenOf.get(parent);
      if (siblings) siblings.push(stateNode);
      else tree.childrenOf.set(parent, [stateNode]);
      if (tag === TEXT) tree.textOf.set(stateNode, String(fiber.memoizedProps));
      else walk(child, stateNode, tree);
    } else if (tag === PORTAL) {
      const target = field(stateNode, "containerInfo");
      if (target instanceof Node) walk(child, target, tree);
    } else walk(child, parent, tree);
  }
}
