import type { Readable } from "./query";

/** Operations that return invites. */
export const INVITES: readonly Readable[] = ["/invites", "/invites/counts", "/invites/{id}"];

/** Operations that return scores of ended tests. */
export const RESULTS: readonly Readable[] = [
  "/results",
  "/results/{submission_id}",
  "/tests/{id}/statistics",
  "/tests/funnels",
];

/** Operations that return notifications. */
export const NOTIFICATIONS: readonly Readable[] = [
  "/admin/notifications",
  "/admin/notifications/unread-count",
];
