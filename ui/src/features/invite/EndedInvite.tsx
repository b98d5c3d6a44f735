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
import { t } from "./texts";

/** Only where something is left: its dialog is large. */
const undelivered = lazyModule(() => import("@/features/receipt/Undelivered"));

function Left() {
  const view = undelivered.use();
  return <div className="mt-6 text-start">{view && <view.Undelivered />}</div>;
}

const ENDS = {
  candidate: { title: "submittedTitle", when: "submittedOn" },
  deadline: { title: "receivedTitle", when: "timeUpOn" },
  admin: { title: "endedTitle", when: "endedOn" },
} as const;

/** The test of this link is over: how and when it ended, and the way to its receipt (docs/behaviour/invites.md#invites). */
export function EndedInvite({ error }: { error: ApiFailure }) {
  const { token = "" } = useParams();
  const { submitted_at: at, submitted_by: by = "" } = error.body;
  const end = ENDS[Object.hasOwn(ENDS, by) ? (by as keyof typeof ENDS) : "candidate"];
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
        <h1 className="mt-4 font-semibold text-ink text-xl">{t(end.title)}</h1>
        <p className="mt-2 text-ink-2">
          {at ? t(end.when, { date: formatDateTime(at) }) : error.detail}
          {/* A line of its own: not all languages part sentences by a blank. */}
          <span className="block">{waits ? t("keepPageOpen") : t("nothingMore")}</span>
        </p>
        {hasLeft && <Left />}
        {receipt ? (
          <ButtonLink to={`/receipt/${encodeURIComponent(receipt)}`} className="mt-6">
            {t("seeReceipt")}
          </ButtonLink>
        ) : (
          <>
            <p className="mt-2 text-muted text-sm">{t("receiptShownAtEnd")}</p>
            <ButtonLink to="/" variant="secondary" className="mt-6">
              {t("goHome")}
            </ButtonLink>
          </>
        )}
      </div>
    </InviteFrame>
  );
}
