import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { literals, parse } from "@/test/literals";

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
  "features/shared-links/SharedPage.tsx",
  "app/main.tsx",
  "app/guards.tsx",
];
const LEADS_ELSEWHERE = ["app/router.tsx", "app/lazy-screens.ts"];
const withEnd = (path: string) =>
  ["", ".ts", ".tsx", "/index.ts", "/index.tsx"]
    .map((end) => path + end)
    .find((p) => existsSync(p) && statSync(p).isFile());

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
      'numbers.join(" or ")',
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
