import { useState } from "react";
import { Link } from "react-router-dom";
import type { Invite } from "@/api/types";
import { ActionDialog } from "./actions/ActionDialog";
import { nextStep } from "./next-step";

const LINK = "inline-flex min-h-10 items-center font-medium text-primary underline sm:min-h-0";

/** What happens next, with the one action that helps it along. */
export function NextStepCell({ invite }: { invite: Invite }) {
  const [reminding, setReminding] = useState(false);
  const { text, action } = nextStep(invite, new Date());
  return (
    <div className="w-44 text-left text-xs max-lg:w-auto">
      <p className="text-balance text-ink-2">{text}</p>
      {action === "remind" && (
        <button type="button" className={LINK} onClick={() => setReminding(true)}>
          Remind
        </button>
      )}
      {action === "monitor" && (
        <Link className={LINK} to={`/monitoring?invite=${invite.id}`}>
          Monitor
        </Link>
      )}
      {action === "result" && invite.submission_id && (
        <Link className={LINK} to={`/admin?tab=results&result=${invite.submission_id}`}>
          View result
        </Link>
      )}
      {reminding && (
        <ActionDialog action="remind" target={{ invites: [invite] }} onClose={() => setReminding(false)} />
      )}
    </div>
  );
}
