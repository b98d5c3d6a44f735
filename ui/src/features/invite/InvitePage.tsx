import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import { ApiFailure, errorText } from "@/api/client";
import { invitedIn, speak } from "@/lib/language";
import { languagesOf, shownTitle } from "@/lib/translated";
import { ErrorState } from "@/ui/ErrorState";
import { toast } from "@/ui/toast";
import { ConfirmedView } from "./ConfirmedView";
import { DetailsView } from "./DetailsView";
import { EndedInvite } from "./EndedInvite";
import { InvalidInvite } from "./InvalidInvite";
import { InviteFrame, InviteSkeleton } from "./InviteFrame";
import { firstView, type View } from "./invite-state";
import { inviteQuery } from "./query";
import { ScheduleView } from "./ScheduleView";
import { t } from "./texts";

// In this chunk, because the list of chunks is part of every candidate's first load.
export { StopReminders } from "./StopReminders";

/** Few are asked. */
const NameView = lazy(() => speak().then(() => import("./NameView")));

/** A refusal of the link itself; a busy or unreachable server is not one. */
const isInvalid = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status < 500 && error.status !== 429;

/** /test-invite/:token (docs/behaviour/invites.md#invites). */
export default function InvitePage() {
  const { token = "" } = useParams();
  const [view, setView] = useState<View | null>(null);
  const { data, error, refetch, isFetching } = useQuery({
    ...inviteQuery(token),
    refetchOnWindowFocus: true,
  });
  const refused = isInvalid(error) ? error : null;
  const ended = refused?.code === "finished";
  const invalid = refused !== null && !ended;
  const title = data && shownTitle(data.test, languagesOf(data.test)).source;

  useEffect(() => {
    if (data) invitedIn(data.language);
  }, [data]);

  useEffect(() => {
    if (invalid) toast.error(t("invalidOrExpired"), { id: "invite" });
  }, [invalid]);
  useEffect(() => {
    if (title) document.title = t("pageTitle", { title });
    return () => {
      document.title = "Invigil";
    };
  }, [title]);

  if (refused) return ended ? <EndedInvite error={refused} /> : <InvalidInvite error={refused} />;
  if (!data) {
    return (
      <InviteFrame>
        {error ? (
          <ErrorState
            title={t("cannotBeLoaded")}
            detail={errorText(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <InviteSkeleton />
        )}
      </InviteFrame>
    );
  }
  const shown = data.invite.name_needed ? "name" : (view ?? firstView(data.invite));
  return (
    <InviteFrame company={data.company}>
      {shown === "name" && (
        <Suspense fallback={<InviteSkeleton />}>
          <NameView data={data} />
        </Suspense>
      )}
      {shown === "details" && <DetailsView data={data} onSchedule={() => setView("schedule")} />}
      {shown === "schedule" && (
        <ScheduleView data={data} onBack={() => setView(null)} onDone={() => setView("confirmed")} />
      )}
      {shown === "confirmed" && <ConfirmedView data={data} onReschedule={() => setView("schedule")} />}
    </InviteFrame>
  );
}
