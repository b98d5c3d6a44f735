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
        <Field label={t("description")} hint={t("descriptionHint")}>
          <MarkdownField
            format={format}
            rows={4}
            value={draft.description}
            placeholder={t("enterDescription")}
            onChange={(description) => change({ description })}
          />
        </Field>
        <Field
          label={t("durationMinutes")}
          error={errorOf("duration")}
          hint={t("minutesHint", { min: DURATION_MIN, max: DURATION_MAX })}
          className="sm:max-w-48"
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
        <FullscreenChoice
          checked={draft.require_fullscreen === true}
          onChange={(require_fullscreen) => change({ require_fullscreen })}
        />
        <HistoryChoice mode={draft.history ?? "saves"} onChange={(history) => change({ history })} />
        <DescriptionFormat
          format={format}
          onChange={(description_format) => change({ description_format })}
        />
        <div className="flex justify-end">
          <Button type="submit">{t("nextQuestions")}</Button>
        </div>
      </form>
    </Card>
  );
}
