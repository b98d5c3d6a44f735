import type { ReactNode } from "react";
import type { PassMarkPreview } from "@/api/ranking";
import { exactPercent } from "@/lib/score";
import { t } from "../tool-texts";

interface Crossing {
  title: string;
  count: number;
  rows: PassMarkPreview["now_pass"];
}

function Crossers({ title, count, rows }: Crossing) {
  if (count === 0) return null;
  return (
    <div>
      <h3 className="font-medium text-sm">{t("crossers", { title, count })}</h3>
      <ul
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        className="mt-1 max-h-40 overflow-y-auto text-ink-2 text-sm"
      >
        {rows.map(({ submission_id, applicant_name, score }) => (
          <li key={submission_id} className="flex justify-between gap-3 py-0.5">
            <bdi className="min-w-0 truncate">{applicant_name}</bdi>
            <span className="shrink-0 tabular-nums">{exactPercent(score)}</span>
          </li>
        ))}
        {count > rows.length && (
          <li className="text-muted">{t("andMore", { count: count - rows.length })}</li>
        )}
      </ul>
    </div>
  );
}

const strong = (inside: ReactNode) => <strong className="font-semibold">{inside}</strong>;

/** Effect of a pass mark, or of none. */
export function Preview({ marked, preview }: { marked: boolean; preview: PassMarkPreview }) {
  if (!marked) return <p className="text-sm">{t("withoutMark")}</p>;
  const { passed, failed, provisional, now_pass_count, now_fail_count, told_count } = preview;
  return (
    <div className="space-y-3">
      <p className="text-sm tabular-nums">
        {provisional > 0
          ? t.rich("passDontPending", { passed, failed, count: provisional, b: strong })
          : t.rich("passDont", { passed, failed, b: strong })}
      </p>
      {now_pass_count + now_fail_count === 0 && <p className="text-muted text-sm">{t("noneChanges")}</p>}
      <Crossers title={t("nowPass")} count={now_pass_count} rows={preview.now_pass} />
      <Crossers title={t("noLongerPass")} count={now_fail_count} rows={preview.now_fail} />
      {told_count > 0 && (
        <p className="toned tone-amber rounded-control px-3 py-2 text-sm">
          {t("alreadyTold", { count: told_count })}
        </p>
      )}
    </div>
  );
}
