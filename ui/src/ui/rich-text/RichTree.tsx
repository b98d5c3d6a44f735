import { createElement, Fragment, type ReactNode } from "react";
import type { Block, Content, Inline, Span, Table } from "./content";
import { GAP_MARKER, Gapped } from "./gaps";
import { MathTree } from "./MathTree";
import { ScrollBox } from "./ScrollBox";
import { StoredPicture } from "./StoredPicture";
import { t } from "./texts";
import "./rich-text.css";

/** Addresses that the server permits, checked again where they become a link. */
const PERMITTED = /^(https?:\/\/|mailto:)/i;
/** A heading of level 1 is below the page's own. */
const TOP_LEVEL = 3;

function link(address: string, text: ReactNode): ReactNode {
  if (!PERMITTED.test(address)) return text;
  // Not in this tab: a candidate would leave the test.
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}

function inlines(list: Inline[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the tree never changes in place
  return list.map((item, index) => <Fragment key={index}>{inline(item)}</Fragment>);
}

function inline(item: Inline): ReactNode {
  if (item === "br") return <br />;
  if ("t" in item) return <Gapped text={item.t} />;
  if ("code" in item) {
    return (
      <code>
        <Gapped text={item.code} />
      </code>
    );
  }
  if ("em" in item) return <em>{inlines(item.em)}</em>;
  if ("strong" in item) return <strong>{inlines(item.strong)}</strong>;
  if ("a" in item) return link(item.a[0], inlines(item.a[1]));
  if ("math" in item) return <MathTree formula={item.math} />;
  if ("img" in item) return <StoredPicture hash={item.img[0]} alt={item.img[1]} />;
  return null;
}

/** The highlighter may cut a marker into several tokens: it becomes one again. */
function wholeMarkers(spans: Span[]): Span[] {
  const source = spans.map(([, text]) => text).join("");
  const markers = [...source.matchAll(GAP_MARKER)].map(({ index, 0: text }) => [index, index + text.length]);
  if (markers.length === 0) return spans;
  let at = 0;
  return spans.flatMap(([kind, text]) => {
    const from = at;
    at += text.length;
    const pieces: Span[] = [];
    let start = from;
    for (const [open = 0, close = 0] of markers) {
      if (close <= from || open >= at) continue;
      if (open > start) pieces.push([kind, source.slice(start, open)]);
      // The token in which it begins draws all of it.
      if (open >= from) pieces.push([null, source.slice(open, close)]);
      start = Math.min(close, at);
    }
    if (start < at) pieces.push([kind, source.slice(start, at)]);
    return pieces;
  });
}

function Code({ language, spans }: { language: string | null; spans: Span[] }) {
  return (
    <ScrollBox label={language ? t("codeIn", { language }) : t("code")} className="rich-code">
      <pre dir="ltr" translate="no">
        <code>
          {wholeMarkers(spans).map(([kind, text], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tree never changes in place
            <span key={index} className={kind ? `token-${kind}` : undefined}>
              <Gapped text={text} />
            </span>
          ))}
        </code>
      </pre>
    </ScrollBox>
  );
}

function Cells({ table }: { table: Table }) {
  const row = (cells: Inline[][], name: "td" | "th", key: number) => (
    <tr key={key}>
      {cells.map((cell, column) => {
        const align = table.align[column];
        const className = align && align !== "start" ? `rich-${align}` : undefined;
        const scope = name === "th" ? "col" : undefined;
        return createElement(name, { key: column, className, scope }, inlines(cell));
      })}
    </tr>
  );
  return (
    <ScrollBox label={t("table")}>
      <table>
        <thead>{row(table.head, "th", 0)}</thead>
        <tbody>{table.rows.map((cells, index) => row(cells, "td", index))}</tbody>
      </table>
    </ScrollBox>
  );
}

function items(list: Block[][]): ReactNode {
  return list.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tree never changes in place
    <li key={index}>
      <RichTree blocks={item} />
    </li>
  ));
}

/** Formulas and wide content are no phrasing content. */
function hasBlock(list: Inline[]): boolean {
  return list.some((item) => typeof item === "object" && "math" in item && item.math.block);
}

function hasFormula(list: Inline[]): boolean {
  return list.some((item) => {
    if (typeof item === "string") return false;
    if ("em" in item) return hasFormula(item.em);
    if ("strong" in item) return hasFormula(item.strong);
    return "math" in item || ("a" in item && hasFormula(item.a[1]));
  });
}

/** Browsers do not break the lines of a formula: text around a wide one scrolls with it. */
function prose(list: Inline[], name: "p" | "div", className?: string): ReactNode {
  if (hasBlock(list)) return <div className={className}>{inlines(list)}</div>;
  const text = createElement(name, { className }, inlines(list));
  return hasFormula(list) ? <ScrollBox label={t("formula")}>{text}</ScrollBox> : text;
}

function block(item: Block): ReactNode {
  if (item === "hr") return <hr />;
  if ("p" in item) return prose(item.p, "p");
  if ("line" in item) return prose(item.line, "div", "rich-line");
  if ("h" in item) {
    const level = Math.min(TOP_LEVEL + item.h[0] - 1, 6);
    return createElement(`h${level}`, null, inlines(item.h[1]));
  }
  if ("quote" in item) {
    return (
      <blockquote>
        <RichTree blocks={item.quote} />
      </blockquote>
    );
  }
  if ("ul" in item) return <ul>{items(item.ul)}</ul>;
  if ("ol" in item) return <ol start={item.ol[0]}>{items(item.ol[1])}</ol>;
  if ("code" in item) return <Code language={item.code[0]} spans={item.code[1]} />;
  if ("table" in item) return <Cells table={item.table} />;
  return null;
}

/** Draws the tree as elements: nothing in it is ever read as markup. */
export function RichTree({ blocks }: { blocks: Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the tree never changes in place
  return blocks.map((item, index) => <Fragment key={index}>{block(item)}</Fragment>);
}

export interface TreeProps {
  content: Content;
  id?: string | undefined;
  className?: string | undefined;
  inline?: boolean | undefined;
  lang?: string | undefined;
}

/** The text's outermost element. */
export function Tree({ content, id, className, inline, lang }: TreeProps) {
  const blocks = "rich" in content ? content.rich : [];
  const [first] = blocks;
  const isLine =
    inline && blocks.length === 1 && typeof first === "object" && "p" in first && !hasBlock(first.p);
  return createElement(
    inline ? "span" : "div",
    { dir: "auto", lang, id, className: `rich-text ${className ?? ""}`.trim() },
    isLine ? inlines(first.p) : <RichTree blocks={blocks} />,
  );
}
