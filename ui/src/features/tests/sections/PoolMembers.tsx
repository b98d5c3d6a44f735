import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import type { BankQuestion } from "@/api/types";
import { Tags } from "@/features/questions/bank/Badges";
import { difficultyLabel, nameOf } from "@/features/questions/bank/labels";
import { DRAW_MAX, type PoolItem } from "@/features/questions/content/sections";
import { wholeNumber } from "@/features/questions/form/rules";
import { formatCount, kindLabel } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { SkeletonList } from "@/ui/Skeleton";
import { t } from "./texts";
import { COUNT_MAX, useMembers } from "./useReady";

/** Rows before the others are asked for, and squares of the picture. */
const FIRST = 10;
const SQUARES = 60;

/** One square for each question, full ones for those that a paper gets. */
export function DrawnShare({ draw, of }: { draw: string; of: number }) {
  const drawn = wholeNumber(draw, 1, DRAW_MAX) ?? 0;
  if (of === 0 || of > SQUARES || drawn > of) return null;
  return (
    <span aria-hidden="true" className="my-3 flex flex-wrap gap-1">
      {Array.from({ length: of }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: squares are all alike
          key={index}
          className={`size-4 rounded-sm ${index < drawn ? "bg-primary" : "border border-line-strong/60 bg-subtle"}`}
        />
      ))}
    </span>
  );
}

function Row({ question }: { question: BankQuestion }) {
  const name = nameOf(question);
  return (
    <li className="grid items-center gap-x-4 gap-y-1 px-5 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_8rem_5rem] xl:grid-cols-[minmax(0,1fr)_11rem_9rem_5rem]">
      <Link
        to={`/admin?tab=bank&question=${question.id}`}
        dir="auto"
        title={name}
        className="truncate font-medium leading-6 hover:underline"
      >
        {name}
      </Link>
      <span className="max-xl:hidden">
        <Tags tags={question.tags} />
      </span>
      <span className="text-ink-2 max-sm:text-xs">{kindLabel(question.type)}</span>
      <span className="text-muted max-sm:hidden">
        {question.difficulty && difficultyLabel(question.difficulty)}
      </span>
    </li>
  );
}

/** The questions that a pool draws from now. */
export function PoolMembers({
  pool,
  pinned,
  actions,
}: {
  pool: PoolItem;
  pinned: string[];
  actions: ReactNode;
}) {
  const members = useMembers(pool, pinned);
  const [all, setAll] = useState(false);
  const some = all ? members?.questions : members?.questions.slice(0, FIRST);
  return (
    <Card flush title={t("ofPool")} actions={<div className="-my-1">{actions}</div>}>
      {!some && (pool.tags.length > 0 || pool.question_ids.length > 0) && (
        <SkeletonList rows={4} label={t("ofPool")} />
      )}
      {some && some.length > 0 && (
        <ul aria-label={t("ofPool")} className="divide-y divide-line">
          {some.map((question) => (
            <Row key={question.id} question={question} />
          ))}
        </ul>
      )}
      {members && !all && members.questions.length > FIRST && (
        <p className="border-line border-t px-3 py-1.5">
          <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
            {t("showAll", { count: members.questions.length })}
          </Button>
        </p>
      )}
      {members && !members.whole && (
        <p className="border-line border-t px-5 py-2 text-muted text-xs">
          {t("notAllListed", { max: formatCount(COUNT_MAX) })}
        </p>
      )}
    </Card>
  );
}
