import type { Reply } from "@/api/operations";

export const PLATFORMS = "/admin/lti-platforms";
export const PLATFORM = "/admin/lti-platforms/{id}";
export type Platform = Reply<typeof PLATFORMS, "get">["platforms"][number];

/** Words between commas or on lines of their own. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter(Boolean);
