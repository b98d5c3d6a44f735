import { Download, FileUp, Library, MoreHorizontal, Plus, SearchX, Sparkles } from "lucide-react";
import { useState } from "react";
import { useUrlState } from "@/lib/url-state";
import { Button, IconButton } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { LoadMore } from "@/ui/LoadMore";
import { Menu } from "@/ui/Menu";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";
import { ExportDialog } from "../files/ExportDialog";
import { ImportDialog } from "../files/ImportDialog";
import { useBankExport } from "../files/useExport";
import { GenerateDialog } from "../generate/GenerateDialog";
import { BankFilterBar } from "./BankFilterBar";
import { BankTable } from "./BankTable";
import { filterParams, isFiltered, NO_FILTERS, readFilters } from "./filters";
import { QuestionPanel } from "./panel/QuestionPanel";
import { NEW, readPanelView } from "./panel/view";
import { useBank, useListFigures } from "./queries";
import { t } from "./texts";

/** All questions that tests can share. */
export default function BankTab() {
  const { params, change } = useUrlState();
  const filters = readFilters(params);
  const query = useBank(filters);
  const { data, error, refetch, isFetching, isPlaceholderData } = query;
  const figures = useListFigures(filters, query);
  useFailureToast(error && !data, t("bankFailed"));
  const questions = data?.pages.flatMap((page) => page.items);
  const opened = params.get("question");
  const create = () => change({ question: NEW, view: null });
  const [isGenerating, setGenerating] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const save = useBankExport(filters);
  const small = "size-4 text-muted";

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <BankFilterBar
          filters={filters}
          onChange={(changes) => change(filterParams(changes), { replace: true })}
        />
        <div className="flex items-center gap-2 max-sm:basis-full">
          <Button className="max-sm:flex-1" icon={Plus} onClick={create}>
            {t("newQuestion")}
          </Button>
          <Menu
            trigger={
              <IconButton label={t("moreActions")}>
                <MoreHorizontal aria-hidden="true" className="size-4" />
              </IconButton>
            }
            items={[
              {
                label: t("generate"),
                icon: <Sparkles aria-hidden="true" className={small} />,
                onSelect: () => setGenerating(true),
              },
              {
                label: t("import"),
                icon: <FileUp aria-hidden="true" className={small} />,
                onSelect: () => setImporting(true),
              },
              {
                label: t("export"),
                icon: <Download aria-hidden="true" className={small} />,
                onSelect: save.open,
              },
            ]}
          />
        </div>
      </div>
      <ExportDialog exporting={save} />
      {isImporting && <ImportDialog target="questions" onClose={() => setImporting(false)} />}
      {isGenerating && <GenerateDialog bank onClose={() => setGenerating(false)} />}
      <div
        aria-busy={isPlaceholderData}
        className={`overflow-hidden rounded-card border border-line bg-surface ${isPlaceholderData ? "opacity-60" : ""}`}
      >
        {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
        {!data && !error && <SkeletonList rows={8} label={t("loading")} />}
        {questions?.length === 0 &&
          (isFiltered(filters) ? (
            <EmptyState
              icon={<SearchX />}
              title={t("noMatch")}
              action={
                <Button variant="secondary" onClick={() => change(filterParams(NO_FILTERS))}>
                  {t("clearFilters")}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<Library />}
              title={t("empty")}
              text={t("emptyText")}
              action={
                <Button icon={Plus} onClick={create}>
                  {t("writeFirst")}
                </Button>
              }
            />
          ))}
        {questions && questions.length > 0 && (
          <BankTable
            questions={questions}
            figures={figures}
            onOpen={(question, view) => change({ question, view: view ?? null })}
          />
        )}
      </div>
      <LoadMore query={query} />
      {opened && (
        <QuestionPanel
          key={opened}
          id={opened === NEW ? null : opened}
          view={readPanelView(params.get("view"))}
          onView={(view) => change({ view: view === "edit" ? null : view }, { replace: true })}
          onClose={() => change({ question: null, view: null })}
        />
      )}
    </div>
  );
}
