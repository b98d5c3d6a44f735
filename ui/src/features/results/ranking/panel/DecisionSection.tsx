import type { ResultDetail } from "@/api/types";
import { hasMiddle } from "@/features/staff-shared/few";
import { formatDateTime } from "@/lib/format";
import { useRights } from "@/lib/rights";
import { exactPercent } from "@/lib/score";
import type { Draft } from "@/lib/useDraft";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { DecisionConflict } from "../decision/DecisionConflict";
import { DecisionBadge } from "../decision/looks";
import type { Deciding } from "../decision/useDecide";
import { percentileWords, provisionalReason, toldWords } from "../labels";
import { Passed } from "../table/cells";
import { t } from "../texts";

const REASON_MAX = 2000;

/** The place of the result among those of its test. */
function Standing({ detail }: { detail: ResultDetail }) {
  const { rank, percentile, passed, field } = detail;
  if (detail.provisional) return <p className="text-ink-2 text-sm">{provisionalReason(detail)}.</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm tabular-nums">
      {rank != null && (
        <span className="font-medium text-ink">{t("rankOf", { rank, final: field.final })}</span>
      )}
      {percentile != null && <span>{percentileWords(percentile)}</span>}
      {field.median != null && hasMiddle(field.final) && (
        <span>{t("median", { median: exactPercent(field.median) })}</span>
      )}
      {passed != null && <Passed passed={passed} />}
    </p>
  );
}

interface Props {
  detail: ResultDetail;
  deciding: Deciding;
  reason: Draft;
  onDecide: () => void;
}

/** The decision on a result with its reason, and a conflict about it. `onDecide` saves the reason. */
export function DecisionSection({ detail, deciding, reason, onDecide }: Props) {
  const { decision = null } = detail;
  const { conflict } = deciding;
  const decides = useRights().may("decide", detail.test_id);
  const told = toldWords(detail.told);
  return (
    <section aria-label={t("decision")} className="space-y-3 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Standing detail={detail} />
        <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {decision && (
            <p className="text-muted text-xs">
              <bdi>{decision.by}</bdi>, {formatDateTime(decision.at)}
            </p>
          )}
          {told && <p className="text-muted text-xs">{told}</p>}
          <DecisionBadge value={decision?.value ?? null} />
        </div>
      </div>
      {conflict?.mine.id === detail.submission_id && (
        <DecisionConflict
          conflict={conflict}
          busy={deciding.busy}
          onTheirs={deciding.takeTheirs}
          onMine={deciding.keepMine}
        />
      )}
      {decides && (
        <Field label={t("reason")} hint={t("reasonHint")}>
          <Textarea
            rows={2}
            maxLength={REASON_MAX}
            value={reason.text}
            onChange={(event) => reason.set(event.target.value)}
          />
        </Field>
      )}
      {!decides && decision?.reason && <p className="whitespace-pre-wrap text-sm">{decision.reason}</p>}
      {decides && decision && reason.isTyped && (
        <Button variant="secondary" size="sm" busy={deciding.busy} onClick={onDecide}>
          {t("saveReason")}
        </Button>
      )}
    </section>
  );
}
