// Files as the server writes them, for tests.
import { type Entry, writeArchive } from "./archive";
import { type Bytes, joined, sha256, toHex, utf8 } from "./bytes";
import { walked } from "./chain";
import type { Chain, Save } from "./documents";

const ATTEMPT = "00000000-0000-0000-0000-000000000005";
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);

/** A save without its place in the chain, as in the vectors of docs/evidence.md. */
export type Bare = Omit<Save, "number" | "head">;
export type Start = Pick<Chain, "attempt" | "mode" | "salt" | "since">;

const START: Start = {
  attempt: ATTEMPT.replaceAll("-", ""),
  mode: "saves",
  salt: "07".repeat(32),
  since: null,
};
export const SAVES: Bare[] = [
  { seq: 1, question: "q1", at: 1_000, arrival: 0, difference: "000061" },
  { seq: 2, question: "q1", at: 2_000, arrival: 0, difference: "0100f09f988062" },
  { seq: 3, question: "q2", at: 2_500, arrival: 0, text: "Second" },
  { seq: 4, question: "q1", at: 9_000, arrival: 1, text: "late" },
];

/** Numbers saves, and finds their heads. */
export async function chained(start: Start, bare: Bare[]) {
  const open: Chain = { ...start, version: 1, links: 0, kept: 0, kept_head: "", head: "" };
  const numbered = bare.map((save, index) => ({ ...save, number: index + 1, head: "" }));
  const { heads } = await walked(open, numbered);
  const saves: Save[] = numbered.map((save, index) => ({ ...save, head: heads[index + 1] ?? "" }));
  const head = heads.at(-1) ?? "";
  return { chain: { ...open, links: saves.length, kept: saves.length, kept_head: head, head }, saves };
}

export interface Signer {
  privateKey: CryptoKey;
  publicKey: Bytes;
}

export async function newSigner(): Promise<Signer> {
  const pair = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign"])) as CryptoKeyPair;
  const raw = await crypto.subtle.exportKey("raw", pair.publicKey);
  return { privateKey: pair.privateKey, publicKey: new Uint8Array(raw) };
}

const file = (name: string, content: unknown): Entry => ({
  name,
  content: utf8(`${JSON.stringify(content, null, 2)}\n`),
});

export async function sampleFiles(start: Start = START, bare: Bare[] = SAVES): Promise<Entry[]> {
  const { chain, saves } = await chained(start, bare);
  return [
    { name: "report.html", content: utf8("<!doctype html><title>Evidence</title>") },
    file("attempt.json", {
      id: ATTEMPT,
      candidate: { name: "Grace Hopper", email: "grace@example.com" },
      test: { id: ATTEMPT, title: "Compilers" },
      started_at: "2026-11-20T14:00:00Z",
      ended_at: "2026-11-20T15:00:00Z",
    }),
    file("paper.json", {}),
    file("answers.json", {
      answers: [
        { question: "q1", seq: 2, saved_at: "2026-11-20T14:00:02Z", text: "a😀b" },
        { question: "q2", seq: 3, saved_at: "2026-11-20T14:00:02Z", text: "Second" },
      ],
      late: [],
    }),
    file("history.json", { entries: saves }),
    file("chain.json", chain),
    { name: "screenshots/001.jpg", content: JPEG },
  ];
}

/** Signs files as they are, whatever they say. */
export async function sealed(
  files: Entry[],
  { privateKey, publicKey }: Signer,
  head: string | null,
): Promise<Bytes> {
  const listed = await Promise.all(
    files.map(async ({ name, content }) => ({
      name,
      size: content.length,
      sha256: toHex(await sha256(content)),
    })),
  );
  const manifest = file("manifest.json", {
    version: 1,
    product: "Invigil 0.1.0",
    created: "2026-11-22T01:30:00.000Z",
    attempt: ATTEMPT,
    head,
    public_key: toHex(publicKey),
    fingerprint: toHex(await sha256(publicKey)),
    files: listed,
  });
  const message = joined(utf8("invigil-evidence-manifest-1\n"), manifest.content);
  const content = new Uint8Array(await crypto.subtle.sign({ name: "Ed25519" }, privateKey, message));
  return writeArchive([...files, manifest, { name: "manifest.sig", content }]);
}

export async function sampleEvidence(signer: Signer): Promise<Bytes> {
  const { chain } = await chained(START, SAVES);
  return sealed(await sampleFiles(), signer, chain.head);
}

export const sampleHead = async (saves: number): Promise<string> =>
  (await chained(START, SAVES.slice(0, saves))).chain.head;
