import { useState } from "react";
import { DescriptionFormat } from "@/features/questions/form/DescriptionFormat";
import { FullscreenChoice } from "@/features/questions/form/FullscreenChoice";
import { HistoryChoice } from "@/features/questions/form/HistoryChoice";
import { MarkdownField } from "@/features/questions/form/MarkdownField";
import { DURATION_MAX, DURATION_MIN } from "@/features/questions/form/rules";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { type InfoProblem, infoHint } from "./checks";
import { t } from "./texts";
import type { Wizard } from "./useWizard";

interface Props {
  wizard: Wizard;
  problem: { field: InfoProblem; text: string } | null;
  onNext: () => void;
}

export function InfoStep({ wizard: { draft, change }, problem, onNext }: Props) {
  const format = draft.description_format ?? "plain";
  // A draft or template that says more than most is shown whole; what is ticked later moves nothing.
  const [isSpecial] = useState(
    draft.require_fullscreen === true || draft.history === "keystrokes" || format === "markdown",
  );
  const errorOf = (field: InfoProblem) => (problem?.field === field ? infoHint(field) : undefined);
  return (
    <Card title={t("stepInfo")} description={t("infoText")}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          onNext();
        }}
      >
        <Field label={t("testTitle")} error={errorOf("title")} required>
          <Input
            value={draft.title}
            placeholder={t("enterTitle")}
            onChange={(event) => change({ title: event.target.value })}
          />
        </Field>
        <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_12rem]">
          <Field label={t("description")} hint={t("descriptionHint")}>
            <MarkdownField
              format={format}
              rows={3}
              value={draft.description}
              placeholder={t("enterDescription")}
              onChange={(description) => change({ description })}
            />
          </Field>
          <Field
            label={t("durationMinutes")}
            error={errorOf("duration")}
            hint={t("minutesHint", { min: DURATION_MIN, max: DURATION_MAX })}
            required
          >
            <Input
              type="number"
              inputMode="numeric"
              min={DURATION_MIN}
              max={DURATION_MAX}
              value={draft.duration_minutes}
              onChange={(event) => change({ duration_minutes: event.target.value })}
            />
          </Field>
        </div>
        <details open={isSpecial}>
          <summary className="min-h-10 cursor-pointer content-center font-medium text-ink-2 text-sm hover:text-ink">
            {t("moreInfo")}
          </summary>
          <div className="mt-1 space-y-4 rounded-control border border-line p-4">
            <FullscreenChoice
              checked={draft.require_fullscreen === true}
              onChange={(require_fullscreen) => change({ require_fullscreen })}
            />
            <HistoryChoice mode={draft.history ?? "saves"} onChange={(history) => change({ history })} />
            <DescriptionFormat
              format={format}
              onChange={(description_format) => change({ description_format })}
            />
          </div>
        </details>
        <div className="flex justify-end border-line border-t pt-4">
          <Button type="submit">{t("nextQuestions")}</Button>
        </div>
      </form>
    </Card>
  );
}
