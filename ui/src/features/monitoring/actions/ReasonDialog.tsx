import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { INVITES, RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { MONITORABLE } from "../useMonitorable";
import type { Subject } from "./subject";

export type ReasonKind = "add-time" | "release" | "end";

const MAX_MINUTES = 480;
const USUAL_MINUTES = [5, 10, 15];
const USUAL_REASONS = ["Technical problem", "Interrupted in the room", "Late start", "Agreed accommodation"];

const TEXTS: Record<ReasonKind, { title: string; text: string; confirm: string; done: string }> = {
  "add-time": {
    title: "Add time",
    text: "The candidate's clock changes immediately.",
    confirm: "Add time",
    done: "Time added",
  },
  release: {
    title: "Allow resume on another device",
    text: "The test continues in the browser that opens its link next. The current one is cut off; saved answers stay.",
    confirm: "Allow resume",
    done: "The test can be resumed on another device",
  },
  end: {
    title: "End test",
    text: "The saved answers are submitted now, and the candidate cannot continue. This cannot be undone.",
    confirm: "End test",
    done: "Test ended",
  },
};

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
  const texts = TEXTS[kind];
  const extra = /^\d+$/.test(minutes.trim()) ? Number(minutes) : 0;
  const badMinutes = kind === "add-time" && (extra < 1 || extra > MAX_MINUTES);
  const noReason = reason.trim() === "";

  const act = useSend({
    mutationFn: () => {
      const path = { id: subject.attemptId };
      const body = { reason: reason.trim() };
      return kind === "add-time"
        ? api.post("/attempts/{id}/add-time", { path, body: { ...body, minutes: extra } })
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
      toast.success(texts.done);
      kept.sent();
      onClose();
    },
    onError: (error) => toast.error(`${texts.title} failed: ${errorText(error)}`),
  });

  return (
    <FormDialog
      size="sm"
      title={texts.title}
      description={
        <>
          <bdi>{subject.name}</bdi>, <bdi>{subject.title}</bdi>. {texts.text}
        </>
      }
      submit={texts.confirm}
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
            label="Minutes"
            className="max-w-32"
            error={checked && badMinutes ? `From 1 to ${MAX_MINUTES}` : undefined}
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
            <legend className="sr-only">Usual minutes</legend>
            {USUAL_MINUTES.map((usual) => (
              <Button
                key={usual}
                variant="secondary"
                aria-pressed={minutes.trim() === String(usual)}
                className="aria-pressed:border-primary aria-pressed:bg-subtle"
                onClick={() => setTyped({ reason, minutes: String(usual) })}
              >
                {usual} min
              </Button>
            ))}
          </fieldset>
        </div>
      )}
      <Field
        label="Reason"
        hint="Kept on the timeline and in the audit log."
        error={checked && noReason ? "Please give a reason" : undefined}
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
          <legend className="sr-only">Common reasons</legend>
          {USUAL_REASONS.map((usual) => (
            <Button
              key={usual}
              variant="secondary"
              size="sm"
              aria-pressed={reason.trim() === usual}
              className="aria-pressed:border-primary aria-pressed:bg-subtle"
              onClick={() => setTyped({ minutes, reason: usual })}
            >
              {usual}
            </Button>
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
