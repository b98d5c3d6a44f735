import { UsersRound } from "lucide-react";
import type { SeenBy as Seen } from "@/api/types";
import { t } from "@/features/questions/bank/texts";
import { formatDateTime } from "@/lib/format";
import { EmptyState } from "@/ui/EmptyState";
import { LoadMore } from "@/ui/LoadMore";
import { Person } from "@/ui/Person";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { useSeenBy } from "../queries";
import { optionLines, placeWords } from "./labels";

function Row({ seen }: { seen: Seen }) {
  const order = optionLines(seen.question);
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <Person name={seen.applicant_name} email={seen.applicant_email} />
        <p className="text-muted text-xs tabular-nums">{formatDateTime(seen.started_at)}</p>
      </div>
      <p className="text-sm">
        <bdi>{seen.test_title}</bdi>
        <span className="block text-muted text-xs tabular-nums">{placeWords(seen)}</span>
      </p>
      {order.length > 0 && (
        <p className="text-muted text-xs">
          {t.rich("optionsInOrder", { options: <bdi>{order.join(" · ")}</bdi> })}
        </p>
      )}
    </li>
  );
}

/** The candidates who got a question, and at which place of their paper. */
export function SeenBy({ id }: { id: string }) {
  const query = useSeenBy(id);
  const { data, error, refetch, isFetching } = query;
  if (error && !data)
    return <QueryError title={t("candidatesNotLoaded")} {...{ error, refetch, isFetching }} />;
  if (!data) return <SkeletonList rows={4} label={t("loadingCandidates")} />;
  const rows = data.pages.flatMap((page) => page.items);
  if (rows.length === 0)
    return <EmptyState icon={<UsersRound />} title={t("noneSaw")} text={t("noneSawText")} />;
  return (
    <>
      <ul aria-label={t("sawThis")} className="divide-y divide-line">
        {rows.map((seen) => (
          <Row key={seen.attempt_id} seen={seen} />
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  );
}
