// Checks a file of evidence as `invigil evidence verify` does (docs/evidence.md).

import { t } from "../texts";
import { type Entry, readArchive } from "./archive";
import { type Bytes, fromHex, joined, sha256, toHex, utf8 } from "./bytes";
import { answersProblems, Broken, type Replayed, receiptProblems, replayed } from "./chain";
import {
  ANSWERS,
  type Answers,
  ATTEMPT,
  type Attempt,
  CHAIN,
  HISTORY,
  MANIFEST,
  type Manifest,
  parsed,
} from "./documents";

export interface Finding {
  code:
    | "not_canonical"
    | "manifest"
    | "missing_file"
    | "extra_file"
    | "changed_file"
    | "signature"
    | "chain"
    | "answers"
    | "receipt";
  text: string;
}

export interface Verified {
  /** Empty if the file is intact. */
  findings: Finding[];
  notes: string[];
  manifest: Manifest | undefined;
  /** Who took which test; only of an intact file. */
  attempt: Attempt | undefined;
  /** Value that a receipt is compared with. */
  history: { replayed: Replayed; answers: Answers } | undefined;
}

/** This browser cannot check signatures. */
export class Unsupported extends Error {}

const SIGNED_FILE = "manifest.json";
const SIGNATURE_FILE = "manifest.sig";
const SIGNED_LABEL = utf8("invigil-evidence-manifest-1\n");

const broken = (code: Finding["code"], text: string): Verified => ({
  findings: [{ code, text }],
  notes: [],
  manifest: undefined,
  attempt: undefined,
  history: undefined,
});

async function isSigned(publicKey: Bytes, signature: Bytes, manifest: Bytes): Promise<boolean> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    // Another failure means that these bytes are no key.
    if (error instanceof DOMException && error.name === "NotSupportedError") throw new Unsupported();
    return false;
  }
  return crypto.subtle.verify({ name: "Ed25519" }, key, signature, joined(SIGNED_LABEL, manifest));
}

async function filesFindings({ files }: Manifest, entries: Entry[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const contents = new Map(entries.map(({ name, content }) => [name, content]));
  for (const { name, size, sha256: hash } of files) {
    const content = contents.get(name);
    contents.delete(name);
    if (!content) findings.push({ code: "missing_file", text: t("fileMissing", { name }) });
    else if (content.length !== size || toHex(await sha256(content)) !== hash)
      findings.push({ code: "changed_file", text: t("fileChanged", { name }) });
  }
  for (const name of contents.keys()) findings.push({ code: "extra_file", text: t("fileExtra", { name }) });
  if (findings.length === 0 && files.some(({ name }, place) => entries[place]?.name !== name))
    findings.push({ code: "not_canonical", text: t("wrongOrder") });
  return findings;
}

async function historyOf(manifest: Manifest, contents: Map<string, Bytes>) {
  const [chainFile, historyFile] = [contents.get("chain.json"), contents.get("history.json")];
  if (!chainFile && !historyFile && manifest.head === null) return undefined;
  const chain = parsed(CHAIN, chainFile);
  const saves = parsed(HISTORY, historyFile)?.entries;
  if (!chain || !saves) throw new Broken(t("historyMissing"));
  if (chain.head !== manifest.head) throw new Broken(t("otherHead"));
  if (chain.attempt !== manifest.attempt.replaceAll("-", "")) throw new Broken(t("otherAttempt"));
  return replayed(chain, saves);
}

async function contentsOf(manifest: Manifest, entries: Entry[]): Promise<Verified> {
  const contents = new Map(entries.map(({ name, content }) => [name, content]));
  const answers = parsed(ANSWERS, contents.get("answers.json"));
  const attempt = parsed(ATTEMPT, contents.get("attempt.json"));
  if (!answers || !attempt) return { ...broken("answers", t("answersMissing")), manifest };
  const notes: string[] = [];
  try {
    const history = await historyOf(manifest, contents);
    if (!history) {
      notes.push(t("manifestAlone"));
      return { findings: [], notes, manifest, attempt, history: undefined };
    }
    const findings = answersProblems(history, answers, notes).map((text) => ({
      code: "answers" as const,
      text,
    }));
    return { findings, notes, manifest, attempt, history: { replayed: history, answers } };
  } catch (error) {
    if (error instanceof Broken) return { ...broken("chain", error.message), manifest };
    throw error;
  }
}

/** Checks all but who signed; throws `Unsupported` where the browser cannot. */
export async function verify(bytes: Bytes): Promise<Verified> {
  if (!globalThis.crypto?.subtle) throw new Unsupported();
  const entries = readArchive(bytes);
  if (!entries) return broken("not_canonical", t("noEvidence"));
  const contents = new Map(entries.map(({ name, content }) => [name, content]));
  const [signed, signature] = [contents.get(SIGNED_FILE), contents.get(SIGNATURE_FILE)];
  const manifest = parsed(MANIFEST, signed);
  const publicKey = manifest && fromHex(manifest.public_key);
  if (!signed || !manifest || !publicKey || toHex(await sha256(publicKey)) !== manifest.fingerprint)
    return broken("manifest", t("badManifest"));
  const [last, beforeLast] = [entries.at(-1)?.name, entries.at(-2)?.name];
  if (last !== SIGNATURE_FILE || beforeLast !== SIGNED_FILE) return broken("not_canonical", t("notAtEnd"));
  const findings = await filesFindings(manifest, entries.slice(0, -2));
  if (!signature || !(await isSigned(publicKey, signature, signed)))
    findings.push({ code: "signature", text: t("badSignature") });
  if (findings.length > 0) return { findings, notes: [], manifest, attempt: undefined, history: undefined };
  return contentsOf(manifest, entries);
}

/** Claims of an intact file that a receipt disproves. */
export function receiptFindings({ history }: Verified, head: string): Finding[] {
  const problems = history ? receiptProblems(history.replayed, history.answers, head) : [t("noCompare")];
  return problems.map((text) => ({ code: "receipt", text }));
}
