import { local, parseJson } from "./storage";

/** An answer that had not reached the server when its test ended. */
export interface LateText {
  question_id: string;
  /** Number of the question, from 1. */
  number: number;
  answer: string;
  seq: number;
}

/** What one test left in this browser, with the credentials of its attempt. */
export interface Undelivered {
  token: string;
  key: string;
  title: string;
  /** Tag of the language of the title, where it is known. */
  language?: string;
  applicant: string;
  invite_id: string;
  texts: LateText[];
}

const PREFIX = "invigil_undelivered:";
/** Where the browser stores nothing, or no more. */
const unstored = new Map<string, Undelivered>();
const listeners = new Set<() => void>();

/** Calls on each change, also by another tab; returns the function that ends that. */
export function onUndelivered(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(PREFIX)) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", heard);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", heard);
  };
}

function changed() {
  for (const listener of listeners) listener();
}

function isText(value: unknown): value is LateText {
  if (typeof value !== "object" || value === null) return false;
  const { question_id, number, answer, seq } = value as Record<string, unknown>;
  const isNumbered = typeof number === "number" && typeof seq === "number";
  return isNumbered && typeof question_id === "string" && typeof answer === "string";
}

function isUndelivered(value: unknown): value is Undelivered {
  if (typeof value !== "object" || value === null) return false;
  const { token, key, title, texts } = value as Record<string, unknown>;
  const isNamed = [token, key, title].every((field) => typeof field === "string");
  return isNamed && Array.isArray(texts) && texts.every(isText);
}

/** Keeps them beside those of an earlier end of the same test; the newest text of each question. */
export function keepUndelivered(left: Undelivered): void {
  if (left.texts.length === 0) return;
  const others = texts(left.token).filter((old) =>
    left.texts.every((text) => text.question_id !== old.question_id || text.seq < old.seq),
  );
  const newer = left.texts.filter((text) => others.every((old) => old.question_id !== text.question_id));
  write({ ...left, texts: [...others, ...newer].sort((a, b) => a.number - b.number) });
}

function write(left: Undelivered): void {
  if (left.texts.length === 0) discardUndelivered(left.token);
  else if (local.set(PREFIX + left.token, JSON.stringify(left))) unstored.delete(left.token);
  else unstored.set(left.token, left);
  changed();
}

export function discardUndelivered(token: string): void {
  unstored.delete(token);
  local.remove(PREFIX + token);
  changed();
}

/** The number of answers that have not arrived: of the test of this link, or of all. */
export const undeliveredCount = (token?: string): number =>
  undelivered()
    .filter((left) => token === undefined || left.token === token)
    .reduce((sum, left) => sum + left.texts.length, 0);

const stored = (token: string) => parseJson(local.get(PREFIX + token), isUndelivered);
const leftOf = (token: string) => unstored.get(token) ?? stored(token);
const texts = (token: string): LateText[] => leftOf(token)?.texts ?? [];

/** All tests whose answers did not all arrive. */
export function undelivered(): Undelivered[] {
  const tokens = local.keys().filter((key) => key.startsWith(PREFIX));
  const kept = tokens.map((key) => key.slice(PREFIX.length)).filter((token) => !unstored.has(token));
  return [...kept.flatMap((token) => stored(token) ?? []), ...unstored.values()];
}

/** It has neither arrived nor been deleted or replaced since, in this tab or another. */
export const isLeft = (token: string, { question_id, seq }: LateText): boolean =>
  texts(token).some((text) => text.question_id === question_id && text.seq === seq);

/** The server has these: another tab may have delivered others meanwhile. */
export function dropDelivered(token: string, question_id: string, seq: number): void {
  const left = leftOf(token);
  if (!left) return;
  const rest = left.texts.filter((text) => text.question_id !== question_id || text.seq > seq);
  write({ ...left, texts: rest });
}

/** The file for an administrator: the key proves that this browser held the attempt. */
export function answersFileOf(left: Omit<Undelivered, "token">, at: Date): Blob {
  const content = {
    format: "invigil-answers/1",
    test: left.title,
    applicant: left.applicant,
    invite_id: left.invite_id,
    saved_at: at.toISOString(),
    attempt_key: left.key,
    answers: left.texts.map(({ question_id, answer, seq }) => ({ question_id, answer, seq })),
  };
  return new Blob([JSON.stringify(content, null, 1)], { type: "application/json" });
}
