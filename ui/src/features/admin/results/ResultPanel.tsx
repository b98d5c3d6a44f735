import { History, PenLine, Printer } from "lucide-react";
import { errorText } from "@/api/client";
import { ButtonLink } from "@/ui/Button";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { SlideOver } from "@/ui/SlideOver";
import { useFailureToast } from "@/ui/useFailureToast";
import { useResult } from "../queries";
import { MoreActions } from "./MoreActions";
import { isNamed } from "./naming";
import { ResultContent } from "./ResultContent";

export function ResultPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useResult(id);
  useFailureToast(error && !data, "Failed to load result details");
  return (
    <SlideOver
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Test Result Details"
      footer={
        data && (
          <>
            <ButtonLink
              variant="secondary"
              to={`/admin?tab=results&history=${encodeURIComponent(id)}`}
              icon={<History aria-hidden="true" className="size-4" />}
            >
              History
            </ButtonLink>
            {isNamed(data) && data.answers.some((answer) => answer.question_type !== "multiple_choice") && (
              <ButtonLink
                variant="secondary"
                to={`/admin?tab=scoring&submission=${encodeURIComponent(id)}`}
                icon={<PenLine aria-hidden="true" className="size-4" />}
              >
                Review & Score
              </ButtonLink>
            )}
            <ButtonLink
              variant="secondary"
              to={`/admin?tab=results&report=${encodeURIComponent(id)}`}
              icon={<Printer aria-hidden="true" className="size-4" />}
            >
              Printable report
            </ButtonLink>
            <MoreActions detail={data} onClose={onClose} />
          </>
        )
      }
    >
      {error && !data && (
        <ErrorState
          title="This result could not be loaded"
          detail={errorText(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading the result" className="space-y-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-14" />
          <Skeleton className="h-28" />
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
        </div>
      )}
      {data && <ResultContent detail={data} />}
    </SlideOver>
  );
}
