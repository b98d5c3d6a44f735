import { createElement, type ReactNode } from "react";
import type { Formula, MathNode } from "./content";
import { ScrollBox } from "./ScrollBox";
import { t } from "./texts";

/** Elements that the server sends (`src/domain/rich_text/mathml.rs`). Nothing else is created. */
const ELEMENTS = new Set(
  (
    "menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub " +
    "msubsup msup mtable mtd mtext mtr munder munderover"
  ).split(" "),
);

const ATTRIBUTES = new Set(
  (
    "accent accentunder class displaystyle form height largeop linethickness lspace mathvariant maxsize minsize " +
    "movablelimits notation rspace scriptlevel stretchy symmetric voffset width"
  ).split(" "),
);

function properties(attributes: [string, string][]): Record<string, string> {
  const known = attributes.filter(([name]) => ATTRIBUTES.has(name));
  return Object.fromEntries(known.map(([name, value]) => [name === "class" ? "className" : name, value]));
}

function nodes(list: MathNode[]): ReactNode[] {
  return list.map((node, index) => drawn(node, index));
}

function drawn(node: MathNode, key: number): ReactNode {
  if ("t" in node) return node.t;
  const [name, attributes, children]: [string, [string, string][], ReactNode[]] =
    "l" in node ? [node.l[0], [], [node.l[1]]] : [node.e[0], node.e[1], nodes(node.e[2])];
  if (!ELEMENTS.has(name)) return null;
  return createElement(name, { key, ...properties(attributes) }, ...children);
}

/** A formula as MathML. React creates children of `math` in its namespace. */
export function MathTree({ formula }: { formula: Formula }) {
  const { tex, block } = formula;
  const math = createElement(
    "math",
    { display: block ? "block" : "inline", alttext: tex },
    createElement("mrow", null, ...nodes(formula.nodes)),
  );
  return block ? <ScrollBox label={t("formula")}>{math}</ScrollBox> : math;
}
