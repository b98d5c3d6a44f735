import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, changedMeanwhile, errorText } from "@/api/client";
import { INVITES, RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import { isBlank } from "@/lib/invisible";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { withChosen } from "@/lib/with-snippet";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { t } from "../texts";
import { MONITORABLE } from "../useMonitorable";
import type { Subject } from "./subject";

export type ReasonKind = "add-time" | "release" | "end";

const MAX_MINUTES = 480;
const USUAL_MINUTES = [5, 10, 15];
const USUAL_REASONS = ["technical", "interrupted", "lateStart", "accommodation"] as const;

const TEXTS = {
  "add-time": {
    title: "addTime",
    text: "addTimeText",
    confirm: "addTime",
    done: "timeAdded",
    failed: "addTimeFailed",
  },
  release: {
    title: "allowOnOther",
    text: "releaseText",
    confirm: "allowResume",
    done: "released",
    failed: "releaseFailed",
  },
  end: {
    title: "endTest",
    text: "endText",
    confirm: "endTest",
    done: "testEnded",
    failed: "endFailed",
  },
} as const;

/** What the reply leaves out has ended. */
const ABSENT = {
  attempt_id: undefined,
  submission_id: undefined,
  started_at: undefined,
  deadline: undefined,
  resume_requested_at: undefined,
};

interface Props {
  kind: ReasonKind;
  subject: Subject;
  onClose: () => void;
}

/** Every action on a candidate's test requires a reason, which is recorded in the audit log. */
export function ReasonDialog({ kind, subject, onClose }: Props) {
  const client = useQueryClient();
  const [{ reason, minutes }, setTyped, kept] = useKept(`${kind} ${subject.attemptId}`, {
    reason: "",
    minutes: "10",
  });
  const [checked, setChecked] = useState(false);
  // Of when the dialog was opened: it covers what is read meanwhile.
  const [seenAt, setSeenAt] = useState(subject.seenAt);
  const texts = TEXTS[kind];
  const extra = /^\d+$/.test(minutes.trim()) ? Number(minutes) : 0;
  const badMinutes = kind === "add-time" && (extra < 1 || extra > MAX_MINUTES);
  const noReason = isBlank(reason);
  const usualReasons = USUAL_REASONS.map((key) => t(key));

  const act = useSend({
    mutationFn: () => {
      const path = { id: subject.attemptId };
      const body = { reason: reason.trim() };
      return kind === "add-time"
        ? api.post("/attempts/{id}/add-time", {
            path,
            body: { ...body, minutes: extra, ...(seenAt && { seen_at: seenAt }) },
          })
        : api.post(`/attempts/{id}/${kind}`, { path, body });
    },
    onSuccess: ({ invite: changed }) => {
      client.setQueryData(MONITORABLE.queryKey, (list) =>
        list?.map((i) => (i.id === changed.id ? { ...i, ...ABSENT, ...changed } : i)),
      );
      void invalidate(
        client,
        "/admin/monitoring",
        "/attempts/{id}/timeline",
        "/admin/overview",
        ...INVITES,
        ...RESULTS,
      );
      toast.success(t(texts.done));
      kept.sent();
      onClose();
    },
    onError: (error) => {
      toast.error(t(texts.failed, { reason: errorText(error) }));
      const changed = changedMeanwhile(error, "");
      if (changed) {
        setSeenAt(changed.at);
        void invalidate(client, "/admin/monitoring", "/attempts/{id}/timeline");
      }
    },
  });

  return (
    <FormDialog
      size="sm"
      title={t(texts.title)}
      description={
        <>
          <bdi>{subject.name}</bdi>, <bdi>{subject.title}</bdi>. {t(texts.text)}
        </>
      }
      submit={t(texts.confirm)}
      danger={kind === "end"}
      busy={act.isPending}
      kept={kept}
      onSubmit={() => {
        setChecked(true);
        if (!badMinutes && !noReason) act.mutate();
      }}
      onClose={onClose}
    >
      {kind === "add-time" && (
        <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
          <Field
            label={t("minutes")}
            className="max-w-32"
            error={checked && badMinutes ? t("fromOneTo", { max: MAX_MINUTES }) : undefined}
            required
          >
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_MINUTES}
              value={minutes}
              onChange={(event) => setTyped({ reason, minutes: event.target.value })}
            />
          </Field>
          <fieldset className="flex gap-2">
            <legend className="sr-only">{t("usualMinutes")}</legend>
            {USUAL_MINUTES.map((usual) => (
              <Button
                key={usual}
                variant="secondary"
                aria-pressed={minutes.trim() === String(usual)}
                className="aria-pressed:border-primary aria-pressed:bg-subtle"
                onClick={() => setTyped({ reason, minutes: String(usual) })}
              >
                {t("min", { count: usual })}
              </Button>
            ))}
          </fieldset>
        </div>
      )}
      <Field
        label={t("reason")}
        hint={t("reasonHint")}
        error={checked && noReason ? t("giveReason") : undefined}
        required
      >
        <Textarea
          rows={3}
          value={reason}
          maxLength={500}
          onChange={(event) => setTyped({ minutes, reason: event.target.value })}
        />
      </Field>
      {kind === "add-time" && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t("commonReasons")}</legend>
          {usualReasons.map((usual) => (
            <Button
              key={usual}
              variant="secondary"
              size="sm"
              aria-pressed={reason.trim() === usual}
              className="aria-pressed:border-primary aria-pressed:bg-subtle"
              onClick={() => setTyped({ minutes, reason: withChosen(reason, usual, usualReasons) })}
            >
              {usual}
            </Button>
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
