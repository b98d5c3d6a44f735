import { History, PenLine, Printer, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { isGone } from "@/api/client";
import type { DecisionValue } from "@/api/ranking";
import { useRights } from "@/lib/rights";
import { reasonKey, useDraft } from "@/lib/useDraft";
import { Button, ButtonLink, IconButton } from "@/ui/Button";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { SlideOver } from "@/ui/SlideOver";
import { useFailureToast } from "@/ui/useFailureToast";
import { Mover, type Place } from "./browse/Mover";
import { focusRow, PANEL_MARK } from "./browse/useKeys";
import { Standing } from "./charts/Standing";
import { MoreActions } from "./MoreActions";
import { isNamed } from "./naming";
import { useResult } from "./queries";
import { ResultContent } from "./ResultContent";
import { DECISIONS, DecisionIcon } from "./ranking/decision/looks";
import type { Deciding } from "./ranking/decision/useDecide";
import { decisionAction } from "./ranking/labels";
import { DecisionSection } from "./ranking/panel/DecisionSection";
import { Notes } from "./ranking/panel/Notes";
import { t } from "./texts";

interface Props {
  id: string;
  place: Place | null;
  deciding: Deciding;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
}

/** A whole result above the list, with what is needed to decide on it and to go on. */
export function ResultPanel({ id, place, deciding, onMove, onClose }: Props) {
  const { data, error, refetch, isFetching } = useResult(id);
  useFailureToast(error && !data && !isGone(error), t("loadFailed"));
  const reason = useDraft(reasonKey(id), data?.decision?.reason, data?.decision_version);
  const { may } = useRights();
  const decides = may("decide", data?.test_id);
  const current = data?.decision?.value ?? null;
  // A reason that was saved before belongs to the decision before.
  const typed = reason.isTyped ? reason.text.trim() : undefined;
  const decide = (value: DecisionValue | null) =>
    data && deciding.decide({ ...data, decision_version: reason.since }, value, typed);
  const takeTheirs = () => {
    deciding.takeTheirs();
    reason.rebase();
  };
  return (
    <SlideOver
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      // The row of the result that is closed, not of the first one that was opened.
      onCloseFocus={(event) => {
        event.preventDefault();
        focusRow(id);
      }}
      title={data ? <bdi>{data.applicant_name}</bdi> : t("details")}
      footer={
        data && (
          <>
            {isNamed(data) && may("score", data.test_id) && (
              <ButtonLink
                variant="ghost"
                className="me-auto max-sm:px-2.5!"
                to={`/admin?tab=scoring&submission=${encodeURIComponent(id)}`}
                icon={PenLine}
              >
                <span className="max-sm:sr-only">{t("reviewScore")}</span>
              </ButtonLink>
            )}
            {decides && current && (
              <IconButton label={t("takeBack")} onClick={() => decide(null)}>
                <Undo2 aria-hidden="true" className="size-4" />
              </IconButton>
            )}
            {(decides ? DECISIONS : []).map((value, index) => (
              <Button
                key={value}
                variant={value === current ? "primary" : "secondary"}
                aria-pressed={value === current}
                aria-keyshortcuts={String(index + 1)}
                className="max-sm:px-2.5!"
                // All three fit into one row of a phone without.
                icon={
                  <span className="max-sm:hidden">
                    <DecisionIcon value={value} />
                  </span>
                }
                onClick={() => decide(value)}
              >
                {decisionAction(value)}
              </Button>
            ))}
          </>
        )
      }
    >
      <div {...PANEL_MARK} className="space-y-6">
        <div className="flex flex-wrap items-center justify-between gap-2">
          {!isGone(error) && <Views id={id}>{data && <MoreActions detail={data} onClose={onClose} />}</Views>}
          <Mover place={place} onMove={onMove} />
        </div>
        {error && !data && (
          <QueryError
            title={isGone(error) ? t("gone") : t("notLoaded")}
            {...{ error, refetch, isFetching }}
          />
        )}
        {!data && !error && (
          <div role="status" aria-label={t("loading")} className="space-y-4">
            <Skeleton className="h-44" />
            <Skeleton className="h-16" />
            <Skeleton className="h-32" />
          </div>
        )}
        {data && (
          <>
            <ResultContent detail={data}>
              <DecisionSection
                detail={data}
                deciding={{ ...deciding, takeTheirs }}
                reason={reason}
                onDecide={() => decide(current)}
              />
              <Standing detail={data} />
            </ResultContent>
            <Notes key={id} id={id} test={data.test_id} />
          </>
        )}
      </div>
    </SlideOver>
  );
}

/** Other views of a result. */
function Views({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-1.5 sm:[&>*]:px-2.5!">
      <ButtonLink
        size="sm"
        variant="secondary"
        to={`/admin?tab=results&history=${encodeURIComponent(id)}`}
        icon={History}
      >
        {t("history")}
      </ButtonLink>
      <ButtonLink
        size="sm"
        variant="secondary"
        to={`/admin?tab=results&report=${encodeURIComponent(id)}`}
        icon={Printer}
      >
        {t("printable")}
      </ButtonLink>
      <ButtonLink size="sm" variant="secondary" to={`/admin?tab=results&brief=${encodeURIComponent(id)}`}>
        {t("brief")}
      </ButtonLink>
      {children}
    </div>
  );
}
