// Prints the SBOM of a release as CycloneDX 1.5: crates linked into the binary, and npm packages bundled into the UI.
// Excludes build and test dependencies. Deterministic for the same sources.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = (program, args, cwd = root) =>
  execFileSync(program, args, { cwd, encoding: "utf8", maxBuffer: 64 << 20, stdio: ["ignore", "pipe", "inherit"] });

const host = /host: (\S+)/.exec(run("rustc", ["-vV"]))[1];
const metadata = JSON.parse(run("cargo", ["metadata", "--format-version", "1", "--locked", "--filter-platform", host]));
const packages = new Map(metadata.packages.map((one) => [one.id, one]));
const nodes = new Map(metadata.resolve.nodes.map((one) => [one.id, one]));

/** SHA-256 of each crate, by name and version. */
const sums = new Map();
for (const part of readFileSync(`${root}/Cargo.lock`, "utf8").split("[[package]]")) {
  const field = (name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(part)?.[1];
  if (field("checksum")) sums.set(`${field("name")} ${field("version")}`, field("checksum"));
}

/**
 * Crates of normal dependencies, those of our other crates in place of these; a procedural macro runs in the compiler and is
 * no part of the result.
 */
const linked = (id) => [
  ...new Set(
    nodes
      .get(id)
      .deps.filter((dep) => dep.dep_kinds.some((kind) => kind.kind === null))
      .map((dep) => dep.pkg)
      .filter((pkg) => !packages.get(pkg).targets.some((target) => target.kind.includes("proc-macro")))
      .flatMap((pkg) => (packages.get(pkg).source === null ? linked(pkg) : [pkg])),
  ),
];

const ref = (id) => `pkg:cargo/${packages.get(id).name}@${packages.get(id).version}`;
const found = new Set([metadata.resolve.root]);
for (const id of found) for (const next of linked(id)) found.add(next);

const licence = (text) => (text ? { licenses: [{ expression: text.replaceAll("/", " OR ") }] } : {});
const own = packages.get(metadata.resolve.root);
const crates = [...found]
  .filter((id) => id !== own.id)
  .map((id) => {
    const { name, version, license } = packages.get(id);
    const sum = sums.get(`${name} ${version}`);
    const hashes = sum ? { hashes: [{ alg: "SHA-256", content: sum }] } : {};
    return { type: "library", "bom-ref": ref(id), name, version, ...hashes, ...licence(license), purl: ref(id) };
  });

/** npm's own list, which knows its tree best. */
const page = JSON.parse(
  run("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"], `${root}/ui`),
);
const ui = page.metadata.component["bom-ref"];
const scripts = page.components.map(({ "bom-ref": bomRef, name, version, hashes, licenses, purl }) => ({
  type: "library",
  "bom-ref": bomRef,
  name,
  version,
  ...(hashes ? { hashes } : {}),
  ...(licenses ? { licenses } : {}),
  purl,
}));

const byRef = (a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1);
const byName = (a, b) => (a.ref < b.ref ? -1 : 1);
const scriptDependencies = new Map(page.dependencies.map((one) => [one.ref, one.dependsOn ?? []]));
const dependencies = [
  { ref: ref(own.id), dependsOn: [...linked(own.id).map(ref), ...(scriptDependencies.get(ui) ?? [])].sort() },
  ...[...found].filter((id) => id !== own.id).map((id) => ({ ref: ref(id), dependsOn: linked(id).map(ref).sort() })),
  ...scripts.map((one) => ({ ref: one["bom-ref"], dependsOn: (scriptDependencies.get(one["bom-ref"]) ?? []).sort() })),
].sort(byName);

const { name, version, description, license } = own;
const bom = {
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: {
    component: { type: "application", "bom-ref": ref(own.id), name, version, description, ...licence(license), purl: ref(own.id) },
  },
  components: [...crates, ...scripts].sort(byRef),
  dependencies,
};
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
