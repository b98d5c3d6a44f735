import { paperSize } from "@/features/questions/content/sections";
import { minutesPerQuestion } from "@/features/questions/form/rules";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { minutesOf } from "./checks";
import { t } from "./texts";
import type { Wizard } from "./useWizard";

const TIPS = ["tipOneThing", "tipPlausible", "tipEffort", "tipAllowed", "tipYourself"] as const;

interface Props {
  wizard: Wizard;
  onSave: () => void;
  onLoad: () => void;
  onClear: () => void;
}

export function SidePanel({ wizard: { draft, kept, dirty }, onSave, onLoad, onClear }: Props) {
  const minutes = minutesOf(draft) ?? 0;
  const size = paperSize(draft);
  const facts = [
    [t("questions"), String(size.questions)],
    [t("totalPoints"), String(size.points)],
    [t("duration"), t("minutes", { count: minutes })],
    [t("timePerQuestion"), t("minutes", { count: minutesPerQuestion(minutes, size.questions) })],
  ];
  return (
    <aside aria-label={t("summaryAndDrafts")} className="space-y-4">
      <Card title={t("summary")}>
        <dl className="space-y-2 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-3">
              <dt className="text-muted">{name}</dt>
              <dd className="font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title={t("draft")} description={t("browserOnly")}>
        <div className="-me-3 flex flex-wrap gap-y-1">
          <Button variant="secondary" size="sm" className="px-2.5!" onClick={onSave}>
            {t("saveDraft")}
          </Button>
          <Button variant="ghost" size="sm" className="px-2.5!" onClick={onLoad}>
            {t("loadDraft")}
          </Button>
          <Button variant="ghost" size="sm" className="px-2.5!" onClick={onClear}>
            {t("clearDraft")}
          </Button>
        </div>
        <p role="status" className="mt-2 text-xs">
          {!kept ? (
            <span className="text-error">{t("noRoom")}</span>
          ) : (
            <span className="text-muted">{dirty ? t("keptAsTyped") : t("nothingChanged")}</span>
          )}
        </p>
      </Card>
      <Card title={t("tips")}>
        <ul className="list-disc space-y-2 ps-4 text-ink-2 text-sm marker:text-muted">
          {TIPS.map((tip) => (
            <li key={tip}>{t(tip)}</li>
          ))}
        </ul>
      </Card>
    </aside>
  );
}
