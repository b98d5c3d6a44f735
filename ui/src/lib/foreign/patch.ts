import { natives } from "./natives";

/** What React may have done; whether it was React is known once its commit is complete. */
export type Step =
  | { type: "placed"; parent: Node; node: Node }
  | { type: "removed"; parent: Node; node: Node }
  | { type: "written"; node: Node; value: string };

export interface Patches {
  /** Only steps with such nodes are reported. */
  owns(node: Node): boolean;
  report(step: Step): void;
  /** Where in `parent` a node is that is not its child any more; undefined: at the end. */
  spotOf(parent: Node, node: Node): Node | undefined;
}

/** Replaces the calls by which React changes a page by ones that do not throw for a node that is somewhere else. */
export function patch({ owns, report, spotOf }: Patches): () => void {
  const pass = (type: "placed" | "removed", parent: Node, node: Node) => {
    if (parent.isConnected && owns(node)) report({ type, parent, node });
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    pass("removed", this, child);
    const holder = child.parentNode;
    if (holder) natives.removeChild.call(holder, child);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    pass("placed", this, node);
    const moved = before && before.parentNode !== this;
    natives.insertBefore.call(this, node, moved ? (spotOf(this, before) ?? null) : before);
    return node;
  };
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    pass("placed", this, node);
    natives.appendChild.call(this, node);
    return node;
  };
  const { nodeValue } = natives;
  const { set } = nodeValue;
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string) {
      if (owns(this)) report({ type: "written", node: this, value });
      set?.call(this, value);
    },
  });
  return () => {
    const { nodeValue, ...functions } = natives;
    Object.assign(Node.prototype, functions);
    Object.defineProperty(Node.prototype, "nodeValue", nodeValue);
  };
}
