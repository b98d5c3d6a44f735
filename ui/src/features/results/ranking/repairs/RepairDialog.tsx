import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, changedMeanwhile, errorText, fieldErrors } from "@/api/client";
import { RESULTS } from "@/api/groups";
import { invalidate, queryOf } from "@/api/query";
import type { RankedQuestion, Repair, RepairAction, RepairInput, Repairs } from "@/api/ranking";
import { isScoredByPeople } from "@/features/question-kinds/traits";
import { Moves } from "@/features/staff-shared/moves/Moves";
import { useKept } from "@/lib/kept/useKept";
import { useDebounced } from "@/lib/useDebounced";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { ChangedChoice } from "@/ui/Changed";
import { changedByOther } from "@/ui/changed";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { RadioGroup } from "@/ui/RadioGroup";
import { Textarea } from "@/ui/Textarea";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { labelOf } from "../labels";
import { t } from "../tool-texts";
import { actionWords, changedSince, hasValue, repairLine } from "./labels";
import { RightAnswer } from "./RightAnswer";
import { WrongAnswers } from "./WrongAnswers";

const REASON_MAX = 500;
/** Placeholder of a reason that is not typed yet: a preview does not depend on it. */
const NO_REASON = "-";
/** Kinds whose answers are typed: what was typed can be chosen from. */
const TYPED: RankedQuestion["kind"][] = ["short_text", "numeric"];
/** Kinds whose wrong answers are shown with how often they were given. */
const COUNTED: RankedQuestion["kind"][] = [...TYPED, "multiple_choice"];
const ALL: RepairAction[] = ["also_accept", "new_key", "full_marks", "void"];

interface Props {
  test: string;
  question: RankedQuestion;
  repairs: Repairs;
  numberOf: (question: string) => number | undefined;
  onClose: () => void;
}

function usePreview(test: string, input: RepairInput | null) {
  return useQuery({
    // A call that reads, though a POST.
    queryKey: ["repairs/preview", test, input],
    queryFn: ({ signal }) =>
      api.post("/tests/{id}/repairs/preview", {
        path: { id: test },
        body: input ?? { question_id: "", action: "void", reason: NO_REASON },
        signal,
      }),
    enabled: input !== null,
    retry: false,
    gcTime: 0,
  });
}

/** Changes of the repairs by others meanwhile. */
function Others({ repairs, numberOf }: { repairs: Repair[]; numberOf: Props["numberOf"] }) {
  return (
    <span className="mt-1 block">
      {repairs.map((repair) => (
        <bdi key={repair.id} className="block break-words font-medium">
          {repairLine(repair, numberOf(repair.question_id))}
        </bdi>
      ))}
    </span>
  );
}

/** Puts a key right, after showing whose score that changes. */
export function RepairDialog({ test, question, repairs, numberOf, onClose }: Props) {
  const client = useQueryClient();
  // Where people and tests decide, there is no key.
  const actions = isScoredByPeople(question.kind) ? ALL.slice(2) : ALL;
  const [{ action, value, reason }, setTyped, kept] = useKept(
    `repair ${test} ${question.id}`,
    { action: actions[0] ?? "void", value: "", reason: "" },
    { version: repairs.version, valid: (typed) => actions.includes(typed.action) },
  );
  const type = (changes: Partial<{ action: RepairAction; value: string; reason: string }>) =>
    setTyped((before) => ({ ...before, ...changes }));
  // What was read when the dialog opened: a refresh must not approve another admin's change.
  const [base, setBase] = useState(repairs);
  const today = useQuery({ ...queryOf("/tests/{id}", { path: { id: test } }), retry: false });
  const asked = today.data?.questions.find(({ id }) => id === question.id);
  const input: RepairInput = {
    question_id: question.id,
    action,
    reason: reason.trim(),
    ...(hasValue(action) ? { value } : {}),
  };
  const isComplete = !hasValue(action) || value.trim() !== "";
  const shown = useDebounced(JSON.stringify({ ...input, reason: NO_REASON }));
  const isShown = shown === JSON.stringify({ ...input, reason: NO_REASON });
  const preview = usePreview(test, isComplete && isShown ? (JSON.parse(shown) as RepairInput) : null);
  // Every preview lists what was given, whatever it would change.
  const isCounted = hasValue(action) && COUNTED.includes(question.kind);
  const given = usePreview(
    test,
    isCounted ? { question_id: question.id, action: "void", reason: NO_REASON } : null,
  );
  const save = useSend({
    mutationFn: (body: RepairInput) => api.post("/tests/{id}/repairs", { path: { id: test }, body }),
    onSuccess: () => {
      void invalidate(client, "/tests/{id}/repairs", ...RESULTS);
      toast.success(t("repairApplied"));
      kept.sent();
      onClose();
    },
    onError: (error) => {
      void invalidate(client, "/tests/{id}/repairs");
      const isField = Object.keys(fieldErrors(error)).length > 0;
      if (!isField && !changedMeanwhile(error, ""))
        toast.error(t("repairFailed", { reason: errorText(error) }));
    },
  });
  const conflict = changedByOther(save.error);
  const effect = isComplete && isShown ? preview.data : undefined;
  const changesNone = effect !== undefined && effect.up + effect.down === 0;
  const fields = fieldErrors(save.error);
  return (
    <Dialog
      open
      locked={save.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={t("repairTitle", { number: question.number })}
      description={<bdi>{labelOf(question)}</bdi>}
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            busy={save.isPending}
            disabled={!isComplete || reason.trim() === "" || conflict !== null}
            onClick={() => save.mutate({ ...input, version: base.version })}
          >
            {changesNone ? t("applyLater") : t("apply")}
          </Button>
        </>
      }
    >
      <div className="space-y-5">
        <TypedNotice kept={kept} />
        <RadioGroup
          label={t("whatToDo")}
          options={actions.map((name) => ({ value: name, ...actionWords(name) }))}
          value={action}
          onChange={(chosen) => {
            const found = actions.find((name) => name === chosen);
            if (found) type({ action: found });
            save.reset();
          }}
        />
        {hasValue(action) && (
          <RightAnswer
            question={asked}
            value={value}
            error={fields.value}
            wrong={given.data?.wrong_answers ?? []}
            onChange={(value) => type({ value })}
          />
        )}
        {isCounted && TYPED.includes(question.kind) && (
          <WrongAnswers
            answers={given.data?.wrong_answers ?? []}
            chosen={value}
            onChoose={(text) => type({ value: text })}
          />
        )}
        <Field label={t("reason")} hint={t("onlyAdmins")} error={fields.reason}>
          <Textarea
            rows={2}
            maxLength={REASON_MAX}
            value={reason}
            onChange={(event) => type({ reason: event.target.value })}
          />
        </Field>
        {conflict && (
          <ChangedChoice
            change={conflict}
            what={t("theRepairs")}
            onMine={() => {
              setBase(repairs);
              save.reset();
            }}
          >
            {t("previewYours")}
            <Others numberOf={numberOf} repairs={changedSince(base, repairs)} />
          </ChangedChoice>
        )}
        <section aria-label={t("preview")} aria-live="polite" className="min-h-16 space-y-2">
          {isComplete ? (
            <>
              <Moves query={preview} />
              {changesNone && <p className="font-medium text-sm">{t("noResultChanges")}</p>}
            </>
          ) : (
            <p className="text-muted text-sm">{t("chooseRight")}</p>
          )}
        </section>
      </div>
    </Dialog>
  );
}
