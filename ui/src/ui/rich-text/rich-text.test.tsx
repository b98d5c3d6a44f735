import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { contrast } from "@/lib/contrast";
import { THEMES } from "@/lib/themes";
import type { Block, Content, Inline, MathNode } from "./content";
import { RichText } from "./RichText";
import { RichTree, Tree } from "./RichTree";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
/** Output of the server's parser for `sample.md`, checked by its own test. */
const SAMPLE: Content = JSON.parse(read("../../../../tests/integration/fixtures/rich-text/sample.json"));
const CSS = read("./rich-text.css");

const draw = (blocks: Block[]) => renderToStaticMarkup(<RichTree blocks={blocks} />);
const paragraph = (...inlines: Inline[]) => draw([{ p: inlines }]);
const formula = (nodes: MathNode[], block = false) => paragraph({ math: { tex: "t", block, nodes } });

describe("plain text", () => {
  it.each(["2*3*4", "# no heading", "a\nb\n\n  c", "$x^2$ `x`"])("%j is shown as it is", (text) => {
    const drawn = renderToStaticMarkup(<RichText content={{ plain: text }} source={text} />);
    expect(drawn).toBe(`<p dir="auto" class="whitespace-pre-wrap">${text}</p>`);
  });

  it("is escaped", () => {
    const drawn = renderToStaticMarkup(<RichText content={{ plain: "<T> & <img src=x>" }} source="" />);
    expect(drawn).toContain("&lt;T&gt; &amp; &lt;img src=x&gt;");
  });

  it("is a span within a line", () => {
    const drawn = renderToStaticMarkup(<RichText content={{ plain: "a" }} source="a" inline />);
    expect(drawn).toBe('<span dir="auto" class="whitespace-pre-wrap">a</span>');
  });

  it("replaces rich text until its module is there", async () => {
    // Another test may have loaded the module.
    vi.resetModules();
    const { RichText: Fresh } = await import("./RichText");
    const drawn = renderToStaticMarkup(<Fresh content={SAMPLE} source="# Source" id="question-text" />);
    expect(drawn).toBe('<p dir="auto" id="question-text" class="whitespace-pre-wrap"># Source</p>');
  });
});

describe("rich text", () => {
  const drawn = "rich" in SAMPLE ? draw(SAMPLE.rich) : "";

  it.each([
    "<h3>Sorting</h3>",
    "<em>this</em> and <strong>that</strong>, <code>a &lt; b</code>",
    '<a href="https://a.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">the manual</a>',
    "&lt;b&gt;no bold&lt;/b&gt;.<br/>",
    '<span class="token-k">fn </span><span class="token-f">main</span>',
    '<span class="token-c">// prints\n    </span>',
    '<ul><li><div class="rich-line">one</div><ol start="1"><li><div class="rich-line">nested</div></li></ol></li>',
    "<blockquote><p>2<em>3</em>4, &lt;T&gt; &amp; #</p></blockquote>",
    '<th class="rich-right" scope="col">n</th><th class="rich-center" scope="col">time</th>',
    "<msub><mi>x</mi><mn>1</mn></msub>",
    'alttext="x_1 \\le \\frac{1}{2}"',
    '<math display="block"',
    '<mtd class="math-left math-flush-right">',
    "[A box]",
    "<hr/>",
    '<pre dir="ltr" translate="no"><code><span>plain code</span></code></pre>',
  ])("has %s", (part) => {
    expect(drawn).toContain(part);
  });

  it("has no inline styles, no handlers and no scripts", () => {
    expect(drawn).not.toMatch(/ style=| on\w+=|<script|<iframe|javascript:/i);
  });

  it("has alternative texts where a page has no pictures", () => {
    expect(paragraph({ img: ["ab", "A box"] })).toContain("[A box]");
    expect(paragraph({ img: ["ab", ""] })).toContain("[picture]");
  });

  it("draws a text of one paragraph without it within a line", () => {
    const line: Content = { rich: [{ p: [{ code: "a" }] }] };
    expect(renderToStaticMarkup(<Tree content={line} inline />)).toBe(
      '<span dir="auto" class="rich-text"><code>a</code></span>',
    );
    expect(renderToStaticMarkup(<Tree content={line} id="q" className="text-ink" />)).toBe(
      '<div dir="auto" id="q" class="rich-text text-ink"><p><code>a</code></p></div>',
    );
    expect(renderToStaticMarkup(<Tree content={{ rich: ["hr"] }} inline />)).toContain("<hr/>");
  });

  it("never puts a formula on its own line into a paragraph", () => {
    expect(formula([], true)).toMatch(/^<div><div class="rich-scroll"><math display="block"/);
    expect(formula([])).toMatch(/^<div class="rich-scroll"><p><math display="inline"/);
  });
});

describe("a tree that no server sends", () => {
  it.each(["javascript:alert(1)", "JAVASCRIPT:x", " https://a", "data:text/html,x", "/admin", "vbscript:x"])(
    "makes no link to %s",
    (address) => {
      expect(paragraph({ a: [address, [{ t: "x" }]] })).toBe("<p>x</p>");
    },
  );

  it("creates only elements and attributes of formulas", () => {
    const script: MathNode = { e: ["script", [], [{ t: "alert(1)" }]] };
    const anchor: MathNode = { e: ["a", [["href", "javascript:x"]], []] };
    const row: MathNode = {
      e: [
        "mrow",
        [
          ["onclick", "x"],
          ["href", "x"],
          ["dangerouslySetInnerHTML", "x"],
          ["displaystyle", "true"],
        ],
        [],
      ],
    };
    const drawn = formula([script, anchor, row, { l: ["annotation-xml", "x"] }, { l: ["mi", "<b>"] }]);
    expect(drawn).toContain(
      '<math display="inline" alttext="t"><mrow><mrow displaystyle="true"></mrow><mi>&lt;b&gt;</mi></mrow></math>',
    );
  });

  it("leaves unknown parts out", () => {
    const unknown = [{ video: "x" }, { p: [{ iframe: "x" }] }] as unknown as Block[];
    expect(draw(unknown)).toBe("<p></p>");
  });
});

describe("colours of code", () => {
  const rules = [...CSS.matchAll(/((?:\.token-\w,?\s*)+)\{\s*color: var\(--([\w-]+)\)/g)];
  const slots = rules.map(([, , variable]) =>
    (variable ?? "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );

  it("cover every class", () => {
    const classes = rules.flatMap(([, selectors]) => selectors?.match(/(?<=token-)\w/g) ?? []);
    expect(classes.sort()).toEqual(["c", "f", "k", "l", "n", "s", "t"]);
    expect(CSS).toMatch(/\.rich-code \{[^}]*background: var\(--background-accent\)/);
  });

  it.each(THEMES)("are readable in $name", ({ colors }) => {
    const surface = colors.backgroundAccent ?? "";
    for (const slot of slots) expect(contrast(colors[slot] ?? "", surface)).toBeGreaterThanOrEqual(4.5);
  });
});
