import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { readArchive, writeArchive } from "./archive";
import { type Bytes, fromHex, sha256, textOf, toHex, utf8 } from "./bytes";
import { receiptHead } from "./receipt-head";
import {
  type Bare,
  chained,
  newSigner,
  SAVES,
  type Signer,
  type Start,
  sampleEvidence,
  sampleFiles,
  sampleHead,
  sealed,
} from "./sample";
import { isKeyText, isKnown } from "./signer";
import { receiptFindings, verify } from "./verify";

let signer: Signer;
let evidence: Bytes;
beforeAll(async () => {
  signer = await newSigner();
  evidence = await sampleEvidence(signer);
});

const codes = async (bytes: Bytes) => (await verify(bytes)).findings.map(({ code }) => code);

describe("the chain", () => {
  const page = readFileSync(
    fileURLToPath(new URL("../../../../../docs/evidence.md", import.meta.url)),
    "utf8",
  );
  const vectors = /## Vectors\s+```json\n([\s\S]+?)```/.exec(page)?.[1]?.trim().split("\n") ?? [];

  it.each(vectors.map((line) => [line]))("has the heads of the specification", async (line) => {
    const { head, entries, ...start } = JSON.parse(line) as Start & { head: string; entries: Bare[] };
    expect((await chained(start, entries)).chain.head).toBe(head);
  });

  it("is specified by vectors", () => expect(vectors.length).toBeGreaterThan(1));
});

describe("a file of evidence", () => {
  it("is accepted as the server writes it", async () => {
    const { findings, notes, attempt, manifest } = await verify(evidence);
    expect([findings, notes]).toEqual([[], []]);
    expect(attempt?.candidate.name).toBe("Grace Hopper");
    expect(manifest?.fingerprint).toBe(toHex(await sha256(signer.publicKey)));
  });

  it("is refused with any byte changed, removed or added", async () => {
    const step = Math.max(1, Math.floor(evidence.length / 400));
    for (let at = 0; at < evidence.length; at += step) {
      const changed = evidence.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect(await codes(changed), `byte ${at}`).not.toEqual([]);
      expect(await codes(evidence.slice(0, at)), `cut at ${at}`).not.toEqual([]);
    }
    expect(await codes(new Uint8Array([...evidence, 0]))).toEqual(["not_canonical"]);
  });

  it("is refused with files changed, removed, added or reordered under the old manifest", async () => {
    const entries = readArchive(evidence) ?? [];
    const renamed = entries.map((entry) => ({
      ...entry,
      name: entry.name === "paper.json" ? "other.json" : entry.name,
    }));
    expect(await codes(writeArchive(renamed))).toEqual(["missing_file", "extra_file"]);
    expect(await codes(writeArchive(entries.filter(({ name }) => name !== "history.json")))).toEqual([
      "missing_file",
    ]);
    const edited = entries.map((entry) =>
      entry.name === "answers.json"
        ? { ...entry, content: utf8(textOf(entry.content).replace("Second", "Sekond")) }
        : entry,
    );
    expect(await codes(writeArchive(edited))).toEqual(["changed_file"]);
    const [first, second, ...rest] = entries;
    expect(await codes(writeArchive([second, first, ...rest].flatMap((entry) => entry ?? [])))).toEqual([
      "not_canonical",
    ]);
    expect(await codes(writeArchive([...entries].reverse()))).toEqual(["not_canonical"]);
    expect(await codes(writeArchive([...entries, ...entries]))).toEqual(["not_canonical"]);
  });

  it("is refused with the signature of another key", async () => {
    const entries = readArchive(evidence) ?? [];
    const other = readArchive(await sampleEvidence(await newSigner())) ?? [];
    expect(await codes(writeArchive([...entries.slice(0, -1), ...other.slice(-1)]))).toEqual(["signature"]);
  });

  it("is refused if its history does not lead to its answers, also when signed", async () => {
    const { chain } = await chained(
      { attempt: "0".repeat(31).concat("5"), mode: "saves", salt: "07".repeat(32), since: null },
      SAVES,
    );
    const files = await sampleFiles();
    const edit = (name: string, from: string, to: string) =>
      files.map((entry) =>
        entry.name === name ? { ...entry, content: utf8(textOf(entry.content).replace(from, to)) } : entry,
      );
    const signed = async (changed: typeof files, head: string | null = chain.head) =>
      codes(await sealed(changed, signer, head));
    expect(await signed(edit("answers.json", '"Second"', '"Sekond"'))).toEqual(["answers"]);
    expect(await signed(edit("answers.json", '"Second"', '"late"'))).toEqual(["answers"]);
    expect(await signed(edit("history.json", '"Second"', '"Sekond"'))).toEqual(["chain"]);
    expect(await signed(edit("history.json", "0100f09f988062", "0500f09f988062"))).toEqual(["chain"]);
    expect(await signed(edit("chain.json", chain.salt, "08".repeat(32)))).toEqual(["chain"]);
    expect(await signed(files, "00".repeat(32))).toEqual(["chain"]);
    expect(await signed(files, null)).toEqual(["chain"]);
    expect(await signed(files.filter(({ name }) => name !== "history.json"))).toEqual(["chain"]);
    const late = await verify(await sealed(edit("answers.json", '"a😀b"', '"late"'), signer, chain.head));
    expect(late.findings).toEqual([]);
    expect(late.notes).toHaveLength(1);
  });

  it("is signed by who the reader trusts", async () => {
    const { manifest } = await verify(evidence);
    if (!manifest) throw new Error("no manifest");
    const grouped = manifest.fingerprint.toUpperCase().replace(/(.{8})/g, "$1 ");
    expect(isKnown(manifest, "", [])).toBe(false);
    expect(isKnown(manifest, "", [{ fingerprint: manifest.fingerprint }])).toBe(true);
    expect(isKnown(manifest, grouped, [])).toBe(true);
    expect(isKnown(manifest, manifest.public_key, [])).toBe(true);
    const spki = Buffer.from(`302a300506032b6570032100${manifest.public_key}`, "hex").toString("base64");
    const pem = `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----\n`;
    expect(isKnown(manifest, pem, [])).toBe(true);
    expect(isKeyText(pem.replace("MCow", "MCox"))).toBe(false);
    expect(isKnown(manifest, "00".repeat(32), [{ fingerprint: manifest.fingerprint }])).toBe(false);
  });
});

describe("a receipt", () => {
  it("fits the saves before it, and shows what came later", async () => {
    const verified = await verify(evidence);
    const texts = async (saves: number) =>
      receiptFindings(verified, await sampleHead(saves)).map(({ text }) => text);
    expect(await texts(3)).toEqual([]);
    expect(await texts(4)).toEqual([]);
    expect(await texts(2)).toEqual([
      "The answer to q2 was changed after the receipt (save 3); timeline.json says whether the test was reopened.",
    ]);
    expect(receiptFindings(verified, "00".repeat(32))).toHaveLength(1);
  });

  it("is found in each of its forms", () => {
    const head = "ab".repeat(32);
    const salt = "cd".repeat(32);
    expect(receiptHead(`Test: Compilers\nProof of your answers: ${head}\n`)).toBe(head);
    expect(receiptHead(head.toUpperCase())).toBe(head);
    expect(receiptHead(JSON.stringify({ name: "Grace", history: { salt, head } }))).toBe(head);
    expect(receiptHead(JSON.stringify({ head }))).toBe(head);
    expect(receiptHead(`${head} ${salt}`)).toBeUndefined();
    expect(receiptHead(`${head}0`)).toBeUndefined();
    expect(receiptHead("nothing")).toBeUndefined();
  });
});

it("reads hexadecimal digits in pairs only", () => {
  expect(fromHex("00ff")).toEqual(new Uint8Array([0, 255]));
  expect(fromHex("0")).toBeUndefined();
  expect(fromHex("0G")).toBeUndefined();
});
