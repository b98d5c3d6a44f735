/** The tree of a rich text, as the server sends it (`src/domain/rich_text/content.rs`). */
export type Content = { plain: string } | { rich: Block[] };

export type Block =
  | { p: Inline[] }
  | { line: Inline[] }
  | { h: [level: number, inlines: Inline[]] }
  | { quote: Block[] }
  | { ul: Block[][] }
  | { ol: [first: number, items: Block[][]] }
  | { code: [language: string | null, spans: Span[]] }
  | { table: Table }
  | "hr";

export type Inline =
  | { t: string }
  | { em: Inline[] }
  | { strong: Inline[] }
  | { code: string }
  | { a: [address: string, inlines: Inline[]] }
  | { img: [hash: string, alt: string] }
  | { math: Formula }
  | "br";

export interface Table {
  align: ("start" | "left" | "center" | "right")[];
  head: Inline[][];
  rows: Inline[][][];
}

/** Keyword, type, literal, function, number, string, comment; null has no colour. */
type TokenClass = "k" | "t" | "l" | "f" | "n" | "s" | "c";
export type Span = [kind: TokenClass | null, text: string];

export interface Formula {
  /** The LaTeX source. */
  tex: string;
  /** Stands on a line of its own. */
  block: boolean;
  nodes: MathNode[];
}

export type MathNode =
  | { t: string }
  | { l: [element: string, text: string] }
  | { e: [element: string, attributes: [name: string, value: string][], children: MathNode[]] };
