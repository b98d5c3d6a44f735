import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((f) => /\.tsx?$/.test(f));
/** The features that a feature imports. A row names only rows above it, so that there is no circle. */
const KNOWN_FEATURES: Record<string, string[]> = {
  receipt: [],
  player: [],
  "question-kinds": [],
  "staff-shared": ["question-kinds"],
  questions: ["question-kinds", "staff-shared"],
  scoring: ["question-kinds", "staff-shared"],
  results: ["player", "question-kinds", "staff-shared", "scoring"],
  tests: ["question-kinds", "staff-shared", "questions", "results"],
  invites: ["staff-shared", "tests"],
  settings: ["staff-shared"],
  "test-page": ["question-kinds", "staff-shared", "questions", "scoring", "results", "tests", "invites"],
  sessions: ["staff-shared"],
  desk: [
    "staff-shared",
    "questions",
    "scoring",
    "results",
    "tests",
    "invites",
    "settings",
    "test-page",
    "sessions",
  ],
  monitoring: ["staff-shared"],
  evidence: [],
  verify: [],
  "password-reset": [],
  security: [],
  "shared-links": ["player"],
  signin: ["receipt", "security"],
  applicant: ["receipt"],
  invite: ["receipt"],
  take: ["question-kinds"],
};
/** Keys of questions, as authors write them. */
const FORMS = /^features\/question-kinds\/(forms|keys|labels|form\/|[\w-]+\/(Form|key|labels)\.)/;
/** Pages that a candidate downloads: no form and no schema library, for their size. */
const CANDIDATE = ["take", "invite", "applicant"];
const HEAVY = /^(zod|react-hook-form|@hookform)\b/;

interface Import {
  file: string;
  /** A package, or a path inside src. */
  target: string;
}

function imports(): Import[] {
  return files.flatMap((file) => {
    const text = readFileSync(join(SRC, file), "utf8");
    const specifiers = [...text.matchAll(/(?:from\s+|import\s*\(?\s*)["']([^"']+)["']/g)].map(
      (m) => m[1] ?? "",
    );
    return specifiers.map((specifier) => ({ file, target: resolved(file, specifier) }));
  });
}

function resolved(file: string, specifier: string): string {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return specifier;
  return relative(SRC, resolve(SRC, dirname(file), specifier));
}

const layerOf = (path: string) => path.split("/")[0] ?? "";
const featureOf = (path: string) => (layerOf(path) === "features" ? path.split("/")[1] : undefined);
const LAYERS: Record<string, string[]> = {
  i18n: ["i18n"],
  lib: ["lib", "stores", "api", "i18n"],
  stores: ["stores", "lib", "api", "i18n"],
  api: ["api", "stores", "lib", "i18n"],
  ui: ["ui", "lib", "api", "styles", "i18n"],
  features: ["features", "ui", "lib", "stores", "api", "styles", "i18n"],
};

describe("module boundaries", () => {
  const all = imports();
  const known = new Set(files);
  const fileOf = (target: string) =>
    ["", ".ts", ".tsx", "/index.ts", "/index.tsx"].map((end) => target + end).find((f) => known.has(f));
  const edges = new Map<string, Set<string>>(files.map((file) => [file, new Set()]));
  for (const { file, target } of all) {
    const found = fileOf(target);
    if (found && found !== file) edges.get(file)?.add(found);
  }
  /** The files that a file needs, directly or not. */
  const reach = (from: string) => {
    const seen = new Set<string>();
    const open = [from];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const next of edges.get(file) ?? []) {
        if (!seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
      }
    }
    return seen;
  };
  const inner = all.filter(({ target }) => layerOf(target) in LAYERS || layerOf(target) === "app");

  it("are found at all", () => {
    expect(inner.length).toBeGreaterThan(200);
  });

  it("import only from the layers below them", () => {
    const wrong = inner.filter(({ file, target }) => {
      const allowed = LAYERS[layerOf(file)];
      return allowed && !allowed.includes(layerOf(target));
    });
    expect(wrong).toEqual([]);
  });

  it("do not import each other in a circle", () => {
    expect(files.filter((file) => reach(file).has(file))).toEqual([]);
  });

  it("keep the forms of authors out of the candidate's pages", () => {
    const forms = files.filter((file) => FORMS.test(file));
    expect(forms.length).toBeGreaterThan(10);
    const reached = files
      .filter((file) => CANDIDATE.includes(featureOf(file) ?? ""))
      .flatMap((file) => forms.filter((form) => reach(file).has(form)).map((form) => `${file}: ${form}`));
    expect(reached).toEqual([]);
  });

  it("let a feature import only those that its row names, and each of these", () => {
    const found: Record<string, string[]> = {};
    for (const { file, target } of inner) {
      const [own, other] = [featureOf(file), featureOf(target)];
      if (own && other && own !== other) found[own] = [...new Set([...(found[own] ?? []), other])];
    }
    const sorted = (table: Record<string, string[]>) =>
      Object.entries(table)
        .filter(([, others]) => others.length > 0)
        .map(([own, others]) => `${own}: ${others.toSorted().join(", ")}`)
        .sort();
    expect(sorted(found)).toEqual(sorted(KNOWN_FEATURES));
  });

  it("order the features", () => {
    const order = Object.keys(KNOWN_FEATURES);
    expect(readdirSync(join(SRC, "features")).sort()).toEqual(order.toSorted());
    const upwards = Object.entries(KNOWN_FEATURES).flatMap(([own, others]) =>
      others.filter((other) => order.indexOf(other) >= order.indexOf(own)),
    );
    expect(upwards).toEqual([]);
  });

  it("keep the helpers of tests out of the page", () => {
    const inTest = (file: string) => layerOf(file) === "test" || file.includes(".test.");
    expect(all.filter(({ file, target }) => layerOf(target) === "test" && !inTest(file))).toEqual([]);
  });

  it("send through the one hook that ignores double clicks", () => {
    const direct = files.filter(
      (file) =>
        !file.includes(".test.") &&
        /\b(useMutation[(<]|mutateAsync\b)/.test(readFileSync(join(SRC, file), "utf8")),
    );
    expect(direct).toEqual(["lib/useSend.ts"]);
  });

  it("give no promise of a method of the document to React, which would call it as a clean-up", () => {
    const gives =
      /\buse(?:Layout)?Effect\(\s*\(\) =>\s*(?!void\b)[\w.?]+\.(?:scroll|focus|play|animate|request)\w*\(/;
    expect(gives.test("useEffect(() => window.scrollTo(0, 0), [])")).toBe(true);
    expect(files.filter((file) => gives.test(readFileSync(join(SRC, file), "utf8")))).toEqual([
      "app/boundaries.test.ts",
    ]);
  });

  it("keep the candidate's pages light", () => {
    const wrong = all.filter(
      ({ file, target }) => CANDIDATE.includes(featureOf(file) ?? "") && HEAVY.test(target),
    );
    expect(wrong).toEqual([]);
  });
});
