import { useState } from "react";
import { Link } from "react-router-dom";
import type { Invite } from "@/api/types";
import { ActionDialog } from "./actions/ActionDialog";
import { t } from "./list-texts";
import { nextStep } from "./next-step";
import { SendInviteDialog } from "./SendInviteDialog";

const LINK =
  "-my-3 inline-flex min-h-10 items-center whitespace-nowrap font-medium text-primary underline sm:my-0 sm:min-h-0";

/** The next step, with the one action that helps it along. */
export function NextStepCell({ invite }: { invite: Invite }) {
  const [asked, setAsked] = useState<"remind" | "extend" | "again" | null>(null);
  const close = () => setAsked(null);
  const { text, action } = nextStep(invite, new Date());
  return (
    <div className="min-w-40 max-w-72 text-start text-ink-2 text-xs max-lg:max-w-none">
      {text}{" "}
      {(action === "remind" || action === "extend" || action === "again") && (
        <button type="button" className={LINK} onClick={() => setAsked(action)}>
          {action === "again" ? t("inviteAgain") : t(action)}
        </button>
      )}
      {action === "monitor" && (
        <Link className={LINK} to={`/monitoring?invite=${invite.id}`}>
          {t("monitor")}
        </Link>
      )}
      {action === "result" && invite.submission_id && (
        <Link className={LINK} to={`/admin?tab=results&result=${invite.submission_id}`}>
          {t("viewResult")}
        </Link>
      )}
      {(asked === "remind" || asked === "extend") && (
        <ActionDialog action={asked} target={{ invites: [invite] }} onClose={close} />
      )}
      {asked === "again" && (
        <SendInviteDialog
          test={invite.test_id}
          person={{ name: invite.applicant_name, email: invite.applicant_email }}
          onClose={close}
        />
      )}
    </div>
  );
}
