import { Archive, FileText, Plus, SearchX } from "lucide-react";
import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { ImportDialog } from "@/features/questions/files/ImportDialog";
import { GenerateDialog } from "@/features/questions/generate/GenerateDialog";
import { useFunnels } from "@/features/staff-shared/funnels";
import { useTests } from "@/features/staff-shared/queries";
import { useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { QueryError } from "@/ui/QueryError";
import { useFailureToast } from "@/ui/useFailureToast";
import { CreateMenu } from "./CreateMenu";
import { DraftList } from "./DraftList";
import { byFunnel, matching, readStatus, withStatus } from "./filter";
import { t } from "./list-texts";
import { useOfferedLanguages, waitingWords } from "./readiness/missing";
import { TestCard, TestCardSkeleton } from "./TestCard";
import { TestFilters } from "./TestFilters";
import { TestPanel } from "./TestPanel";

export function TestsTab() {
  const { params, change } = useUrlState();
  const navigate = useNavigate();
  const { mayAll } = useRights();
  const creates = mayAll("author");
  const funnels = useFunnels();
  const funnelOf = useMemo(() => new Map(funnels.data?.map((one) => [one.test_id, one])), [funnels.data]);
  const status = readStatus(params.get("status"));
  const query = useTests({ archived: status === "archived" });
  const { data, error, refetch, isFetching, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  useFailureToast(error && !data, t("dashboardFailed"));

  const tests = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  const search = params.get("q") ?? "";
  const type = params.get("type") ?? "all";
  useFailureToast(byFunnel(status) && funnels.error && !funnels.data, t("invitesFailed"));
  const shown = useMemo(
    () => withStatus(matching(tests ?? [], search, type), status, funnels.data),
    [tests, search, type, status, funnels.data],
  );
  const waiting = byFunnel(status) && funnels.isLoading;
  const offered = useOfferedLanguages(shown);

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <TestFilters
          search={search}
          type={type}
          status={status}
          onChange={(changes) => change(changes, { replace: true })}
        />
        {creates && <CreateMenu onOpen={(form) => change({ [form]: "1" })} />}
      </div>
      {creates && <DraftList />}
      {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
      {((!tests && !error) || waiting) && (
        <div role="status" aria-label={t("loading")} className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
          {[0, 1, 2, 3, 4, 5].map((card) => (
            <TestCardSkeleton key={card} />
          ))}
        </div>
      )}
      {tests?.length === 0 && status !== "archived" && (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            icon={<FileText />}
            title={t("noTests")}
            text={t("noTestsText")}
            action={
              creates && (
                <Button icon={Plus} onClick={() => navigate("/admin/create-test")}>
                  {t("createFirst")}
                </Button>
              )
            }
          />
        </div>
      )}
      {tests?.length === 0 && status === "archived" && (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            icon={<Archive />}
            title={t("noArchived")}
            text={t("noArchivedText")}
            action={
              <Button variant="secondary" onClick={() => change({ status: null })}>
                {t("showAll")}
              </Button>
            }
          />
        </div>
      )}
      {tests && tests.length > 0 && shown.length === 0 && !waiting && !isFetchingNextPage && (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            icon={<SearchX />}
            title={t("noMatch")}
            action={
              <Button variant="secondary" onClick={() => change({ q: null, type: null, status: null })}>
                {t("clearFilters")}
              </Button>
            }
          />
        </div>
      )}
      {shown.length > 0 && !waiting && (
        <ul aria-label={t("tests")} className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
          {shown.map((test) => (
            <li key={test.id} className="min-w-0">
              <TestCard
                test={test}
                funnel={funnelOf.get(test.id)}
                waiting={test.archived ? "" : waitingWords(test, offered)}
              />
            </li>
          ))}
        </ul>
      )}
      {isFetchNextPageError && !isFetchingNextPage && (
        <div className="flex justify-center">
          <Button variant="secondary" onClick={() => void fetchNextPage()}>
            {t("loadMore")}
          </Button>
        </div>
      )}
      {creates && params.get("generate") === "1" && (
        <GenerateDialog onClose={() => change({ generate: null })} />
      )}
      {creates && params.get("import") === "1" && (
        <ImportDialog target="tests" onClose={() => change({ import: null })} />
      )}
      {creates && params.get("new") === "1" && <TestPanel onClose={() => change({ new: null })} />}
    </div>
  );
}
