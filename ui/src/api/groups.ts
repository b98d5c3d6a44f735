import type { Readable } from "./query";

/** Operations that return invites. */
export const INVITES: readonly Readable[] = ["/invites", "/invites/counts", "/invites/{id}"];

/** Operations that return decisions, or who passed. */
export const DECISIONS: readonly Readable[] = [
  "/results",
  "/results/{submission_id}",
  "/results/{submission_id}/notes",
  "/results/compare",
  "/tests/{id}/ranking",
  "/tests/{id}/matrix",
];

/** Operations that return scores of ended tests. */
export const RESULTS: readonly Readable[] = [...DECISIONS, "/tests/{id}/statistics", "/tests/funnels"];

/** Operations that return who marks what, and how far they are. */
export const ASSIGNMENTS: readonly Readable[] = [
  "/tests/{id}/assignments",
  "/tests/{id}/agreement",
  "/tests/{id}/to-settle",
];

/** Operations that name the candidates of a test, or hide their names. */
export const NAMED: readonly Readable[] = [
  ...INVITES,
  ...RESULTS,
  "/tests/{id}/anonymous",
  "/tests/{id}/to-settle",
  "/tests/{id}/similarity",
  "/tests/{id}/similarity/pair",
  "/shares",
  "/admin/scoring-queue",
  "/admin/scoring/by-question",
  "/admin/scoring/by-question/{test_id}/{question_id}",
  "/admin/scoring/{submission_id}",
  "/admin/overview",
  "/admin/notifications",
  "/questions/{id}/seen-by",
];

/** Operations that return notifications. */
export const NOTIFICATIONS: readonly Readable[] = [
  "/admin/notifications",
  "/admin/notifications/unread-count",
];
