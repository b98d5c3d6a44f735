import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { ResultDetail } from "@/api/types";
import { hasMiddle } from "@/features/staff-shared/few";
import { areas } from "../brief/brief";
import { t } from "../statistics/texts";
import { AreaBars } from "./AreaBars";
import { ScoreField } from "./ScoreField";
import { TimeBars } from "./TimeBars";

/** Sections, tags or kinds that are shown. */
const SHOWN = 8;

/** One candidate among all: where the score lies, and what went well. */
export function Standing({ detail }: { detail: ResultDetail }) {
  const { data } = useQuery({
    ...queryOf("/tests/{id}/statistics", { path: { id: detail.test_id }, query: {} }),
    retry: false,
  });
  const isPlaced = !detail.provisional && data !== undefined && hasMiddle(data.counted);
  const parts = areas(detail, data).slice(0, SHOWN);
  const usual = new Map(data?.questions.map((question) => [question.id, question.median_seconds ?? null]));
  const times = detail.answers.flatMap(({ id, number, seconds }) =>
    seconds === undefined ? [] : [{ id, number, seconds, usual: usual.get(id) ?? null }],
  );
  if (!isPlaced && parts.length < 2 && times.length < 2) return null;
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      {(isPlaced || times.length > 1) && (
        <div className="min-w-0 space-y-6">
          {isPlaced && (
            <section aria-label={t("among")}>
              <h3 className="mb-2 font-semibold text-sm">{t("among")}</h3>
              <ScoreField buckets={data.distribution} passMark={null} own={detail.final_score} />
            </section>
          )}
          {times.length > 1 && (
            <section aria-label={t("perQuestion")}>
              <h3 className="mb-2 font-semibold text-sm">{t("perQuestion")}</h3>
              <TimeBars times={times} />
            </section>
          )}
        </div>
      )}
      {parts.length > 1 && (
        <section aria-label={t("byPart")} className="min-w-0">
          <h3 className="mb-2 font-semibold text-sm">{t("byPart")}</h3>
          <AreaBars areas={parts} />
        </section>
      )}
    </div>
  );
}
