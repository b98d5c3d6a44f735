import type { components } from "@/api/gen";
import { t } from "./texts";

export type Webhook = components["schemas"]["Webhook"];
export type Delivery = components["schemas"]["WebhookDelivery"];
export type WebhookEvent = components["schemas"]["WebhookEventName"];

/** What happened, as a person says it: keys of the catalogue. */
const EVENTS = {
  "invite.sent": "eventSent",
  "invite.opened": "eventOpened",
  "attempt.started": "eventStarted",
  "attempt.submitted": "eventSubmitted",
  "result.scored": "eventScored",
  "result.decided": "eventDecided",
  "attempt.flagged": "eventFlagged",
  "invite.expired": "eventExpired",
  "invite.withdrawn": "eventWithdrawn",
  "webhook.test": "eventTest",
} as const satisfies Record<WebhookEvent, string>;

export const eventWords = (event: WebhookEvent) => t(EVENTS[event]);

/** Events that a webhook can be for. */
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
