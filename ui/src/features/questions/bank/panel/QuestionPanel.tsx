import { useQuery } from "@tanstack/react-query";
import { t } from "@/features/questions/bank/texts";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { SlideOver } from "@/ui/SlideOver";
import { bankQuestion } from "../queries";
import { LoadedPanel } from "./LoadedPanel";
import type { PanelView } from "./view";

interface Props {
  /** Null for a new question. */
  id: string | null;
  view: PanelView;
  onView: (view: PanelView) => void;
  onClose: () => void;
}

/** A question of the bank: its form, its versions, and who saw it. */
export function QuestionPanel({ id, ...rest }: Props) {
  return id === null ? <LoadedPanel read={null} {...rest} /> : <StoredQuestion id={id} {...rest} />;
}

function StoredQuestion({ id, ...rest }: Props & { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(bankQuestion(id));
  if (data) return <LoadedPanel read={data} {...rest} />;
  return (
    <SlideOver open wide onOpenChange={(open) => !open && rest.onClose()} title={t("question")}>
      {error ? (
        <QueryError title={t("questionNotLoaded")} {...{ error, refetch, isFetching }} />
      ) : (
        <div role="status" aria-label={t("loadingQuestion")} className="space-y-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-28" />
          <Skeleton className="h-44" />
        </div>
      )}
    </SlideOver>
  );
}
