import { t } from "@/features/questions/bank/texts";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { QuestionFields } from "../../form/QuestionFields";
import { DIFFICULTIES, withFilter } from "../filters";
import { difficultyLabel } from "../labels";
import type { BankForm } from "./useBankForm";

interface Props {
  id: string;
  form: BankForm;
  onSubmit: () => void;
}

export function QuestionForm({ id, form, onSubmit }: Props) {
  const { fields, base, set, errorOf } = form;
  return (
    <form
      id={id}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="grid gap-4 border-line border-b pb-4 sm:grid-cols-[1fr_9rem_9rem]">
        <Field label={t("title")} hint={t("titleHint")} error={errorOf("title")}>
          <Input value={fields.title} onChange={(event) => set({ title: event.target.value })} />
        </Field>
        <Field label={t("difficulty")} error={errorOf("difficulty")}>
          <Select
            value={fields.difficulty}
            placeholder={t("notSet")}
            onChange={(event) =>
              set({ difficulty: withFilter("difficulty", event.target.value).difficulty ?? "" })
            }
            options={DIFFICULTIES.map((value) => ({ value, label: difficultyLabel(value) }))}
          />
        </Field>
        {base?.state !== "retired" && (
          <Field label={t("state")} error={errorOf("state")} hint={t("stateHint")}>
            <Select
              value={fields.state}
              onChange={(event) => set({ state: event.target.value === "ready" ? "ready" : "draft" })}
              options={[
                { value: "draft", label: t("draft") },
                { value: "ready", label: t("ready") },
              ]}
            />
          </Field>
        )}
      </div>
      <QuestionFields {...form.question} />
    </form>
  );
}
