import type { components } from "@/api/gen";

export type Webhook = components["schemas"]["Webhook"];
export type Delivery = components["schemas"]["WebhookDelivery"];
export type WebhookEvent = components["schemas"]["WebhookEventName"];

/** What happened, as a person says it. */
export const EVENTS: Record<WebhookEvent, string> = {
  "invite.sent": "A person was invited",
  "invite.opened": "An invitation was opened for the first time",
  "attempt.started": "A test was started",
  "attempt.submitted": "A test was submitted",
  "result.scored": "A score is final, or a final one has changed",
  "result.decided": "A decision was made or withdrawn",
  "attempt.flagged": "An attempt was flagged",
  "invite.expired": "An invitation has expired",
  "invite.withdrawn": "An invitation was withdrawn",
  "webhook.test": "Test of the webhook",
};

/** Those that a webhook can be for. */
export const CHOICES = (Object.keys(EVENTS) as WebhookEvent[]).filter((event) => event !== "webhook.test");

export const PLACEHOLDERS = [
  "event",
  "event_in_words",
  "occurred_at",
  "occurred_at_ms",
  "test_id",
  "test_title",
  "invite_id",
  "external_id",
  "external_key",
  "applicant_name",
  "applicant_email",
  "result_id",
  "score",
  "passed",
  "decision",
  "reason",
  "link",
  "report",
  "message",
];
