import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** What a candidate sees; the router leads to administrators' pages too, and is read without what it loads. */
const PAGES = [
  "features/take/TakePage.tsx",
  "features/invite/InvitePage.tsx",
  "features/signin/LoginPage.tsx",
  "features/applicant/ApplicantPage.tsx",
  "features/receipt/OwnPage.tsx",
  "features/verify/VerifyPage.tsx",
  "features/password-reset/ForgotPage.tsx",
  "features/password-reset/ResetPage.tsx",
  "features/security/SecurityPage.tsx",
  "app/main.tsx",
  "app/guards.tsx",
];
const LEADS_ELSEWHERE = ["app/router.tsx", "app/lazy-screens.ts"];
const TEXT_ATTRIBUTE =
  /^(aria-(label|description|roledescription|valuetext)|title|placeholder|alt|text|hint|detail|description|error|empty|.*[lL]abel)$/;
/** "Word word" or "word word", as no path, header or key begins; classes are left out by their place. */
const SENTENCE = /^[A-Z]?[a-z']+ [a-z{]+([ .!?:,].*)?$/;
const CLASSES = /^(class(Name)?|.*ClassName|d)$/;
/** Compared with what the server or the browser says, or data: not shown from here. */
const NOT_SHOWN = new Set([
  "Invigil",
  "Complete your oldest test first",
  "Bearer {}",
  "own name",
  "object {}",
  "no leader",
  "too slow",
  "while xor yield",
  "true false null",
  "noopener noreferrer nofollow",
  "rich-text {}",
]);
/** Lists of words of a programming language or of MathML. */
const WORD_LIST = /^[a-z_]+( [a-z_]+){7,}$/;

const withEnd = (path: string) =>
  ["", ".ts", ".tsx", "/index.ts", "/index.tsx"]
    .map((end) => path + end)
    .find((p) => existsSync(p) && statSync(p).isFile());

const parse = (file: string, text: string) =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : undefined,
  );

function imports(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      const isType = ts.isImportDeclaration(node) && node.importClause?.isTypeOnly;
      if (!isType) found.push((node.moduleSpecifier as ts.StringLiteral).text);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [target] = node.arguments;
      if (target && ts.isStringLiteral(target)) found.push(target.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file, readFileSync(join(SRC, file), "utf8")));
  return found.flatMap((target) => {
    const path = target.startsWith("@/") ? join(SRC, target.slice(2)) : resolve(SRC, dirname(file), target);
    const whole = /^(@\/|\.)/.test(target) ? withEnd(path) : undefined;
    return whole && /\.tsx?$/.test(whole) ? [relative(SRC, whole)] : [];
  });
}

/** All modules that a candidate's browser can load, but for the catalogue. */
function modules(): string[] {
  const seen = new Set<string>();
  const open = [...PAGES];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || file.startsWith("i18n/")) continue;
    seen.add(file);
    if (!LEADS_ELSEWHERE.includes(file)) open.push(...imports(file));
  }
  return [...seen].sort();
}

/** Classes, patterns, and what only a developer reads. */
const isNoText = (node: ts.Node) =>
  (ts.isJsxAttribute(node) && CLASSES.test(node.name.getText())) ||
  (ts.isCallExpression(node) && node.expression.getText() === "clsx") ||
  (ts.isNewExpression(node) && /^(Error|RegExp|RangeError)$/.test(node.expression.getText()));

/** Texts that stand in the source. */
function literals(file: string, source: string): string[] {
  const found: string[] = [];
  const root = parse(file, source);
  const note = (node: ts.Node, text: string) => {
    const { line } = root.getLineAndCharacterOfPosition(node.getStart());
    const shown = text.replace(/\s+/g, " ").trim();
    if (!NOT_SHOWN.has(shown) && !WORD_LIST.test(shown)) found.push(`${file}:${line + 1}: ${shown}`);
  };
  const isShown = (node: ts.Node): boolean => {
    const { parent } = node;
    if (ts.isJsxAttribute(parent)) return TEXT_ATTRIBUTE.test(parent.name.getText());
    if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? isShown(parent) : true;
    if (ts.isConditionalExpression(parent)) return parent.condition !== node && isShown(parent);
    if (ts.isParenthesizedExpression(parent)) return isShown(parent);
    if (ts.isBinaryExpression(parent)) {
      const passes = [
        ts.SyntaxKind.AmpersandAmpersandToken,
        ts.SyntaxKind.BarBarToken,
        ts.SyntaxKind.QuestionQuestionToken,
      ];
      return passes.includes(parent.operatorToken.kind) && isShown(parent);
    }
    return false;
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isNoText(node)) return;
    if (ts.isJsxText(node) && /\p{L}/u.test(node.text)) note(node, node.text);
    if (ts.isStringLiteralLike(node)) {
      if (SENTENCE.test(node.text) || (/\p{L}/u.test(node.text) && isShown(node))) note(node, node.text);
    }
    if (ts.isTemplateExpression(node)) {
      const text = node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join("");
      if (
        SENTENCE.test(text) ||
        /\p{L} \{|\{\} \p{L}/u.test(text) ||
        (/\p{L}{2}/u.test(text) && isShown(node))
      )
        note(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

describe("texts of candidates' pages", () => {
  const all = modules();

  it("are looked for in all of their modules", () => {
    for (const file of [
      "features/take/code/RunPane.tsx",
      "features/receipt/Receipt.tsx",
      "ui/Dialog.tsx",
      "lib/strength.ts",
    ])
      expect(all).toContain(file);
    const ofStaff =
      /^features\/(desk|tests|questions|invites|results|scoring|settings|staff-shared|monitoring)\//;
    expect(all.filter((file) => ofStaff.test(file))).toEqual([]);
  });

  it("stand in the catalogue, src/i18n/en", () => {
    const found = all.flatMap((file) => literals(file, readFileSync(join(SRC, file), "utf8")));
    expect(found).toEqual([]);
  });

  it("would be found (control)", () => {
    const planted = [
      "<p>Word</p>",
      '<Field label="Word" />',
      '<p title={late ? "word" : undefined} />',
      '<p>{late && "word"}</p>',
      `<p>{late ?? \`word \${n}\`}</p>`,
      'toast.error("Two words")',
      `toast.error(\`Failed to do \${n}\`)`,
      'const WORDS = { late: "two words" }',
    ];
    for (const text of planted)
      expect(literals("a.tsx", `const x = () => { ${text}; };`), text).toHaveLength(1);
    const innocent = [
      '<p className="Two words" />',
      'clsx("two", "words two")',
      '<a href="/word">{t("word")}</a>',
      `save("Retry-After", \`word:\${n}\`)`,
    ];
    for (const text of innocent) expect(literals("a.tsx", `const x = () => { ${text}; };`), text).toEqual([]);
  });
});
