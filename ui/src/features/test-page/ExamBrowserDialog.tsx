import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, changedMeanwhile, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { ExamBrowserSettings } from "@/api/types";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { ChangedChoice } from "@/ui/Changed";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { ErrorState } from "@/ui/ErrorState";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { SkeletonList } from "@/ui/Skeleton";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";

const PATH = "/tests/{id}/safe-exam-browser";
const TITLE = "Safe Exam Browser";
const SOMEONE = "Someone else";

/** Whether the candidates of a test need Safe Exam Browser (docs/behaviour/safe-exam-browser.md). */
export function ExamBrowserDialog({ test, onClose }: { test: string; onClose(): void }) {
  const rule = useQuery(queryOf(PATH, { path: { id: test } }));
  if (rule.data) return <RuleForm test={test} rule={rule.data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={TITLE}>
      {rule.error ? (
        <ErrorState
          title="The rule could not be loaded"
          detail={errorText(rule.error)}
          onRetry={() => void rule.refetch()}
        />
      ) : (
        <SkeletonList rows={3} label="Loading the rule" />
      )}
    </Dialog>
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
      toast.success("Saved");
      onClose();
    },
    onError: (error) => {
      if (!changedMeanwhile(error, SOMEONE)) toast.error(`Failed to save: ${errorText(error)}`);
    },
  });
  const change = changedMeanwhile(save.error, SOMEONE);
  return (
    <FormDialog
      title={TITLE}
      description="It proves a configuration, not an honest candidate: who controls the computer can imitate it."
      submit="Save"
      busy={save.isPending}
      kept={kept}
      onSubmit={() => save.mutate(kept.since)}
      onClose={onClose}
    >
      {change && <ChangedChoice change={change} what="this rule" onMine={() => save.mutate(undefined)} />}
      <Checkbox
        label="Candidates need Safe Exam Browser"
        hint="Each invitation gets its own configuration file. Questions are shown with that configuration alone."
        checked={draft.required}
        onChange={(event) => setDraft({ ...draft, required: event.target.checked })}
      />
      <Field
        label="Browser exam keys (optional)"
        hint="One a line. A key depends on the version of the browser and on the file, and each link has a file of its own: a key admits the one link that it was read with. Leave it blank for all others."
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
