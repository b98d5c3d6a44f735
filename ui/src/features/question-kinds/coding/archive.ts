// The tests of a coding question as a zip: `sample/NAME.in` and `sample/NAME.out` are shown to candidates, those below
// `secret/` are hidden, wherever these folders are, and a folder in between is a group. `tests.json` has the weight of each test, in their order, and
// the names of groups that no folder can have; other tools' files need none.

import { blankTest, TESTS_MAX, type TestDraft } from "./key";
import { t } from "./staff-texts";

/** Bytes of one input or output, as the server limits them. */
const PART_MAX = 64 * 1024;
const ZIP_MAX = 8 * 1024 * 1024;
const WEIGHTS = "tests.json";
/** An input and an output of each test, and the weights. */
const FILES_MAX = 2 * TESTS_MAX + 1;

/** A fault of a file, in a sentence for its author. */
export class ArchiveFault extends Error {}

interface Place {
  /** Path without the ending. */
  stem: string;
  part: "input" | "output";
}

const ENDINGS = { in: "input", out: "output", ans: "output" } as const;

function placeOf(path: string): Place | null {
  const [, stem, ending] = /^(.+)\.(in|out|ans)$/i.exec(path) ?? [];
  if (stem === undefined || ending === undefined) return null;
  return { stem, part: ENDINGS[ending.toLowerCase() as keyof typeof ENDINGS] };
}

const isJunk = (path: string) => path.endsWith("/") || /(^|\/)(__MACOSX\/|attachments\/|\.)/.test(path);

const isWeights = (path: string) => /(^|\/)tests\.json$/.test(path);

/** Some programs write the separators of Windows. */
const normalised = (path: string) => path.replaceAll("\\", "/");

/** Place of the folder that decides who sees a test; -1 without one. */
const deciding = (folders: readonly string[]) =>
  folders.findIndex((folder) => /^(sample|secret)$/i.test(folder));

function textOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ArchiveFault(t("notUtf8", { path }));
  }
}

function weightsOf(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    const read: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof read === "object" && read !== null) return { ...read };
  } catch {
    // Reported below.
  }
  throw new ArchiveFault(t("weightsNotJson", { file: WEIGHTS }));
}

/** Entry of a test in `tests.json`: its weight, or that and the name of its group. */
function entryOf(stem: string, entry: unknown): { weight: string; group?: string } {
  const { weight, group } =
    typeof entry === "object" && entry !== null
      ? (entry as { weight?: unknown; group?: unknown })
      : { weight: entry, group: undefined };
  if (weight !== undefined && weight !== null && !(Number.isInteger(weight) && Number(weight) >= 0))
    throw new ArchiveFault(t("weightNotWhole", { test: stem, file: WEIGHTS }));
  return { weight: `${weight ?? 1}`, ...(typeof group === "string" && { group }) };
}

/** Folders that all files are in say nothing. */
function withoutTop(paths: string[]): number {
  const top = paths[0]?.split("/").slice(0, -1) ?? [];
  let depth = 0;
  for (const folder of top) {
    const prefix = [...top.slice(0, depth), folder, ""].join("/");
    if (deciding([folder]) >= 0 || !paths.every((path) => path.startsWith(prefix))) break;
    depth += 1;
  }
  return depth;
}

const byNumber = new Intl.Collator("en", { numeric: true });

/** Files by which a package of a programming contest is known. */
const isPackage = (path: string) => /(^|\/)(problem\.(yaml|xml)|domjudge-problem\.ini)$/i.test(path);

/** Tests of a zip, and what their author has to know, in sentences. */
export interface Archive {
  tests: TestDraft[];
  notes: string[];
}

/**
 * Reads the tests of a zip, in the order of their names.
 *
 * @throws ArchiveFault
 */
export async function readTests(file: Blob): Promise<TestDraft[]> {
  return (await readArchive(file)).tests;
}

/** Like `readTests`, with what else the file has. */
export async function readArchive(file: Blob): Promise<Archive> {
  if (file.size > ZIP_MAX) throw new ArchiveFault(t("zipTooLarge"));
  const { unzipSync } = await import("fflate");
  const large: string[] = [];
  const wanted = new Set<string>();
  let twice: string | undefined;
  let hasPackage = false;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(new Uint8Array(await file.arrayBuffer()), {
      // Before anything is inflated.
      filter: ({ name, originalSize }) => {
        const path = normalised(name);
        hasPackage ||= isPackage(path);
        const isWanted = !isJunk(path) && (placeOf(path) !== null || isWeights(path));
        if (!isWanted) return false;
        if (wanted.has(path)) twice = path;
        wanted.add(path);
        if (originalSize > PART_MAX) large.push(name);
        // Entries may share their bytes: a small file could hold any number of large ones.
        return originalSize <= PART_MAX && wanted.size <= FILES_MAX;
      },
    });
  } catch {
    throw new ArchiveFault(t("noZip"));
  }
  if (twice !== undefined) throw new ArchiveFault(t("twice", { path: twice }));
  if (wanted.size > FILES_MAX)
    throw new ArchiveFault(t("tooManyFiles", { count: wanted.size, max: FILES_MAX }));
  if (large[0] !== undefined) throw new ArchiveFault(t("partTooLarge", { path: large[0] }));
  const { tests, notes } = testsOf(files);
  return { tests, notes: hasPackage ? [...notes, t("contestPackage")] : notes };
}

function testsOf(files: Record<string, Uint8Array>): Archive {
  const contents = new Map(Object.entries(files).map(([name, bytes]) => [normalised(name), bytes]));
  const paths = [...contents.keys()].sort(byNumber.compare);
  const depth = withoutTop(paths.filter((path) => placeOf(path) !== null));
  const short = (path: string) => path.split("/").slice(depth).join("/");
  const found = new Map<string, { input?: string; output?: string }>();
  let weights: string | undefined;
  for (const path of paths) {
    const text = textOf(path, contents.get(path) ?? new Uint8Array());
    const place = placeOf(short(path));
    const parts = place && found.get(place.stem);
    if (place && parts?.[place.part] !== undefined)
      throw new ArchiveFault(t("twoOutputs", { stem: place.stem }));
    if (place) found.set(place.stem, { ...parts, [place.part]: text });
    else if (weights === undefined) weights = text;
    else throw new ArchiveFault(t("severalWeights", { file: WEIGHTS }));
  }
  if (found.size === 0) throw new ArchiveFault(t("noTests"));
  if (found.size > TESTS_MAX)
    throw new ArchiveFault(t("tooManyTests", { count: found.size, max: TESTS_MAX }));
  const listed = weightsOf(weights);
  const places = new Map(Object.keys(listed).map((stem, at) => [stem, at]));
  const placed = ([stem]: [string, unknown]) => places.get(stem) ?? places.size;
  const missing = [...found].filter(([, { input }]) => input === undefined).map(([stem]) => stem);
  const notes =
    missing.length === 0
      ? []
      : [t(missing.length > 3 ? "noInputOthers" : "noInput", { names: missing.slice(0, 3).join(", ") })];
  const tests = [...found]
    .sort((one, other) => placed(one) - placed(other))
    .map(([stem, { input = "", output }]) => {
      if (output === undefined) throw new ArchiveFault(t("noOutput", { stem }));
      const folders = stem.split("/").slice(0, -1);
      const at = deciding(folders);
      const visible = folders[at]?.toLowerCase() === "sample";
      const folder = folders.slice(at + 1).join(" ");
      const { weight, group = folder } = entryOf(
        stem,
        Object.hasOwn(listed, stem) ? listed[stem] : undefined,
      );
      return { ...blankTest(), input, output, visible, group, weight };
    });
  return { tests, notes };
}

/** Writes tests as a zip that [`readTests`] reads. */
export async function writeTests(tests: readonly TestDraft[]): Promise<Blob> {
  const { strToU8, zipSync } = await import("fflate");
  const digits = String(tests.length).length;
  const files: Record<string, Uint8Array> = {};
  const weights: Record<string, unknown> = {};
  tests.forEach(({ input, output, visible, weight, group }, at) => {
    const folder = [visible ? "sample" : "secret", ...(group.trim() ? [folderOf(group)] : [])].join("/");
    const stem = `${folder}/${String(at + 1).padStart(digits, "0")}`;
    files[`${stem}.in`] = strToU8(input);
    files[`${stem}.out`] = strToU8(output);
    const number = Number(weight.trim() || "1");
    if (!Number.isInteger(number) || number < 0)
      throw new ArchiveFault(t("weightOfTest", { number: at + 1 }));
    weights[stem] = folderOf(group) === group.trim() ? number : { weight: number, group: group.trim() };
  });
  files[WEIGHTS] = strToU8(`${JSON.stringify(weights, null, 2)}\n`);
  // The time of the entries says nothing.
  const zip = zipSync(files, { mtime: new Date(1980, 0, 1) });
  return new Blob([new Uint8Array(zip)], { type: "application/zip" });
}

/** A name that unpacking keeps: no folders within, and no hidden one. */
const folderOf = (group: string) =>
  group
    .trim()
    .replaceAll(/[/\\]/g, "-")
    .replace(/^(\.|__MACOSX$|attachments$)/, "_$1");
