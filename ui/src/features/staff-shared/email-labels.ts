import type { Invite } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { t } from "@/ui/status-texts";

export type Delivery = NonNullable<Invite["email_delivery"]>;

/** Where an email that is not sent stands, in a few words. */
export function standingOf({ state, until }: Pick<Delivery, "state" | "until">): string {
  const at = until ? formatDateTime(until) : "";
  switch (state) {
    case "planned":
      return at ? t("due", { when: at }) : t("dueNow");
    case "queued":
      return t("queued");
    case "sending":
      return t("beingSent");
    case "waits":
      return at ? t("waitsUntil", { when: at }) : t("waits");
    case "paused":
      return at ? t("allWaitUntil", { when: at }) : t("allWait");
    case "unconfirmed":
      return at ? t("sentAgainAt", { when: at }) : t("sentAgainSoon");
    case "refused":
      return t("refused");
    case "given_up":
      return t("givenUp");
  }
}

/** Whether something went wrong that a person should look at. */
export function isFault(state: Delivery["state"]): boolean {
  return state === "paused" || state === "unconfirmed" || state === "refused" || state === "given_up";
}

/** The state of an invitation's email: on its way, tried again by itself, perhaps there, or in need of a person. */
export type Outcome = "sent" | "sending" | "waits" | "unconfirmed" | "failed";

const OUTCOMES: Record<Delivery["state"], Outcome> = {
  planned: "sending",
  queued: "sending",
  sending: "sending",
  waits: "waits",
  paused: "waits",
  unconfirmed: "unconfirmed",
  refused: "failed",
  given_up: "failed",
};

type Mailed = Pick<Invite, "email_sent" | "email_delivery"> & { email_queued?: boolean };

export function outcomeOf({ email_sent, email_queued, email_delivery }: Mailed): Outcome {
  if (email_sent) return "sent";
  if (email_delivery) return OUTCOMES[email_delivery.state];
  return email_queued ? "sending" : "failed";
}

export const stillSending = () => t("stillSending");
export const mayHaveArrived = () => t("mayHaveArrived");
