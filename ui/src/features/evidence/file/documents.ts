import { z } from "@/lib/schema";
import { type Bytes, textOf } from "./bytes";

const HASH = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const WHOLE = z.number().check(z.int());
const COUNT = z.number().check(z.int(), z.nonnegative());

export const MANIFEST = z.strictObject({
  version: z.literal(1),
  product: z.string(),
  created: z.string(),
  attempt: z.string(),
  head: z.nullable(HASH),
  public_key: HASH,
  fingerprint: HASH,
  files: z.array(z.strictObject({ name: z.string(), size: COUNT, sha256: HASH })),
});
export type Manifest = z.infer<typeof MANIFEST>;

export const CHAIN = z.object({
  version: z.literal(1),
  attempt: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  mode: z.enum(["saves", "keystrokes"]),
  salt: HASH,
  since: z.nullable(WHOLE),
  links: COUNT,
  kept: COUNT,
  kept_head: HASH,
  head: HASH,
});
export type Chain = z.infer<typeof CHAIN>;

const SAVE = z
  .object({
    number: COUNT,
    seq: COUNT,
    question: z.string(),
    at: WHOLE,
    arrival: z.number().check(z.int(), z.minimum(0), z.maximum(4)),
    head: HASH,
    edits: z.optional(z.string()),
    difference: z.optional(z.string()),
    text: z.optional(z.string()),
  })
  .check(
    z.refine((save) => [save.edits, save.difference, save.text].filter((c) => c !== undefined).length === 1),
  );
export type Save = z.infer<typeof SAVE>;
export const HISTORY = z.object({ entries: z.array(SAVE) });

export const ANSWERS = z.object({
  answers: z.array(z.object({ question: z.string(), text: z.string() })),
});
export type Answers = z.infer<typeof ANSWERS>;

export const ATTEMPT = z.object({
  candidate: z.object({ name: z.string(), email: z.string() }),
  test: z.object({ title: z.string() }),
  started_at: z.string(),
  ended_at: z.string(),
});
export type Attempt = z.infer<typeof ATTEMPT>;

/** The document in the bytes; undefined if it is malformed. */
export function parsed<T>(schema: z.ZodMiniType<T>, bytes: Bytes | undefined): T | undefined {
  if (!bytes) return undefined;
  try {
    return z.safeParse(schema, JSON.parse(textOf(bytes))).data;
  } catch {
    return undefined;
  }
}
