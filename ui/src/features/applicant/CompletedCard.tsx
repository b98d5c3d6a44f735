import type { MyInvite, MySubmission } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { TestTitle } from "@/ui/TestTitle";
import { testOf } from "./labels";
import { t } from "./texts";

/** Under review until every written answer is scored; never a score (docs/behaviour/accounts.md#roles-and-permissions). */
export function ReviewBadge({ submission }: { submission: MySubmission | undefined }) {
  return submission?.under_review ? (
    <Badge tone="amber">{t("underReview")}</Badge>
  ) : (
    <Badge tone="green">{t("completed")}</Badge>
  );
}

interface CompletedProps {
  invite: MyInvite;
  submission: MySubmission | undefined;
  onDetails(): void;
}

export function CompletedCard({ invite, submission, onDetails }: CompletedProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-5">
      <div className="min-w-0 flex-1 basis-56">
        <h3 dir="auto" className="text-match font-semibold text-base">
          <TestTitle test={testOf(invite)} />
        </h3>
        {submission && (
          <p className="mt-0.5 text-muted">
            {t("submittedOn", { date: formatDateTime(submission.submitted_at) })}
          </p>
        )}
      </div>
      <ReviewBadge submission={submission} />
      <Button variant="ghost" size="sm" onClick={onDetails}>
        {t("testDetails")}
      </Button>
    </li>
  );
}
