import type { Invite } from "@/api/types";
import { formatDateTime } from "@/lib/format";

export type Delivery = NonNullable<Invite["email_delivery"]>;

/** Where an email that is not sent stands, in a few words. */
export function standingOf({ state, until }: Pick<Delivery, "state" | "until">): string {
  const at = until ? formatDateTime(until) : "";
  switch (state) {
    case "planned":
      return `Due ${at}`;
    case "queued":
      return "Queued";
    case "sending":
      return "Being sent";
    case "waits":
      return `Waits until ${at}`;
    case "paused":
      return at ? `All emails wait until ${at}` : "All emails wait";
    case "unconfirmed":
      return `Not confirmed: sent again ${at}`;
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
