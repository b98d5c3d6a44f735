import { useQueryClient } from "@tanstack/react-query";
import { api, changedMeanwhile, errorText, fieldErrors } from "@/api/client";
import { queryOf } from "@/api/query";
import type { ExamSession, IdentityAsked, SessionStart } from "@/api/types";
import { useAdmins, useStaff } from "@/features/staff-shared/admins";
import { dayOf, localDay } from "@/lib/days";
import { formatDate, zoneInWords } from "@/lib/format";
import { type OnRecord, useKeptRecord } from "@/lib/kept/useKeptRecord";
import { useSendRecord } from "@/lib/kept/useSendRecord";
import { ChangedChoice } from "@/ui/Changed";
import { Checkbox } from "@/ui/Checkbox";
import { CheckGroup } from "@/ui/CheckGroup";
import { DayInput } from "@/ui/day/DayInput";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { bodyOf, endOf, formOf, NEW_SESSION, type SessionDraft } from "./form";
import { t } from "./texts";

const starts = () => [
  { value: "individual", label: t("startEach") },
  { value: "together", label: t("startTogether") },
];

const pictures = () => [
  { value: "none", label: t("picturesNone") },
  { value: "face", label: t("pictureFace") },
  { value: "face_and_document", label: t("picturesBoth") },
];

interface Props {
  /** Absent for a new one. */
  session?: ExamSession;
  onDone: (session: ExamSession) => void;
  onClose: () => void;
}

/** Creates a session, or changes one. */
export function SessionDialog({ session, onDone, onClose }: Props) {
  const client = useQueryClient();
  const form = useKeptRecord(session ? `session ${session.id}` : "new session", session, (stored) =>
    stored ? formOf(stored) : NEW_SESSION,
  );
  const { values: draft, set: setDraft, kept, theirs } = form;
  const staff = [...(useAdmins().data ?? []), ...(useStaff().data ?? [])];
  // Those who may not see who works here keep whom they see on the session.
  const known = new Map([
    ...(session?.lead ? [[session.lead.account_id, session.lead.name] as const] : []),
    ...(session?.proctors.map(({ account_id, name }) => [account_id, name] as const) ?? []),
    ...staff.map(({ id, full_name }) => [id, full_name] as const),
  ]);
  const accounts = [...known].map(([value, label]) => ({ value, label }));
  const checked = bodyOf(draft, form.base);
  const ends = endOf(draft, form.base);
  const save = useSendRecord(form, {
    put: ({ values, base, version }: OnRecord<ExamSession | undefined, SessionDraft>) => {
      const sent = bodyOf(values, base);
      if (!("body" in sent)) return Promise.reject(new Error(sent.text));
      if (!base) return api.post("/sessions", { body: sent.body });
      return api.put("/sessions/{id}", { path: { id: base.id }, body: { ...sent.body, version } });
    },
    done: (saved) => {
      kept.sent();
      const wasSet = session?.begins_at && saved.start === "together";
      if (wasSet && !saved.begins_at) toast.warning(t("startWasOfBefore"), { duration: 8000 });
      onDone(saved);
    },
    read: async () =>
      session &&
      client.fetchQuery({ ...queryOf("/sessions/{id}", { path: { id: session.id } }), staleTime: 0 }),
    failed: (error) => toast.error(t("saveFailed", { reason: errorText(error) })),
    stale: ["/sessions", "/sessions/{id}", "/sessions/{id}/people"],
  });
  const refused = fieldErrors(save.error);
  const change = changedMeanwhile(save.error, t("someoneElse"));
  const problem = (name: string, field: string) =>
    (save.isError && "problem" in checked && checked.problem === name ? checked.text : undefined) ??
    refused[field];
  const text = (name: "title" | "place" | "capacity" | "time" | "until") => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  });
  return (
    <FormDialog
      title={session ? t("editSession") : t("newSession")}
      description={t("timesIn", { zone: zoneInWords() })}
      submit={session ? t("save") : t("createSession")}
      busy={save.isPending}
      kept={kept}
      onSubmit={() => save.mutate(form.shown())}
      onClose={onClose}
    >
      {change && theirs && (
        <ChangedChoice
          change={change}
          what={t("thisSession")}
          onMine={() => save.mutate(form.keepMine(theirs))}
        />
      )}
      <Field label={t("title")} required error={problem("title", "title")}>
        <Input autoComplete="off" placeholder={t("titleExample")} {...text("title")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem_8rem]">
        <Field label={t("day")} required error={problem("starts", "starts_at")}>
          <DayInput
            value={dayOf(draft.day)}
            onChange={(day) => setDraft({ ...draft, day: day ? localDay(day) : "" })}
          />
        </Field>
        <Field label={t("from")} required>
          <Input type="time" dir="ltr" {...text("time")} />
        </Field>
        <Field
          label={t("until")}
          hint={ends && localDay(ends) !== draft.day ? t("endsOn", { day: formatDate(ends) }) : undefined}
          error={problem("ends", "ends_at")}
        >
          <Input type="time" dir="ltr" {...text("until")} />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <Field label={t("place")} error={refused.place}>
          <Input autoComplete="off" placeholder={t("placeExample")} {...text("place")} />
        </Field>
        <Field label={t("capacity")} error={problem("capacity", "capacity")}>
          <Input inputMode="numeric" {...text("capacity")} />
        </Field>
      </div>
      <Field
        label={t("start")}
        error={refused.start}
        hint={draft.start === "together" ? t("startTogetherHint") : undefined}
      >
        <Select
          value={draft.start}
          options={starts()}
          onChange={(event) => setDraft({ ...draft, start: event.target.value as SessionStart })}
        />
      </Field>
      <Checkbox
        label={t("waitingRoom")}
        hint={t("waitingRoomHint")}
        checked={draft.waitingRoom}
        onChange={(event) => setDraft({ ...draft, waitingRoom: event.target.checked })}
      />
      {draft.waitingRoom && (
        <Field label={t("picturesToCompare")} hint={t("picturesHint")} error={refused.identity}>
          <Select
            value={draft.identity}
            options={pictures()}
            onChange={(event) => setDraft({ ...draft, identity: event.target.value as IdentityAsked })}
          />
        </Field>
      )}
      <Field label={t("lead")} hint={t("leadHint")} error={refused.lead}>
        <Select
          value={draft.lead}
          placeholder={t("noLead")}
          options={accounts}
          onChange={(event) => setDraft({ ...draft, lead: event.target.value })}
        />
      </Field>
      {accounts.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <p aria-hidden="true" className="font-medium text-sm">
            {t("proctors")}
          </p>
          <CheckGroup
            label={t("proctors")}
            options={accounts}
            chosen={draft.proctors}
            onChange={(proctors) => setDraft({ ...draft, proctors })}
          />
        </div>
      )}
      <Field label={t("notes")} hint={t("notesHint")} error={refused.notes}>
        <Textarea
          rows={3}
          value={draft.notes}
          onChange={(event) => setDraft({ ...draft, notes: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
