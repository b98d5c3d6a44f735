import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { transport } from "@/api/transport";
import { pause } from "@/lib/pause";
import { withTimeout } from "@/lib/timeout";
import { asHolder, type Holder } from "../attempt-call";

interface Kept {
  token: string;
  hash: string;
  type: string;
  bytes: ArrayBuffer;
  /** When it was stored, in ms. */
  at: number;
}

interface Schema extends DBSchema {
  pictures: { key: [string, string]; value: Kept };
}

const DATABASE = "invigil-pictures";
/** Time limit in ms of one picture: it may have 4 MiB. */
const TIMEOUT_MS = 60_000;
/** Some browsers neither open nor refuse a corrupt database. */
const OPEN_TIMEOUT_MS = 4_000;
/** Pause in ms between two tries. */
const RETRY_MS = 10_000;
/** Pictures of another test that was never submitted here are deleted after this time in ms. */
const LEFTOVER_MS = 2 * 86_400_000;

/** Undefined where the browser has no IndexedDB: pictures are then held in memory alone. */
let database: Promise<IDBPDatabase<Schema> | undefined> | undefined;
const held = new Map<string, Promise<Blob>>();

function opened() {
  const opening = openDB<Schema>(DATABASE, 1, {
    upgrade: (db) => void db.createObjectStore("pictures", { keyPath: ["token", "hash"] }),
  });
  return withTimeout(opening, OPEN_TIMEOUT_MS).catch(() => undefined);
}

const open = () => {
  database ??= opened();
  return database;
};

async function kept(token: string, hash: string): Promise<Blob | undefined> {
  const found = await (await open())?.get("pictures", [token, hash]);
  return found && new Blob([found.bytes], { type: found.type });
}

async function keep(token: string, hash: string, blob: Blob): Promise<void> {
  const bytes = await blob.arrayBuffer();
  await (await open())?.put("pictures", { token, hash, type: blob.type, bytes, at: Date.now() });
}

async function read(holder: Holder, hash: string): Promise<Blob> {
  const { token } = holder;
  const known = await kept(token, hash).catch(() => undefined);
  if (known) return known;
  const options = { ...asHolder(holder), timeout: TIMEOUT_MS };
  const path = `/take-test/${token}/pictures/${hash}`;
  const response = await transport("GET", path, { ...options, headers: { Accept: "image/*" } });
  const blob = await response.blob();
  // A full or broken store takes nothing away: the picture is shown from memory.
  await keep(token, hash, blob).catch(() => undefined);
  return blob;
}

/** A picture of the paper: from memory, from the browser's store, or from the server. */
export function load(holder: Holder, hash: string): Promise<Blob> {
  const id = `${holder.token}/${hash}`;
  let picture = held.get(id);
  if (!picture) {
    picture = read(holder, hash);
    held.set(id, picture);
    picture.catch(() => held.delete(id));
  }
  return picture;
}

/** The hashes of all pictures in a tree. */
export function hashesIn(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(hashesIn);
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([name, value]) =>
    name === "img" && Array.isArray(value) ? [String(value[0])] : hashesIn(value),
  );
}

/** Fetches all pictures of the paper, until they are there or `signal` ends it. */
export async function keepAll(holder: Holder, texts: unknown[], signal: AbortSignal): Promise<void> {
  let missing = [...new Set(hashesIn(texts))];
  if (missing.length > 0) await dropLeftovers(holder.token).catch(() => undefined);
  while (missing.length > 0 && !signal.aborted) {
    const failed: string[] = [];
    for (const hash of missing) {
      if (signal.aborted) return;
      await load(holder, hash).catch(() => failed.push(hash));
    }
    missing = failed;
    if (missing.length > 0) await pause(RETRY_MS, signal);
  }
}

async function drop(isOld: (kept: Kept) => boolean): Promise<void> {
  const tx = (await open())?.transaction("pictures", "readwrite");
  for (let row = await tx?.store.openCursor(); row; row = await row.continue()) {
    if (isOld(row.value)) await row.delete();
  }
  await tx?.done;
}

const dropLeftovers = (token: string) =>
  drop((kept) => kept.token !== token && Date.now() - kept.at > LEFTOVER_MS);

/** Deletes the pictures of an attempt from this browser. */
export async function forget(token: string): Promise<void> {
  for (const id of held.keys()) if (id.startsWith(`${token}/`)) held.delete(id);
  await drop((kept) => kept.token === token);
}
