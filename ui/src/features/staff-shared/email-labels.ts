import type { Invite } from "@/api/types";
import { formatDateTime } from "@/lib/format";

export type Delivery = NonNullable<Invite["email_delivery"]>;

/** Where an email that is not sent stands, in a few words. */
export function standingOf({ state, until }: Pick<Delivery, "state" | "until">): string {
  const at = until ? formatDateTime(until) : "";
  switch (state) {
    case "planned":
      return at ? `Due ${at}` : "Due now";
    case "queued":
      return "Queued";
    case "sending":
      return "Being sent";
    case "waits":
      return at ? `Waits until ${at}` : "Waits";
    case "paused":
      return at ? `All emails wait until ${at}` : "All emails wait";
    case "unconfirmed":
      return at ? `Not confirmed: sent again ${at}` : "Not confirmed: sent again soon";
    case "refused":
      return "Refused for good";
    case "given_up":
      return "Given up";
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

export const STILL_SENDING = "The email is still being sent.";
export const MAY_HAVE_ARRIVED =
  "The mail server did not confirm the email: it may have arrived, and is sent again later.";
