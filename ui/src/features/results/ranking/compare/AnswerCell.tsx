import { clsx } from "clsx";
import type { Comparison } from "@/api/ranking";
import { spent } from "@/lib/format";
import { lookOf } from "../matrix/looks";
import { None } from "../table/cells";
import { t } from "../texts";

type Answer = Comparison["candidates"][number]["answers"][number];

/** One answer as text, never as markup, with its points. */
export function AnswerCell({ answer, isCode }: { answer: Answer | undefined; isCode: boolean }) {
  if (!answer) return <None title={t("notOnPaper")} />;
  const status = answer.status === "wrong" ? (answer.answer ? "wrong" : "unanswered") : answer.status;
  const { symbol, label, tone } = lookOf({ ...answer, status });
  return (
    <div className="space-y-1.5">
      <p className="flex flex-wrap items-center gap-2 text-muted text-xs tabular-nums">
        <span className={`toned tone-${tone} rounded-sm px-1.5 py-0.5`}>
          <span aria-hidden="true">{symbol} </span>
          {answer.earned === null
            ? t(label)
            : t("answerPoints", { label: t(label), earned: answer.earned, points: answer.points })}
        </span>
        {answer.scored_by_ai && (
          <span className="toned tone-violet rounded-sm px-1.5 py-0.5">{t("scoredByAi")}</span>
        )}
        {spent(answer.seconds)}
      </p>
      <p
        dir={isCode ? "ltr" : "auto"}
        className={clsx("whitespace-pre-wrap break-words", isCode && "font-mono text-xs leading-5")}
      >
        {answer.answer}
      </p>
    </div>
  );
}
