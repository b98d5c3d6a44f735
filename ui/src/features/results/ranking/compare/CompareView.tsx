import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import type { DecisionValue } from "@/api/ranking";
import { Button } from "@/ui/Button";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import type { Decidable } from "../decision/decidable";
import { compareQuery } from "../queries";
import { t } from "../texts";
import { CompareTable } from "./CompareTable";

interface Props {
  ids: string;
  onBack: () => void;
  onOpen: (id: string) => void;
  onDecide: (row: Decidable, value: DecisionValue | null) => void;
}

/** Up to four candidates side by side. */
export function CompareView({ ids, onBack, onOpen, onDecide }: Props) {
  const { data, error, refetch, isFetching } = useQuery(compareQuery(ids));
  return (
    <div className="space-y-2">
      <Button variant="ghost" className="-ms-4" icon={ArrowLeft} turns onClick={onBack}>
        {t("backToTable")}
      </Button>
      <div className="overflow-clip rounded-card border border-line bg-surface">
        {error && !data && <QueryError title={t("notCompared")} {...{ error, refetch, isFetching }} />}
        {!data && !error && (
          <div role="status" aria-label={t("loadingComparison")} className="space-y-3 p-5">
            <Skeleton className="h-12" />
            <Skeleton className="h-40" />
            <Skeleton className="h-64" />
          </div>
        )}
        {data && <CompareTable comparison={data} onOpen={onOpen} onDecide={onDecide} />}
      </div>
    </div>
  );
}
