import { Columns3, Download, Link2, Mail, Printer } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/api/client";
import type { DecisionValue } from "@/api/ranking";
import { formatCount } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { SelectionBar } from "@/ui/SelectionBar";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { type ListedRow, type NewlyDecided, testOf } from "../../browse/row";
import { MAX_SELECTED, type Selection } from "../../browse/selection";
import { saveRows } from "../export-rows";
import { decisionAction, decisionInside } from "../labels";
import { ShareDialog } from "../sharing/ShareDialog";
import { t } from "../texts";
import { DECISIONS, DecisionIcon } from "./looks";
import type { Deciding } from "./useDecide";

/** Candidates side by side. */
const MAX_COMPARED = 4;
const REASON_MAX = 2000;
/** A decision on more people asks for their number. */
const ASKS_ABOVE = 30;

interface Props {
  /** Null for a list of all tests. */
  test: string | null;
  selection: Selection<ListedRow>;
  /** Rows of the page. */
  shown: readonly ListedRow[];
  /** Labels of the sections of the test. */
  sections: string[];
  deciding: Deciding;
  onCompare: (test: string, ids: string) => void;
  onSendLetters: () => void;
  /** What is newly known of selected rows. */
  onUpdate: (rows: readonly NewlyDecided[]) => void;
  /** Selects all that the filters match; absent where the page shows all of them. */
  more?: { total: number; busy: boolean; onSelect: () => void } | undefined;
  onClear: () => void;
}

/** Selected rows that have another decision. */
const decidedOtherwise = (rows: readonly ListedRow[], value: DecisionValue) =>
  rows.filter(({ decision }) => decision && decision.value !== value);

const asks = (rows: readonly ListedRow[], value: DecisionValue) =>
  rows.length > ASKS_ABOVE || decidedOtherwise(rows, value).length > 0;

/** What a decision replaces, and that no one hears of it. */
function effectWords(rows: readonly ListedRow[], value: DecisionValue): string {
  const others = decidedOtherwise(rows, value);
  const labels = new Set(others.map(({ decision }) => decision && decisionInside(decision.value)));
  const sentences = [t("nobodyTold")];
  if (others.length > 0)
    sentences.unshift(t("othersReplaced", { count: others.length, decisions: [...labels].join(", ") }));
  return sentences.join(" ");
}

/** Actions on the selected candidates. */
export function DecisionBar(props: Props) {
  const { selection, shown, sections, deciding, onCompare, onSendLetters, onUpdate, more, onClear } = props;
  const { change } = useUrlState();
  const decides = useRights().may("decide", props.test ?? undefined);
  const ids = [...selection.rows.keys()];
  // Of the candidate whom the selection began with: a private reason must not meet another candidate.
  const [reason, setReason, kept] = useKept(`decision from ${ids[0] ?? "none"}`, "");
  const [sharing, setSharing] = useState(false);
  const [asked, setAsked] = useState<DecisionValue | null>(null);
  const rows = [...selection.rows.values()];
  const save = useSend({
    mutationFn: () => saveRows(rows, sections),
    onError: (error) => toast.error(t("exportFailed", { reason: errorText(error) })),
  });
  if (ids.length === 0) return null;
  const elsewhere = ids.filter((id) => !shown.some((row) => row.submission_id === id)).length;
  const test = testOf(rows, props.test);
  const tooMany = ids.length > MAX_SELECTED;
  const send = (value: DecisionValue) =>
    deciding.many.send(rows, value, reason.trim(), (fresh, all) => {
      setAsked(null);
      // The selection stays: who was decided on is told next.
      onUpdate(fresh);
      // What a colleague decided meanwhile may need the reason again.
      if (!all) return;
      kept.sent(reason);
      setReason((now) => (now === reason ? "" : now));
    });
  const isWhole = shown.length > 0 && shown.every(({ submission_id }) => selection.rows.has(submission_id));
  return (
    <SelectionBar
      label={t("selectedCandidates")}
      count={
        <>
          {t("selected", { count: ids.length })}
          {elsewhere > 0 && (
            <span className="font-normal text-muted">{t("elsewhere", { count: elsewhere })}</span>
          )}
          {test === null && <span className="block font-normal text-muted text-xs">{t("severalTests")}</span>}
          {tooMany && <span className="block text-error text-xs">{t("atMost", { max: MAX_SELECTED })}</span>}
        </>
      }
      onClear={onClear}
    >
      {more && isWhole && ids.length < more.total && (
        <Button
          variant="ghost"
          busy={more.busy}
          disabled={more.total > MAX_SELECTED}
          className="max-sm:grow"
          onClick={more.onSelect}
        >
          {more.total > MAX_SELECTED
            ? t("narrow", { total: formatCount(more.total) })
            : t("selectMatching", { total: more.total })}
        </Button>
      )}
      {kept.isBack && (
        <div className="order-first w-full">
          <TypedNotice kept={kept} />
        </div>
      )}
      {decides && (
        <>
          <Field
            label={t("reason")}
            hideLabel
            className="min-w-32 max-w-56 flex-1 max-sm:max-w-none max-sm:basis-full short:w-48"
          >
            <Input
              value={reason}
              maxLength={REASON_MAX}
              placeholder={t("reasonPrivate")}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          {DECISIONS.map((value) => (
            <Button
              key={value}
              variant={value === "shortlist" ? "primary" : "secondary"}
              disabled={tooMany || deciding.many.busy}
              className="max-sm:grow"
              icon={<DecisionIcon value={value} />}
              onClick={() => (asks(rows, value) ? setAsked(value) : send(value))}
            >
              {decisionAction(value)}
            </Button>
          ))}
        </>
      )}
      {test !== null && ids.length >= 2 && ids.length <= MAX_COMPARED && (
        <Button
          variant="secondary"
          className="max-sm:grow"
          icon={Columns3}
          onClick={() => onCompare(test, ids.join(","))}
        >
          {t("compare")}
        </Button>
      )}
      {decides && test !== null && ids.length <= MAX_COMPARED && (
        <Button variant="secondary" className="max-sm:grow" icon={Link2} onClick={() => setSharing(true)}>
          {t("share")}
        </Button>
      )}
      <Button
        variant="secondary"
        className="max-sm:grow"
        icon={Download}
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        {t("export")}
      </Button>
      <Button
        variant="secondary"
        className="max-sm:grow"
        icon={Printer}
        onClick={() => change({ print: "selected" })}
      >
        {t("print")}
      </Button>
      {decides && (
        <Button
          variant="secondary"
          disabled={tooMany}
          className="max-sm:grow"
          icon={Mail}
          onClick={onSendLetters}
        >
          {t("tellThem")}
        </Button>
      )}
      {sharing && test !== null && <ShareDialog test={test} ids={ids} onClose={() => setSharing(false)} />}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          title={t(`${asked}Question`, { count: ids.length })}
          description={effectWords(rows, asked)}
          {...(ids.length > ASKS_ABOVE && { typed: String(ids.length) })}
          confirmLabel={decisionAction(asked)}
          busy={deciding.many.busy}
          onConfirm={() => send(asked)}
        />
      )}
    </SelectionBar>
  );
}
