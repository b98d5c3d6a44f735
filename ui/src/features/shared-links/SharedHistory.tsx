import { lazy, Suspense, useMemo, useState } from "react";
import type { Timeline } from "@/api/types";
import { longest } from "@/features/player/facts";
import { NotKept } from "@/features/player/NotKept";
import type { Languages } from "@/lib/translated";
import { shownQuestion } from "@/lib/translated-question";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { Skeleton } from "@/ui/Skeleton";
import type { SharedResult } from "./shared";
import { t } from "./texts";

const Player = lazy(async () => ({ default: (await import("@/features/player/Player")).Player }));

/** Signals, camera and proctors are no part of a link. */
const NOTHING: Timeline = { entries: [], entries_not_kept: 0, monitored: [], unmonitored: [] };

/** How the answers came to be. */
export function SharedHistory({ result, languages }: { result: SharedResult; languages: Languages }) {
  const { history, answers } = result;
  const [chosen, setChosen] = useState(longest(history?.questions ?? [])?.question_id ?? "");
  const start = Date.parse(result.started_at);
  const length = Math.max(0, Date.parse(result.submitted_at) - start);
  const span = useMemo(() => ({ start, length }), [start, length]);
  if (!history || !answers || history.questions.length === 0) return null;
  const numbers = new Map(answers.map(({ question }, index) => [question.id, index + 1]));
  const shown = history.questions.find(({ question_id }) => question_id === chosen);
  const asked = answers.find(({ question }) => question.id === chosen)?.question;
  const readBy = asked && shownQuestion(asked, languages);
  return (
    <section
      aria-label={t("historyOf", { name: result.applicant_name })}
      className="space-y-4 border-line border-t pt-4 print:hidden"
    >
      <Field label={t("historyOfAnswer")} className="max-w-xs">
        <Select
          value={chosen}
          options={history.questions.map(({ question_id }) => ({
            value: question_id,
            label: t("question", { number: numbers.get(question_id) ?? "" }),
          }))}
          onChange={(event) => setChosen(event.target.value)}
        />
      </Field>
      <NotKept {...history} />
      {shown && (
        <Suspense fallback={<Skeleton className="h-48" />}>
          <Player
            key={chosen}
            question={shown}
            readBy={{ ...readBy, question_type: asked?.type ?? "essay" }}
            timeline={NOTHING}
            span={span}
            mode={history.mode}
            who={result.applicant_name}
          />
        </Suspense>
      )}
    </section>
  );
}
