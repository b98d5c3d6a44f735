import type { Assignments } from "@/api/types";
import { Spinner } from "@/ui/Spinner";
import { t } from "../texts";
import { itemsOf, type Scope } from "./draft";

interface Props {
  stored: Assignments;
  /** As they were saved. */
  scopes: readonly Scope[];
}

/** Number of answers of each person, once they are assigned. */
export function Outcome({ stored: { dealing, progress, people }, scopes }: Props) {
  if (dealing)
    return (
      <p role="status" className="flex items-center gap-2 text-sm">
        <Spinner className="size-4" /> {t("dealing")}
      </p>
    );
  const ids = [...new Set(itemsOf([...scopes]).map(({ reviewer_id }) => reviewer_id))];
  const rows = ids.map((id) => {
    const own = progress.find(({ reviewer_id }) => reviewer_id === id);
    const name = people.find((person) => person.id === id)?.full_name ?? own?.full_name ?? t("formerAccount");
    return { id, name, left: own?.left ?? 0, done: own?.done ?? 0 };
  });
  const empty = rows.filter(({ left, done }) => left + done === 0);
  const isWhole = scopes.some((scope) => scope.question_id === null && itemsOf([scope]).length > 1);
  return (
    <div role="status" className="space-y-3 text-sm">
      <ul aria-label={t("answersOfEach")} className="divide-y divide-line">
        {rows.map(({ id, name, left, done }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 py-2">
            <bdi className="min-w-0 truncate font-medium">{name}</bdi>
            <span className="shrink-0 text-ink-2 tabular-nums">
              {left > 0 ? t("toScore", { count: left }) : t("noneToScore")}
              {done > 0 && t("scoredToo", { count: done })}
            </span>
          </li>
        ))}
      </ul>
      {isWhole && (
        <p className={empty.length > 0 ? "toned tone-amber rounded-control p-3" : "text-muted"}>
          {empty.length > 0 && rows.length > empty.length && (
            <>
              {t.rich("gotNone", {
                names: <bdi key="names">{empty.map(({ name }) => name).join(", ")}</bdi>,
              })}{" "}
            </>
          )}
          {t("wholeText")}
        </p>
      )}
    </div>
  );
}
