import { local, parseJson } from "@/lib/storage";
import { useSession } from "@/stores/session";

/** Storage key prefix: account and form follow (docs/behaviour/screens.md#typed-text). */
const PREFIX = "invigil_kept:";
/** Characters of one form, as JSON. */
const MAX_CHARS = 512 * 1024;
/** Forms of one account; the oldest go first. */
const MAX_FORMS = 100;
const KEPT_MS = 30 * 24 * 3_600_000;

/** What was typed into a form and is not saved. */
export interface Typed {
  value: unknown;
  /** Version of the record that it was typed against; 0 without a record. */
  version: number;
  /** Milliseconds since 1970. */
  at: number;
  /** The idempotency key with which it was sent, while no reply has come. */
  sentAs?: string | undefined;
}

/** Where the browser's storage is refused or full: for as long as the page lives. */
const inMemory = new Map<string, Typed>();

function isTyped(value: unknown): value is Typed {
  if (typeof value !== "object" || value === null || !("value" in value)) return false;
  const { version, at } = value as Record<string, unknown>;
  return typeof version === "number" && typeof at === "number";
}

/** The account that types; texts of one are never read for another. */
export const typist = (): string => useSession.getState().user?.id ?? "";

const prefixOf = (account: string) => `${PREFIX}${account}:`;
const nameOf = (account: string, key: string) => prefixOf(account) + key;

export function readTyped(account: string, key: string): Typed | null {
  const name = nameOf(account, key);
  const typed = inMemory.get(name) ?? parseJson(local.get(name), isTyped);
  return typed && Date.now() - typed.at < KEPT_MS ? typed : null;
}

export function keepTyped(account: string, key: string, typed: Typed): void {
  const name = nameOf(account, key);
  const text = JSON.stringify(typed);
  inMemory.delete(name);
  if (text.length <= MAX_CHARS && (local.set(name, text) || (makeRoom(account) && local.set(name, text)))) {
    bound(account);
    return;
  }
  local.remove(name);
  inMemory.set(name, typed);
}

export function forgetTyped(account: string, key: string): void {
  inMemory.delete(nameOf(account, key));
  local.remove(nameOf(account, key));
}

/** Deletes the texts of every account but this one, which uses the browser now. */
export function forgetOthers(account: string): void {
  const isOthers = (name: string) => name.startsWith(PREFIX) && !name.startsWith(prefixOf(account));
  for (const name of local.keys().filter(isOthers)) local.remove(name);
  for (const name of [...inMemory.keys()].filter(isOthers)) inMemory.delete(name);
}

/** Names of an account's texts, the oldest first. */
function oldest(account: string): string[] {
  const at = (name: string) => parseJson(local.get(name), isTyped)?.at ?? 0;
  const own = local.keys().filter((name) => name.startsWith(prefixOf(account)));
  return own
    .map((name) => ({ name, at: at(name) }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

function makeRoom(account: string): boolean {
  const [first] = oldest(account);
  if (!first) return false;
  local.remove(first);
  return true;
}

function bound(account: string): void {
  const count = local.keys().filter((name) => name.startsWith(prefixOf(account))).length;
  if (count > MAX_FORMS) for (const name of oldest(account).slice(0, count - MAX_FORMS)) local.remove(name);
}
