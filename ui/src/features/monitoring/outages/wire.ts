import type { Reply } from "@/api/operations";

export type Outage = Reply<"/admin/outages", "get">[number];
export type OutageAttempt = Outage["attempts"][number];
export type GivenRow = Reply<"/admin/outages/{id}/give-back", "post">["rows"][number];
