import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useParams } from "react-router-dom";
import { ApiFailure, errorText } from "@/api/client";
import type { RankingRow } from "@/api/ranking";
import { ReviewingSection } from "@/features/scoring/reviewing/ReviewingSection";
import { useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { ErrorState } from "@/ui/ErrorState";
import { KeysDialog } from "@/ui/KeysDialog";
import { PageSpinner } from "@/ui/Spinner";
import { keyWords } from "../browse/keys";
import { useKeys } from "../browse/useKeys";
import { useOpened } from "../browse/useOpened";
import { useSelectAll } from "../browse/useSelectAll";
import { useSelection } from "../browse/useSelection";
import { ResultPanel } from "../ResultPanel";
import { CompareView } from "./compare/CompareView";
import { DecisionBar } from "./decision/DecisionBar";
import { useDecide } from "./decision/useDecide";
import { Figures } from "./Figures";
import { Lists, readTab } from "./Lists";
import { LettersDialog } from "./letters/LettersDialog";
import { PassMark } from "./pass-mark/PassMark";
import { rankingQuery, useMatrix, useRanking } from "./queries";
import { RepairsSection } from "./repairs/RepairsSection";
import { t } from "./texts";
import { useLostSort } from "./useLostSort";
import { readView } from "./view";

const TestReport = lazy(() => import("./report/TestReport"));

const NO_ROWS: RankingRow[] = [];

/** The results of one test, in its page: from all submissions to those to be invited. */
export default function RankingPage() {
  const { id: test = "" } = useParams();
  const { may } = useRights();
  const { params, change } = useUrlState();
  const view = readView(params);
  const tab = readTab(params.get("view"));
  const compared = params.get("compare");
  const ranking = useRanking(test, view);
  const matrix = useMatrix(test, view, tab === "matrix");
  useLostSort(ranking.error, view, change);
  const { data, error } = ranking;
  const rows = data?.rows ?? NO_ROWS;
  const ids = useMemo(() => rows.map(({ submission_id }) => submission_id), [rows]);
  const { selection, clear, onUpdate, ...selecting } = useSelection(rows);
  const client = useQueryClient();
  const more = useSelectAll(
    data?.total ?? 0,
    async (page, size) => (await client.query(rankingQuery(test, { ...view, page, size }))).rows,
    selecting.onSelect,
  );
  const [help, setHelp] = useState(false);
  const [isSendingLetters, setSendingLetters] = useState(false);
  const list = { rows: ids, page: data?.page ?? 0, total: data?.total ?? 0 };
  const { opened, place, move, open, close } = useOpened(view, list);
  const deciding = useDecide(open);
  useKeys({
    rows: ids,
    opened,
    onMove: move,
    onDecide: (id, value) => {
      const row = rows.find(({ submission_id }) => submission_id === id);
      if (row && may("decide", test)) deciding.decide(row, value);
    },
    onSelect: (id) => selecting.onToggle(id, false),
    onHelp: () => setHelp(true),
  });

  if (params.has("print"))
    return (
      <Suspense fallback={<PageSpinner within label={t("loadingReport")} />}>
        <TestReport
          test={test}
          selected={params.get("print") === "selected" ? [...selection.rows.values()] : []}
          onBack={() => change({ print: null })}
        />
      </Suspense>
    );
  const missing = !data && error instanceof ApiFailure && error.status === 404;
  return (
    <>
      <div className="space-y-3">
        {missing && <ErrorState title={t("noTest")} detail={errorText(error)} />}
        {!missing && !compared && (
          <div className="flex flex-wrap gap-2">
            <Figures test={test} ranking={data}>
              <PassMark test={test} ranking={data} />
            </Figures>
            {data && may("score", test) && <ReviewingSection test={test} questions={data.questions} />}
          </div>
        )}
        {!missing && data && <RepairsSection test={test} questions={data.questions} />}
        {!missing && compared && (
          <CompareView
            ids={compared}
            onBack={() => change({ compare: null })}
            onOpen={open}
            onDecide={deciding.decide}
          />
        )}
        {!missing && !compared && (
          <>
            <Lists
              test={test}
              view={view}
              tab={tab}
              ranking={ranking}
              matrix={matrix}
              selection={selection}
              {...selecting}
              onOpen={open}
              onDecide={deciding.decide}
              onHelp={() => setHelp(true)}
            />
            <DecisionBar
              test={test}
              selection={selection}
              shown={rows}
              sections={(data?.sections ?? []).map(({ label }) => label)}
              deciding={deciding}
              onCompare={(_, ids) => change({ compare: ids })}
              onSendLetters={() => setSendingLetters(true)}
              onUpdate={onUpdate}
              more={more}
              onClear={clear}
            />
          </>
        )}
      </div>
      {opened && <ResultPanel id={opened} place={place} deciding={deciding} onMove={move} onClose={close} />}
      {isSendingLetters && (
        <LettersDialog rows={[...selection.rows.values()]} onClose={() => setSendingLetters(false)} />
      )}
      <KeysDialog open={help} onOpenChange={setHelp} keys={keyWords()} />
    </>
  );
}
