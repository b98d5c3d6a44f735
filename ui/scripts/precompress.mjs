// Writes .br and .gz next to every compressible file of dist, so that the server never compresses at
// run time, and fails the build when the candidate's first load exceeds its budget.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url).pathname;
const COMPRESSIBLE = new Set([".js", ".css", ".html", ".svg", ".json", ".txt", ".webmanifest"]);
/** Smaller files gain too little to be stored three times. */
const MIN_BYTES = 512;
/**
 * Maximum bytes of brotli-compressed JavaScript before the candidate's first paint, with the texts of the largest language,
 * which are loaded beside the English ones.
 */
const BUDGET_BYTES = 130_000;
/** Pages, the names of their texts (`languages/<tag>-<name>.ts`), and chunks that they need besides. */
const BUDGETED = {
  "src/features/take/TakePage.tsx": { texts: "take", also: [] },
  "src/features/invite/InvitePage.tsx": { texts: "invite", also: ["router"] },
};

function* files(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

for (const path of [...files(dist)]) {
  // The shell is filled in per request, so it cannot be precompressed; the manifest is not served.
  if (path.endsWith("index.html") || path.includes("/.vite/")) continue;
  if (!COMPRESSIBLE.has(extname(path)) || statSync(path).size < MIN_BYTES) continue;
  const body = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params }));
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
}

const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));

/** All scripts required before the first paint: the chunk and its static imports. */
function closure(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the build manifest`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const child of chunk.imports ?? []) closure(child, seen);
  return seen;
}

const compressed = (file) => {
  const path = join(dist, file);
  const body = readFileSync(path);
  return body.length < MIN_BYTES ? body.length : statSync(`${path}.br`).size;
};

const LANGUAGES = "src/i18n/languages/";
/** Tags of all languages but English, whose texts the scripts contain. */
const tags = Object.keys(manifest)
  .filter((key) => key.startsWith(LANGUAGES) && key.endsWith("-rest.ts"))
  .map((key) => key.slice(LANGUAGES.length, -"-rest.ts".length));
if (tags.length === 0) throw new Error("no language is in the build manifest");

let broken = false;
for (const [page, { texts, also }] of Object.entries(BUDGETED)) {
  const scripts = closure("index.html", closure(page));
  for (const name of also) {
    closure(Object.keys(manifest).find((key) => manifest[key].name === name) ?? name, scripts);
  }
  const sum = (files) => [...files].reduce((bytes, file) => bytes + compressed(file), 0);
  const english = sum(scripts);
  // With whatever the language loads besides that no page in English has: a shared chunk counts, too.
  const [largest] = tags
    .map((tag) => {
      const all = closure(
        `${LANGUAGES}${tag}-${texts}.ts`,
        closure(`${LANGUAGES}${tag}.ts`, new Set(scripts)),
      );
      return { tag, bytes: sum(all) };
    })
    .sort((a, b) => b.bytes - a.bytes);
  console.log(
    `${page}: ${largest.bytes} bytes of ${BUDGET_BYTES} in the largest language (${largest.tag}), ${english} in English`,
  );
  if (largest.bytes > BUDGET_BYTES) broken = true;
}
if (broken) {
  console.error("The candidate's first load is over its budget.");
  process.exit(1);
}
