import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, changedMeanwhile, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { ExamBrowserSettings } from "@/api/types";
import { type OnRecord, useKeptRecord } from "@/lib/kept/useKeptRecord";
import { useSend } from "@/lib/useSend";
import { ChangedChoice } from "@/ui/Changed";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { LoadedDialog } from "./LoadedDialog";
import { t } from "./settings-texts";

const PATH = "/tests/{id}/safe-exam-browser";

/** Whether the candidates of a test need Safe Exam Browser (docs/behaviour/safe-exam-browser.md). */
export function ExamBrowserDialog({ test, onClose }: { test: string; onClose(): void }) {
  const rule = useQuery(queryOf(PATH, { path: { id: test } }));
  return (
    <LoadedDialog
      title={t("browser")}
      query={rule}
      loading={t("loadingRule")}
      failed={t("ruleNotLoaded")}
      onClose={onClose}
    >
      {(loaded) => <RuleForm test={test} rule={loaded} onClose={onClose} />}
    </LoadedDialog>
  );
}

/** Keys by line, so that two people's keys stand side by side. */
const valuesOf = ({ required, keys }: ExamBrowserSettings) => ({ required, keys });
type Values = ReturnType<typeof valuesOf>;

function RuleForm({ test, rule, onClose }: { test: string; rule: ExamBrowserSettings; onClose(): void }) {
  const client = useQueryClient();
  const form = useKeptRecord(`exam browser ${test}`, rule, valuesOf);
  const { values: draft, set: setDraft, kept, theirs } = form;
  const failed = (error: unknown) => {
    toast.error(t("saveFailed", { reason: errorText(error) }));
  };
  const save = useSend({
    mutationFn: ({ values: { required, keys }, version }: OnRecord<ExamBrowserSettings, Values>) => {
      const words = keys.flatMap((line) => line.split(/\s+/)).filter(Boolean);
      return api.put(PATH, { path: { id: test }, body: { required, keys: words, version } });
    },
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
  return (
    <FormDialog
      title={t("browser")}
      description={t("ruleText")}
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
        label={t("browserNeeded")}
        hint={t("browserHint")}
        checked={draft.required}
        onChange={(event) => setDraft({ ...draft, required: event.target.checked })}
      />
      <Field
        label={t("keys")}
        hint={t("keysHint")}
        error={save.isError && !change ? errorText(save.error) : undefined}
      >
        <Textarea
          rows={4}
          dir="ltr"
          spellCheck={false}
          value={draft.keys.join("\n")}
          onChange={(event) => setDraft({ ...draft, keys: event.target.value.split("\n") })}
        />
      </Field>
    </FormDialog>
  );
}
