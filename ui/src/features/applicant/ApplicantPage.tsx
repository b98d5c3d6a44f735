import { ClipboardList } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Receipt } from "@/features/receipt/Receipt";
import { Undelivered } from "@/features/receipt/Undelivered";
import { useReceipt } from "@/features/receipt/useReceipt";
import { useSession } from "@/stores/session";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { ApplicantHeader } from "./ApplicantHeader";
import { CompletedCard } from "./CompletedCard";
import { Counts } from "./Counts";
import { type Details, TestDetails } from "./TestDetails";
import { t } from "./texts";
import { UnprovenCard } from "./UnprovenCard";
import { UpcomingCard } from "./UpcomingCard";
import { useMyTests } from "./useMyTests";

interface ListProps {
  title: string;
  loading: boolean;
  empty: ReactNode;
  children: ReactNode[];
}

function List({ title, loading, empty, children }: ListProps) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h2 id={id} className="font-semibold text-base">
        {title}
      </h2>
      {children.length > 0 ? (
        <ul className="space-y-3">{children}</ul>
      ) : (
        <div className="rounded-card border border-line bg-surface">
          {loading ? <SkeletonList rows={2} label={t("loading", { title })} /> : empty}
        </div>
      )}
    </section>
  );
}

/** /applicant (docs/behaviour/screens.md#screens). No score is shown here, and the API sends none. */
export default function ApplicantPage() {
  const user = useSession((state) => state.user);
  const { upcoming, completed, loading, failure, refetch, fetching } = useMyTests();
  const [details, setDetails] = useState<Details | null>(null);
  const { receipt, dismiss } = useReceipt();
  const unproven = user?.mailbox_proven === false;
  return (
    <>
      <ApplicantHeader />
      <main className="mx-auto max-w-3xl space-y-6 px-4 pt-6 pb-12 sm:px-6">
        {receipt && <Receipt receipt={receipt} onDismiss={dismiss} />}
        <Undelivered />
        <Counts upcoming={upcoming.length} completed={completed.length} loading={loading} />
        {failure ? (
          <div className="rounded-card border border-line bg-surface">
            <ErrorState
              title={t("unableToLoad", { failure })}
              detail={t("contactSupport")}
              busy={fetching}
              onRetry={refetch}
            />
          </div>
        ) : (
          <>
            <List
              title={t("upcoming")}
              loading={loading}
              empty={
                unproven ? (
                  <UnprovenCard />
                ) : (
                  <EmptyState
                    icon={<ClipboardList />}
                    title={t("noUpcomingTests")}
                    text={t("upcomingAppearHere")}
                  />
                )
              }
            >
              {upcoming.map((invite) => (
                <UpcomingCard key={invite.id} invite={invite} onDetails={() => setDetails({ invite })} />
              ))}
            </List>
            <List
              title={t("completed")}
              loading={loading}
              empty={<EmptyState title={t("noCompletedTests")} text={t("completedAppearHere")} />}
            >
              {completed.map(({ invite, submission }) => (
                <CompletedCard
                  key={invite.id}
                  invite={invite}
                  submission={submission}
                  onDetails={() => setDetails({ invite, submission })}
                />
              ))}
            </List>
          </>
        )}
      </main>
      <TestDetails details={details} onClose={() => setDetails(null)} />
    </>
  );
}
