import { useEffect, useRef } from "react";
import type { Invite } from "@/api/types";
import { takePreselected } from "@/lib/preselect";
import { toast } from "@/ui/toast";
import { t } from "./texts";
import { isReady } from "./useMonitorable";

/** Selects the candidate of the clicked notification once the list has loaded. */
export function usePreselected(invites: Invite[] | undefined, select: (id: string) => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (!invites || done.current) return;
    done.current = true;
    const wanted = takePreselected();
    if (!wanted) return;
    const invite = invites.find((i) => i.id === wanted.invite_id);
    if (invite && isReady(invite)) select(invite.id);
    else toast.warning(t("isNotTakingPlain", { name: invite?.applicant_name ?? wanted.applicant_email }));
  }, [invites, select]);
}
