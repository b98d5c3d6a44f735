import { clsx } from "clsx";
import { CircleCheck, CircleMinus, StickyNote } from "lucide-react";
import type { RankingRow } from "@/api/ranking";
import { languageTag } from "@/i18n";
import { Badge } from "@/ui/Badge";
import { rowMark } from "../../browse/useKeys";
import { flagWords } from "../labels";
import { t } from "../texts";

export const None = ({ title = t("none") }: { title?: string }) => (
  <span className="text-muted">
    <span aria-hidden="true" title={title}>
      –
    </span>
    <span className="sr-only">{title}</span>
  </span>
);

export function Rank({ row }: { row: Pick<RankingRow, "rank" | "provisional"> & Partial<RankingRow> }) {
  if (row.rank === null) return <None title={row.provisional ? t("noRankYet") : t("noRank")} />;
  return <span className="font-semibold tabular-nums">{row.rank}</span>;
}

interface NameProps {
  row: Pick<RankingRow, "submission_id" | "applicant_name"> & Partial<RankingRow>;
  /** In one line, where the desk is wide. */
  line?: boolean;
  onOpen: () => void;
}

/** Opens the result; the element of a row that takes the focus. */
export function Name({ row, line = false, onOpen }: NameProps) {
  const { applicant_name, applicant_email, notes = 0 } = row;
  return (
    <div
      className={clsx("min-w-0", line && "min-[87rem]:flex min-[87rem]:items-baseline min-[87rem]:gap-2.5")}
    >
      <p className={clsx("flex min-w-0 items-center gap-1.5", line && "min-[87rem]:max-w-3/5 shrink-0")}>
        <button
          type="button"
          {...rowMark(row.submission_id)}
          title={applicant_name}
          onClick={onOpen}
          className="min-h-6 truncate rounded-sm text-start font-medium hover:underline max-lg:-my-2 max-lg:min-h-10"
        >
          <bdi>{applicant_name}</bdi>
        </button>
        {notes > 0 && (
          <span className="inline-flex shrink-0 items-center gap-0.5 text-muted text-xs tabular-nums">
            <StickyNote aria-hidden="true" className="size-3" />
            <span className="sr-only">{t("noteCount", { count: notes })}</span>
            <span aria-hidden="true">{notes}</span>
          </span>
        )}
      </p>
      {applicant_email && (
        <p className="min-w-0 truncate text-muted text-xs" title={applicant_email}>
          {applicant_email}
        </p>
      )}
    </div>
  );
}

/** Points in a section; pale while an answer there waits for a review. */
export function SectionPoints({ points }: { points: RankingRow["sections"][number] | undefined }) {
  if (!points) return <None title={t("notOnPaper")} />;
  return (
    <span className={clsx("whitespace-nowrap tabular-nums", points.pending && "text-muted")}>
      {t.rich("sectionPoints", {
        earned: points.earned.toLocaleString(languageTag(), { maximumFractionDigits: 2 }),
        points: points.points,
        of: (inside) => <span className="text-muted text-xs">{inside}</span>,
      })}
      {points.pending && (
        <span className="block text-xs min-[87rem]:ms-1 min-[87rem]:inline">{t("soFar")}</span>
      )}
    </span>
  );
}

export function Passed({ passed }: { passed: boolean | null }) {
  if (passed === null) return <None title={t("notKnown")} />;
  const Icon = passed ? CircleCheck : CircleMinus;
  return (
    <Badge tone={passed ? "green" : "grey"} icon={<Icon aria-hidden="true" className="size-3" />}>
      {passed ? t("passed") : t("below")}
    </Badge>
  );
}

/** `low`: the kinds on demand, so that a row stays low. */
export function Signals({ row, low = false }: { row: Pick<RankingRow, "flags">; low?: boolean }) {
  if (row.flags.total === 0) return <None />;
  if (low)
    return (
      <span title={flagWords(row.flags)} className="font-medium text-sm tabular-nums">
        {row.flags.total}
        <span className="sr-only">: {flagWords(row.flags)}</span>
      </span>
    );
  return (
    <div className="text-xs">
      <p className="font-medium text-sm tabular-nums">{row.flags.total}</p>
      <p className="w-28 text-muted">{flagWords(row.flags)}</p>
    </div>
  );
}
