import { z } from "@/lib/schema";
import { isQuestion } from "../drafts/shapes";
import type { Section } from "./sections";

// What this browser kept may be older than the page, or written by another hand.

const text = z.string();
const question = z.custom(isQuestion);
const passage = z.optional(text);
const format = z.enum(["plain", "markdown"]);
const item = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("written"), id: text, question, passage }),
  z.object({
    kind: z.literal("pinned"),
    id: text,
    version: z.number(),
    question,
    passage,
  }),
  z.object({
    kind: z.literal("pool"),
    id: text,
    by: z.enum(["tags", "questions"]),
    tags: z.array(text),
    question_ids: z.array(text),
    draw: text,
    points: text,
    passage,
  }),
]);
const sections = z
  .array(
    z.object({
      id: text,
      title: text,
      shuffle_questions: z.boolean(),
      shuffle_options: z.boolean(),
      time: z.optional(text),
      one_way: z.optional(z.boolean()),
      instructions: z.optional(text),
      instructions_format: z.optional(format),
      passages: z.optional(z.array(z.object({ id: text, title: text, text, format }))),
      items: z.array(item),
    }),
  )
  .check(({ value, issues }) => {
    if (value.length === 0) issues.push({ code: "custom", input: value, message: "no section" });
  });

export const isSections = (value: unknown): value is Section[] => sections.safeParse(value).success;
