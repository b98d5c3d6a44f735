import { AccountHeader } from "@/features/staff-shared/AccountHeader";
import { t as shell } from "@/features/staff-shared/shell-texts";
import { useLiveRefresh } from "@/lib/live-refresh";
import { useRights } from "@/lib/rights";
import { ButtonLink } from "@/ui/Button";
import { SkipLink } from "@/ui/SkipLink";
import { Tabs } from "@/ui/Tabs";
import { AssignedAnswers } from "./AssignedAnswers";
import { useAssigned } from "./queries";
import { t } from "./texts";

/** The page of a reviewer; the only one without further roles. */
export default function ReviewerPage() {
  const { any } = useRights();
  const { data } = useAssigned();
  useLiveRefresh();
  return (
    <div className="min-h-dvh">
      <title>{t("pageTitle")}</title>
      <SkipLink label={shell("skipToContent")} />
      <AccountHeader>
        {any && (
          <ButtonLink variant="ghost" to="/admin">
            {t("dashboard")}
          </ButtonLink>
        )}
      </AccountHeader>
      <main id="main">
        <Tabs
          label={t("reviewing")}
          value="review"
          onChange={() => undefined}
          listClassName="sticky top-14 z-20 short:top-0 border-line border-b bg-surface"
          innerClassName="mx-auto max-w-desk border-b-0 px-4 sm:px-6"
          items={[{ value: "review", label: t("review"), count: data?.left || undefined, urgent: true }]}
        >
          <div className="mx-auto max-w-desk px-4 py-6 sm:px-6">
            <AssignedAnswers />
          </div>
        </Tabs>
      </main>
    </div>
  );
}
