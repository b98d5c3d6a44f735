import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Clapperboard } from "lucide-react";
import { useState } from "react";
import { api, changedMeanwhile, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { ClipSettings, SignalKind } from "@/api/types";
import { type OnRecord, useKeptRecord } from "@/lib/kept/useKeptRecord";
import { useSend } from "@/lib/useSend";
import { t } from "@/ui/attempt/clip-texts";
import { ChangedChoice } from "@/ui/Changed";
import { Checkbox } from "@/ui/Checkbox";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { LoadedDialog } from "./LoadedDialog";
import { SettingRow } from "./SettingRow";

const PATH = "/tests/{id}/clips";
/** Signals that can make a clip, in the order of the server. */
const MOMENTS = [
  ["tab_hidden", "momentTabHidden"],
  ["fullscreen_left", "momentFullscreenLeft"],
  ["paste", "momentPaste"],
  ["second_screen", "momentSecondScreen"],
  ["camera_lost", "momentCameraLost"],
] as const;

/** Whether a test keeps the video around flags (docs/behaviour/monitoring.md#clips-around-flags). */
export function Clips({ test }: { test: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SettingRow icon={Clapperboard} title={t("title")} text={t("card")} onOpen={() => setOpen(true)} />
      {open && <ClipsDialog test={test} onClose={() => setOpen(false)} />}
    </>
  );
}

function ClipsDialog({ test, onClose }: { test: string; onClose(): void }) {
  const rule = useQuery(queryOf(PATH, { path: { id: test } }));
  return (
    <LoadedDialog
      title={t("title")}
      query={rule}
      loading={t("loadingRule")}
      failed={t("ruleNotLoaded")}
      onClose={onClose}
    >
      {(loaded) => <RuleForm test={test} rule={loaded} onClose={onClose} />}
    </LoadedDialog>
  );
}

const valuesOf = ({ keep, signals }: ClipSettings) => ({ keep, signals });
type Values = ReturnType<typeof valuesOf>;

function RuleForm({ test, rule, onClose }: { test: string; rule: ClipSettings; onClose(): void }) {
  const client = useQueryClient();
  const form = useKeptRecord(`clips ${test}`, rule, valuesOf);
  const { values: draft, set: setDraft, kept, theirs } = form;
  const failed = (error: unknown) => {
    toast.error(t("failed", { reason: errorText(error) }));
  };
  const save = useSend({
    mutationFn: ({ values, version }: OnRecord<ClipSettings, Values>) =>
      api.put(PATH, { path: { id: test }, body: { ...values, version } }),
    onSuccess: () => {
      kept.sent();
      void invalidate(client, PATH);
      toast.success(t("saved"));
      onClose();
    },
    onError: (error) => {
      if (!changedMeanwhile(error, t("someone"))) return failed(error);
      const query = queryOf(PATH, { path: { id: test } });
      return form.meet(() => client.fetchQuery({ ...query, staleTime: 0 })).catch(failed);
    },
  });
  const change = changedMeanwhile(save.error, t("someone"));
  const choose = (kind: SignalKind, chosen: boolean) => {
    const others = draft.signals.filter((one) => one !== kind);
    setDraft({ ...draft, signals: chosen ? [...others, kind] : others });
  };
  return (
    <FormDialog
      title={t("title")}
      description={t("means")}
      submit={t("save")}
      busy={save.isPending}
      kept={kept}
      onSubmit={() => save.mutate(form.shown())}
      onClose={onClose}
    >
      {change && theirs && (
        <ChangedChoice
          change={change}
          what={t("thisRule")}
          onMine={() => save.mutate(form.keepMine(theirs))}
        />
      )}
      <Checkbox
        label={t("keep")}
        hint={t("keepHint")}
        checked={draft.keep}
        onChange={(event) => setDraft({ ...draft, keep: event.target.checked })}
      />
      <fieldset disabled={!draft.keep} className="space-y-1 disabled:opacity-60">
        <legend className="mb-1 font-medium text-ink text-sm">{t("also")}</legend>
        {MOMENTS.map(([kind, label]) => (
          <Checkbox
            key={kind}
            label={t(label)}
            checked={draft.signals.includes(kind)}
            onChange={(event) => choose(kind, event.target.checked)}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
