import { useState } from "react";
import { parseJson, session } from "@/lib/storage";
import { scratchSlot } from "../journal/key";

/** What a candidate chose and typed beside the code of a question. It is not a part of the answer. */
export interface Scratch {
  /** Of an untouched answer, or of runs where any language may be used. */
  language?: string;
  /** What runs read. */
  input?: string;
}

type Scratches = Record<string, Scratch>;

/** Also in memory: storage may be full or refused. */
const kept = new Map<string, Scratches>();

const isText = (value: unknown) => value === undefined || typeof value === "string";
const isScratch = (value: unknown): value is Scratch =>
  typeof value === "object" &&
  value !== null &&
  isText((value as Scratch).language) &&
  isText((value as Scratch).input);
const areScratches = (value: unknown): value is Scratches =>
  typeof value === "object" && value !== null && Object.values(value).every(isScratch);

function read(token: string): Scratches {
  const known = kept.get(token);
  if (known) return known;
  const scratches = parseJson(session.get(scratchSlot(token)), areScratches) ?? {};
  kept.set(token, scratches);
  return scratches;
}

function write(token: string, scratches: Scratches): void {
  kept.set(token, scratches);
  // Rather nothing than what was typed before.
  if (!session.set(scratchSlot(token), JSON.stringify(scratches))) session.remove(scratchSlot(token));
}

/** It stays while the candidate reads other questions, and after a reload. */
export function useScratch(token: string | undefined, question_id: string) {
  const [, render] = useState(0);
  const [own, setOwn] = useState<Scratch>({});
  // The practice begins afresh each time.
  if (token === undefined)
    return { scratch: own, keep: (change: Scratch) => setOwn((before) => ({ ...before, ...change })) };
  const keep = (change: Scratch) => {
    const all = read(token);
    write(token, { ...all, [question_id]: { ...all[question_id], ...change } });
    render((count) => count + 1);
  };
  return { scratch: read(token)[question_id] ?? {}, keep };
}
