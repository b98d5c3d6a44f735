import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { MyInvite, MySubmission } from "@/api/types";
import { toast } from "@/ui/toast";
import { isUpcoming } from "./labels";
import { t } from "./texts";

/** Poll interval of the lists in ms while the page is open. */
const POLL_INTERVAL_MS = 30_000;

interface CompletedTest {
  invite: MyInvite;
  /** Absent while the server is still writing it, and for old tests. */
  submission: MySubmission | undefined;
}

/** My invites: upcoming ones in the server's order (oldest first), completed ones newest first. */
export function useMyTests() {
  const invites = useQuery({
    ...queryOf("/my-invites"),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const submissions = useQuery({
    ...queryOf("/my-submissions"),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const error = invites.error ?? submissions.error;
  const failure = error ? errorText(error) : undefined;

  useEffect(() => {
    if (!failure) return;
    const text = t("unableToLoadContact", { failure });
    toast.error(text, { id: "my-tests" });
  }, [failure]);

  const mine = failure ? [] : (invites.data ?? []);
  const bySubmitted = new Map((submissions.data ?? []).map((s) => [s.invite_id, s]));
  const completed: CompletedTest[] = mine
    .filter((invite) => invite.status === "completed")
    .map((invite) => ({ invite, submission: bySubmitted.get(invite.id) }))
    .sort((a, b) => (b.submission?.submitted_at ?? "").localeCompare(a.submission?.submitted_at ?? ""));

  return {
    upcoming: mine.filter(isUpcoming),
    completed,
    loading: !failure && (invites.isPending || submissions.isPending),
    failure,
    fetching: invites.isFetching || submissions.isFetching,
    refetch: () => void Promise.all([invites.refetch(), submissions.refetch()]),
  };
}
