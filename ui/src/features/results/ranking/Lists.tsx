import { useQueryClient } from "@tanstack/react-query";
import { errorText } from "@/api/client";
import type { RankingRow } from "@/api/ranking";
import { useUrlState } from "@/lib/url-state";
import { useSend } from "@/lib/useSend";
import { Pagination } from "@/ui/Pagination";
import { Tabs } from "@/ui/Tabs";
import { toast } from "@/ui/toast";
import { pageParams } from "../browse/params";
import { MAX_SELECTED } from "../browse/selection";
import { best, tiesGoOn } from "./best";
import { readColumns } from "./columns";
import { DecisionChips } from "./DecisionChips";
import { FilterBar } from "./FilterBar";
import { Listing } from "./Listing";
import { provisionalNote } from "./labels";
import { MatrixTable } from "./matrix/MatrixTable";
import { isMarked } from "./pass-mark/marks";
import { rankingQuery, type useMatrix, type useRanking, useSuspectKeys } from "./queries";
import { SimilarAnswers } from "./similar/SimilarAnswers";
import { Toolbar } from "./Toolbar";
import { RankingTable, type RankingTableProps } from "./table/RankingTable";
import { t } from "./texts";
import { isBestFirst, PAGE_SIZES, sizeParams, type View } from "./view";

/** How many are selected by one press. */
const TOP = 10;

/** Says so if more than ten share the places. */
const topLabel = ({ length }: RankingRow[], goesOn: boolean) =>
  length > TOP || goesOn
    ? t("selectTopTies", { top: TOP, count: `${length}${goesOn ? "+" : ""}` })
    : t("selectTop", { top: TOP });

/** Selects the best ten, with all who share the tenth place, also on pages that are not shown. */
function useSelectTop(test: string, view: View, total: number, onSelect: (rows: RankingRow[]) => void) {
  const client = useQueryClient();
  return useSend({
    mutationFn: async (first: RankingRow[]) => {
      const rows = [...first];
      for (let page = view.page + 1; tiesGoOn(rows, TOP) && rows.length < total; page += 1) {
        if (rows.length >= MAX_SELECTED) break;
        const more = await client.query(rankingQuery(test, { ...view, page }));
        if (more.rows.length === 0) break;
        rows.push(...more.rows);
      }
      return best(rows, TOP);
    },
    onSuccess: (rows) => {
      onSelect(rows.slice(0, MAX_SELECTED));
      if (rows.length > MAX_SELECTED) toast.error(t("moreTie", { max: MAX_SELECTED }));
    },
    onError: (error) => toast.error(t("selectFailed", { reason: errorText(error) })),
  });
}

const TABS = ["table", "matrix", "similar"] as const;
export type Tab = (typeof TABS)[number];
export const readTab = (text: string | null): Tab => TABS.find((tab) => tab === text) ?? "table";

interface Props
  extends Pick<RankingTableProps, "selection" | "onToggle" | "onTogglePage" | "onOpen" | "onDecide"> {
  test: string;
  view: View;
  tab: Tab;
  ranking: ReturnType<typeof useRanking>;
  matrix: ReturnType<typeof useMatrix>;
  onSelect: (rows: RankingRow[]) => void;
  onHelp: () => void;
}

/** The candidates of a test, as a table or by question, with the filters that both have; and similar answers. */
export function Lists(props: Props) {
  const { test, tab } = props;
  const { change } = useUrlState();
  return (
    <Tabs
      label={t("resultsOf")}
      value={tab}
      onChange={(value) => change({ view: value === "table" ? null : value, pair: null })}
      items={[
        { value: "table", label: t("candidates") },
        { value: "matrix", label: t("byQuestion") },
        { value: "similar", label: t("similar") },
      ]}
      beside={tab !== "similar" && <Tools {...props} />}
      listClassName="mb-2"
    >
      {tab === "similar" ? <SimilarAnswers test={test} /> : <Candidates {...props} />}
    </Tabs>
  );
}

const hasSections = ({ data }: Props["ranking"]) => (data?.sections.length ?? 0) > 1;

/** Beside the tabs, so that the list begins higher. */
function Tools({ test, view, tab, ranking, onSelect, onHelp }: Props) {
  const { params } = useUrlState();
  const { data } = ranking;
  const isDivided = hasSections(ranking);
  const rows = data?.rows ?? [];
  const top = tab === "table" && isBestFirst(view) && view.page === 1 ? best(rows, TOP) : null;
  const goesOn = tiesGoOn(rows, TOP) && rows.length < (data?.total ?? 0);
  const selectTop = useSelectTop(test, view, data?.total ?? 0, onSelect);
  return (
    <Toolbar
      test={test}
      columns={tab === "table" ? readColumns(params, isDivided) : null}
      isDivided={isDivided}
      top={
        top && {
          label: topLabel(top, goesOn),
          disabled: top.length === 0 || selectTop.isPending,
          onSelect: () => (goesOn ? selectTop.mutate(rows) : onSelect(top)),
        }
      }
      onHelp={onHelp}
    />
  );
}

function Candidates(props: Props) {
  const { test, view, tab, ranking, matrix } = props;
  const { params, change } = useUrlState();
  const { data } = ranking;
  const columns = readColumns(params, hasSections(ranking));
  const note = data && provisionalNote(data.field);
  const suspects = useSuspectKeys(test, tab === "matrix");
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {/* Its place is kept while it loads. */}
        <div className="min-h-10 min-w-0 sm:min-h-8">
          {data && <DecisionChips view={view} field={data.field} />}
        </div>
        <FilterBar view={view} marked={isMarked(data?.pass_mark)} reviewers={data?.reviewers ?? []} />
      </div>
      <Listing
        query={tab === "matrix" ? matrix : ranking}
        test={test}
        hasSubmissions={(data?.field.submissions ?? 0) > 0}
      >
        {tab === "matrix" && matrix.data && (
          <MatrixTable
            matrix={matrix.data}
            view={view}
            suspects={suspects}
            onOpen={props.onOpen}
            onRepair={(repair) => change({ repair })}
          />
        )}
        {tab === "table" && data && <RankingTable {...props} ranking={data} view={view} columns={columns} />}
      </Listing>
      {note && <p className="text-muted text-sm">{note}</p>}
      {data && data.total > 0 && (
        <Pagination
          page={view.page}
          totalPages={Math.ceil(data.total / view.size)}
          pageSize={view.size}
          pageSizes={PAGE_SIZES}
          onPage={(page) => change(pageParams(page))}
          onPageSize={(size) => change(sizeParams(size))}
        />
      )}
    </div>
  );
}
