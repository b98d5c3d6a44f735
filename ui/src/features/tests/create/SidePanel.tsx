import { minutesPerQuestion, totalPoints } from "@/features/questions/form/rules";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { minutesOf } from "./checks";
import type { Wizard } from "./useWizard";

const TIPS = [
  "Ask one thing per question, in words that a candidate cannot misread.",
  "Make wrong options plausible and of similar length.",
  "Give points by effort: a coding task deserves more than a choice.",
  "Say in the description what candidates may use.",
  "Take the test yourself once, against the clock.",
];

interface Props {
  wizard: Wizard;
  onSave: () => void;
  onLoad: () => void;
  onClear: () => void;
}

export function SidePanel({ wizard: { draft, kept, dirty }, onSave, onLoad, onClear }: Props) {
  const minutes = minutesOf(draft) ?? 0;
  const count = draft.questions.length;
  const facts = [
    ["Questions", String(count)],
    ["Total points", String(totalPoints(draft.questions))],
    ["Duration", `${minutes} min`],
    ["Est. time per question", `${minutesPerQuestion(minutes, count)} min`],
  ];
  return (
    <aside aria-label="Summary and drafts" className="space-y-4">
      <Card title="Summary">
        <dl className="space-y-2 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-3">
              <dt className="text-muted">{name}</dt>
              <dd className="font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="Draft" description="Kept in this browser only.">
        <div className="grid gap-2">
          <Button variant="secondary" onClick={onSave}>
            Save Draft
          </Button>
          <Button variant="secondary" onClick={onLoad}>
            Load Draft
          </Button>
          <Button variant="ghost" onClick={onClear}>
            Clear Draft
          </Button>
        </div>
        <p role="status" className="mt-3 text-xs">
          {!kept ? (
            <span className="text-error">This browser has no room to keep your changes.</span>
          ) : (
            <span className="text-muted">
              {dirty
                ? "Changes are kept in this browser as you type."
                : "Nothing has changed since the last save."}
            </span>
          )}
        </p>
      </Card>
      <Card title="Writing tips">
        <ul className="list-disc space-y-2 pl-4 text-ink-2 text-sm marker:text-muted">
          {TIPS.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </Card>
    </aside>
  );
}
