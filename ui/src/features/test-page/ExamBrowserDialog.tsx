import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, changedMeanwhile, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { ExamBrowserSettings } from "@/api/types";
import { useKept } from "@/lib/kept/useKept";
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

function RuleForm({ test, rule, onClose }: { test: string; rule: ExamBrowserSettings; onClose(): void }) {
  const client = useQueryClient();
  const [draft, setDraft, kept] = useKept(
    `exam browser ${test}`,
    { required: rule.required, keys: rule.keys.join("\n") },
    { version: rule.version },
  );
  const save = useSend({
    mutationFn: (version: number | undefined) =>
      api.put(PATH, {
        path: { id: test },
        body: {
          required: draft.required,
          keys: draft.keys.split(/\s+/).filter(Boolean),
          ...(version !== undefined && { version }),
        },
      }),
    onSuccess: () => {
      kept.sent();
      void invalidate(client, PATH);
      toast.success(t("saved"));
      onClose();
    },
    onError: (error) => {
      if (!changedMeanwhile(error, t("someone"))) toast.error(t("saveFailed", { reason: errorText(error) }));
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
      onSubmit={() => save.mutate(kept.since)}
      onClose={onClose}
    >
      {change && <ChangedChoice change={change} what={t("thisRule")} onMine={() => save.mutate(undefined)} />}
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
          value={draft.keys}
          onChange={(event) => setDraft({ ...draft, keys: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
