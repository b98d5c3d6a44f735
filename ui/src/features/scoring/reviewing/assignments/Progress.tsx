import type { Assignments } from "@/api/types";
import { t } from "../texts";

/** How far each reviewer is. */
export function Progress({ progress }: { progress: Assignments["progress"] }) {
  if (progress.length === 0) return null;
  return (
    <ul aria-label={t("progress")} className="grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
      {progress.map(({ reviewer_id, full_name, assigned, done, left }) => (
        <li key={reviewer_id} className="min-w-0">
          <p className="flex items-baseline justify-between gap-3 text-sm">
            <bdi className="min-w-0 truncate font-medium">{full_name}</bdi>
            <span className="shrink-0 text-muted text-xs tabular-nums">
              {left > 0
                ? t("answersLeft", { count: left, assigned })
                : done > 0
                  ? t("allScored", { count: done })
                  : t("noAnswerYet")}
            </span>
          </p>
          <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-subtle">
            <div
              className="h-full rounded-full bg-primary"
              style={{ width: `${assigned === 0 ? 0 : (100 * done) / assigned}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
