import type { Reply } from "@/api/operations";

export const PLATFORMS = "/admin/lti-platforms";
export const PLATFORM = "/admin/lti-platforms/{id}";
export const ROTATE = "/admin/lti-keys/rotate";
export type Platform = Reply<typeof PLATFORMS, "get">["platforms"][number];
export type SigningKey = Reply<typeof PLATFORMS, "get">["keys"][number];

/** Words between commas or on lines of their own. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter(Boolean);
