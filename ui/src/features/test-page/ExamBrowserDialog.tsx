import { api } from "@/api/client";
import { queryOf } from "@/api/query";
import type { ExamBrowserSettings } from "@/api/types";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { RuleDialog } from "./RuleDialog";
import { t } from "./settings-texts";

const PATH = "/tests/{id}/safe-exam-browser";

/** Keys by line, so that two people's keys stand side by side. */
const valuesOf = ({ required, keys }: ExamBrowserSettings) => ({ required, keys });

/** Whether the candidates of a test need Safe Exam Browser (docs/behaviour/safe-exam-browser.md). */
export function ExamBrowserDialog({ test, onClose }: { test: string; onClose(): void }) {
  return (
    <RuleDialog
      title={t("browser")}
      description={t("ruleText")}
      test={test}
      name="exam browser"
      query={queryOf(PATH, { path: { id: test } })}
      valuesOf={valuesOf}
      put={({ required, keys }, version) => {
        const words = keys.flatMap((line) => line.split(/\s+/)).filter(Boolean);
        return api.put(PATH, { path: { id: test }, body: { required, keys: words, version } });
      }}
      onClose={onClose}
    >
      {({ values: draft, set, refusal }) => (
        <>
          <Checkbox
            label={t("browserNeeded")}
            hint={t("browserHint")}
            checked={draft.required}
            onChange={(event) => set({ ...draft, required: event.target.checked })}
          />
          <Field label={t("keys")} hint={t("keysHint")} error={refusal}>
            <Textarea
              rows={4}
              dir="ltr"
              spellCheck={false}
              value={draft.keys.join("\n")}
              onChange={(event) => set({ ...draft, keys: event.target.value.split("\n") })}
            />
          </Field>
        </>
      )}
    </RuleDialog>
  );
}
