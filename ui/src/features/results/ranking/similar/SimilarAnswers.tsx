import { ScanSearch } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Similarity, SimilarPair } from "@/api/ranking";
import { JobProgress } from "@/features/staff-shared/jobs/JobProgress";
import { useRunningJob } from "@/features/staff-shared/jobs/queries";
import { useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { EmptyState } from "@/ui/EmptyState";
import { Pagination } from "@/ui/Pagination";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { Spinner } from "@/ui/Spinner";
import { t } from "../tool-texts";
import { PAGE_SIZES } from "../view";
import { groupsOf, type SimilarGroup } from "./groups";
import { comparedWords, pairKey, shareWords } from "./labels";
import { PairRow } from "./PairRow";
import { useCompare, useFinding, useSimilarity } from "./queries";

/** The maximum: people who share a text stand in one group only if their pairs are on one page. */
const FIRST_SIZE = 200;
/** Names that a closed group shows. */
const NAMED = 6;

/** Several people who share a text, as one line; their pairs are inside. */
function Group({ group, open, children }: { group: SimilarGroup; open: boolean; children: ReactNode }) {
  const { pairs, people, least, most } = group;
  const [pair] = pairs;
  const names = people.slice(0, NAMED).map(({ name }) => name);
  const more = people.length - names.length;
  return (
    <li>
      <details open={open || undefined}>
        <summary className="cursor-pointer px-5 py-3 text-sm">
          <span className="ms-1 inline-grid w-[calc(100%-1.5rem)] gap-x-6 align-top sm:grid-cols-[minmax(0,1fr)_auto]">
            <span className="min-w-0">
              <span className="font-medium text-base">{t("peopleShare", { count: people.length })}</span>
              <span dir="auto" className="my-0.5 block text-ink-2">
                {more > 0 ? t("namesMore", { names: names.join(", "), count: more }) : names.join(", ")}
              </span>
              <span dir="auto" className="line-clamp-2 block text-muted text-xs">
                {pair?.question_number != null && `${t("questionNumber", { number: pair.question_number })} `}
                {pair?.question ?? t("lostQuestion")}
              </span>
            </span>
            <span className="tabular-nums sm:w-44 sm:text-end">
              <span
                aria-hidden="true"
                className="mb-1.5 ms-auto block h-1.5 w-28 overflow-hidden rounded-full bg-subtle max-sm:hidden"
              >
                <span className="block h-full bg-primary" style={{ width: `${most * 100}%` }} />
              </span>
              {t.rich("alikePairs", {
                share:
                  least === most
                    ? shareWords(most)
                    : t("fromTo", { least: shareWords(least), most: shareWords(most) }),
                count: pairs.length,
                small: (inside) => <span className="text-muted text-xs">{inside}</span>,
              })}
            </span>
          </span>
        </summary>
        <ul className="divide-y divide-line border-line border-t ps-6">{children}</ul>
      </details>
    </li>
  );
}

function Pairs({ test, similarity, all }: { test: string; similarity: Similarity; all: boolean }) {
  const { params, change } = useUrlState();
  const opened = params.get("pair");
  const finding = useFinding(test, similarity.version);
  if (similarity.pairs.length === 0) {
    return (
      <EmptyState
        icon={<ScanSearch />}
        title={all ? t("noneAlike") : t("noneAbove")}
        text={t("shortAnswers")}
      />
    );
  }
  const row = (pair: SimilarPair) => {
    const key = pairKey(pair);
    return (
      <PairRow
        key={key}
        test={test}
        pair={pair}
        open={opened === key}
        busy={finding.isPending}
        onToggle={() => change({ pair: opened === key ? null : key }, { replace: true })}
        onFind={(value) => finding.mutate({ pair, finding: value })}
      />
    );
  };
  return (
    <ul className="divide-y divide-line">
      {groupsOf(similarity.pairs).map((group) =>
        group.people.length > 2 ? (
          <Group key={group.key} group={group} open={group.pairs.some((pair) => pairKey(pair) === opened)}>
            {group.pairs.map(row)}
          </Group>
        ) : (
          group.pairs.map(row)
        ),
      )}
    </ul>
  );
}

/** Pairs of similar answers of a test, for a person to read (docs/behaviour/results.md#similarity). */
export function SimilarAnswers({ test }: { test: string }) {
  const { params, change } = useUrlState();
  const all = params.get("pairs") === "all";
  const [limit, setLimit] = useState(FIRST_SIZE);
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching } = useSimilarity(test, { all, page, limit });
  const compare = useCompare(test);
  const { may } = useRights();
  const running = data?.running ?? null;
  const job = useRunningJob("comparison", { test }, running !== null);
  return (
    <Card
      flush
      title={t("similar")}
      description={
        <>
          {t("similarText")}
          {data && comparedWords(data) && <span className="block">{comparedWords(data)}</span>}
        </>
      }
      actions={
        may("decide", test) && (
          <Button
            variant={data?.compared_at ? "secondary" : "primary"}
            busy={compare.isPending || running !== null}
            onClick={() => compare.mutate()}
          >
            {data?.compared_at ? t("compareAgain") : t("compareAnswers")}
          </Button>
        )
      }
    >
      {job && (
        <div className="px-5 py-3">
          <JobProgress job={job} />
        </div>
      )}
      {running !== null && !job && (
        <p role="status" className="flex items-center gap-2 px-5 py-3 text-sm">
          <Spinner className="size-4" /> {t("comparing", { percent: running })}
        </p>
      )}
      {error && !data && <QueryError title={t("similarFailed")} {...{ error, refetch, isFetching }} />}
      {!data && !error && <Skeleton className="m-5 h-32" />}
      {data && data.compared_at === null && running === null && (
        <EmptyState icon={<ScanSearch />} title={t("notCompared")} text={t("comparingTakes")} />
      )}
      {data && data.compared_at !== null && (
        <>
          <div className="border-line border-b px-5 py-2">
            <Checkbox
              label={t("showBelow")}
              checked={all}
              onChange={(event) => {
                setPage(1);
                change({ pairs: event.target.checked ? "all" : null, pair: null });
              }}
            />
          </div>
          <Pairs test={test} similarity={data} all={all} />
          {data.total > data.pairs.length && (
            <div className="border-line border-t px-5 py-3">
              <Pagination
                page={page}
                totalPages={Math.ceil(data.total / limit)}
                pageSize={limit}
                pageSizes={PAGE_SIZES}
                onPage={setPage}
                onPageSize={(size) => {
                  setLimit(size);
                  setPage(1);
                }}
              />
            </div>
          )}
        </>
      )}
    </Card>
  );
}
