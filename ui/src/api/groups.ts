import type { Readable } from "./query";

/** Operations that return invites. */
export const INVITES: readonly Readable[] = ["/invites", "/invites/counts", "/invites/{id}"];

/** Operations that return decisions, or who passed. */
export const DECISIONS: readonly Readable[] = [
  "/results/{submission_id}",
  "/results/{submission_id}/notes",
  "/results/compare",
  "/tests/{id}/ranking",
  "/tests/{id}/matrix",
];

/** Operations that return scores of ended tests. */
export const RESULTS: readonly Readable[] = [
  "/results",
  ...DECISIONS,
  "/tests/{id}/statistics",
  "/tests/funnels",
];

/** Operations that return who marks what, and how far they are. */
export const ASSIGNMENTS: readonly Readable[] = [
  "/tests/{id}/assignments",
  "/tests/{id}/agreement",
  "/tests/{id}/to-settle",
];

/** Operations that return notifications. */
export const NOTIFICATIONS: readonly Readable[] = [
  "/admin/notifications",
  "/admin/notifications/unread-count",
];
