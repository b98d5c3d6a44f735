import { CircleCheck, Info } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { useParams } from "react-router-dom";
import type { ApiFailure } from "@/api/client";
import { formatDateTime } from "@/lib/format";
import { knownReceipt } from "@/lib/known-receipts";
import { lazyModule } from "@/lib/lazy-module";
import { onUndelivered, undeliveredCount } from "@/lib/undelivered";
import { ButtonLink } from "@/ui/Button";
import { InviteFrame } from "./InviteFrame";

/** Only where something is left: its dialog is large. */
const undelivered = lazyModule(() => import("@/features/receipt/Undelivered"));

function Left() {
  const view = undelivered.use();
  return <div className="mt-6 text-left">{view && <view.Undelivered />}</div>;
}

const BY_CANDIDATE = { title: "You submitted this test", when: "You submitted it on" };
const ENDS: Record<string, typeof BY_CANDIDATE> = {
  deadline: { title: "Your test was received", when: "The time was up on" },
  admin: { title: "Your administrator ended this test", when: "It was ended on" },
};

/** The test of this link is over: how and when it ended, and the way to its receipt (docs/behaviour/invites.md#invites). */
export function EndedInvite({ error }: { error: ApiFailure }) {
  const { token = "" } = useParams();
  const { submitted_at: at, submitted_by: by = "" } = error.body;
  const end = ENDS[by] ?? BY_CANDIDATE;
  const receipt = knownReceipt(token);
  const waits = useSyncExternalStore(onUndelivered, () => undeliveredCount(token) > 0);
  const [hasLeft] = useState(waits);
  const Icon = by === "admin" ? Info : CircleCheck;
  return (
    <InviteFrame>
      <div className="px-6 py-10 text-center">
        <span
          aria-hidden="true"
          className={`toned ${by === "admin" ? "tone-blue" : "tone-green"} mx-auto grid size-12 place-items-center rounded-full`}
        >
          <Icon className="size-6" />
        </span>
        <h1 className="mt-4 font-semibold text-ink text-xl">{end.title}</h1>
        <p className="mt-2 text-ink-2">
          {at ? `${end.when} ${formatDateTime(at)}.` : error.detail}{" "}
          {waits ? "Keep this page open until your answers have arrived." : "There is nothing more to do."}
        </p>
        {hasLeft && <Left />}
        {receipt ? (
          <ButtonLink to={`/receipt/${encodeURIComponent(receipt)}`} className="mt-6">
            See your receipt
          </ButtonLink>
        ) : (
          <>
            <p className="mt-2 text-muted text-sm">
              The link to your receipt was shown at the end, in the browser in which you took the test.
            </p>
            <ButtonLink to="/" variant="secondary" className="mt-6">
              Go Home
            </ButtonLink>
          </>
        )}
      </div>
    </InviteFrame>
  );
}
