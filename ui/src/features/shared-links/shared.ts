import type { Reply } from "@/api/operations";

export type SharedResult = Reply<"/shares/{token}", "get">["results"][number];
export type SharedAnswer = NonNullable<SharedResult["answers"]>[number];
