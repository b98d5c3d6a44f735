import type { ReactNode } from "react";
import type { Ranking } from "@/api/ranking";
import { exactPercent } from "@/lib/score";
import { Skeleton } from "@/ui/Skeleton";
import { isMarked } from "./pass-mark/marks";

const percent = (value: number | null) => (value === null ? "–" : exactPercent(value));

function figures({ field, pass_mark }: Ranking): [string, ReactNode][] {
  return [
    ["Submissions", field.submissions.toLocaleString("en")],
    ["Mean score", percent(field.mean)],
    ["Median score", percent(field.median)],
    [
      "Passed",
      field.passed === null || !isMarked(pass_mark)
        ? "No pass mark"
        : `${field.passed.toLocaleString("en")} of ${field.final.toLocaleString("en")}`,
    ],
  ];
}

const LOADING: [string, ReactNode][] = ["Submissions", "Mean score", "Median score", "Passed"].map((name) => [
  name,
  <Skeleton key={name} className="my-0.5 h-5 w-16 lg:my-1" />,
]);

/** Figures of all final results of the test, with the editor of the pass mark. */
export function Figures({ ranking, children }: { ranking: Ranking | undefined; children: ReactNode }) {
  return (
    <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-[repeat(4,1fr)_auto]">
      {(ranking ? figures(ranking) : LOADING).map(([name, value]) => (
        <div key={name} className="min-w-0 bg-surface px-3 py-3 lg:px-5">
          <dt className="text-muted text-xs lg:text-sm">{name}</dt>
          <dd className="mt-0.5 font-semibold text-base tabular-nums lg:text-xl">{value}</dd>
        </div>
      ))}
      <div className="min-w-0 bg-surface px-3 py-3 max-sm:col-span-2 lg:px-5">{children}</div>
    </dl>
  );
}
