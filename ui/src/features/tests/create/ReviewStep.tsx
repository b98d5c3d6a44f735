import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import { QUESTION_TYPES, sizeWords } from "@/features/question-kinds/labels";
import { totalPoints } from "@/features/questions/form/rules";
import { readableSource } from "@/features/questions/form/source";
import { kindLabel, minuteCount, points, questionCount } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ReadinessSentences, readinessWords } from "../readiness/ReadinessNotice";
import { minutesOf } from "./checks";
import { readinessOf } from "./readiness";
import { t } from "./texts";
import type { Wizard } from "./useWizard";

interface Props {
  wizard: Wizard;
  busy: boolean;
  trying: boolean;
  onPrevious: () => void;
  onTry: () => void;
  onCreate: () => void;
}

export function ReviewStep({ wizard: { draft }, busy, trying, onPrevious, onTry, onCreate }: Props) {
  const { questions } = draft;
  const isJudged = questions.some(({ tests = [] }) => tests.length > 0);
  const { data: offered } = useQuery({ ...queryOf("/tests/languages"), enabled: isJudged });
  const lacks = offered ? readinessWords(readinessOf(questions, offered.languages ?? null)) : [];
  const isKnown = !isJudged || offered !== undefined;
  const whenReady = isKnown && lacks.length === 0 ? t("whenReady") : undefined;
  const facts = [
    [t("duration"), minuteCount(minutesOf(draft) ?? 0)],
    [t("questions"), String(questions.length)],
    [t("totalPoints"), String(totalPoints(questions))],
  ];
  const breakdown = QUESTION_TYPES.map((type) => ({
    type,
    own: questions.filter((q) => q.type === type),
  })).filter(({ own }) => own.length > 0);
  return (
    <Card title={t("review")} description={whenReady}>
      {lacks.length > 0 && (
        <div className="mb-5">
          <ReadinessSentences words={lacks} />
        </div>
      )}
      <h3 dir="auto" className="font-semibold text-xl">
        {draft.title}
      </h3>
      {draft.description.trim() !== "" && (
        <p dir="auto" className="mt-1 max-w-prose whitespace-pre-wrap text-ink-2">
          {draft.description}
        </p>
      )}
      <dl className="mt-5 grid gap-px overflow-hidden rounded-control border border-line bg-line sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <div key={name} className="bg-surface px-4 py-3">
            <dt className="text-muted text-xs">{name}</dt>
            <dd className="mt-0.5 font-semibold text-base tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 font-medium text-sm">{t("byType")}</h3>
      <ul className="mt-2 divide-y divide-line text-sm">
        {breakdown.map(({ type, own }) => (
          <li key={type} className="flex justify-between gap-3 py-2">
            <span>{kindLabel(type)}</span>
            <span className="text-muted tabular-nums">
              {t("size", { questions: questionCount(own.length), points: points(totalPoints(own)) })}
            </span>
          </li>
        ))}
      </ul>
      <h3 className="mt-6 font-medium text-sm">{t("questions")}</h3>
      <ol className="mt-2 divide-y divide-line text-sm">
        {questions.map((question, index) => (
          <li key={question.id} className="flex justify-between gap-4 py-2">
            <span className="line-clamp-2 min-w-0">
              <span className="text-muted tabular-nums">{index + 1}.</span>{" "}
              <bdi>{readableSource(question)}</bdi>
            </span>
            <span className="shrink-0 text-muted text-xs leading-5 tabular-nums">
              {sizeWords(question) && `${sizeWords(question)}, `}
              {points(question.points)}
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-6 flex flex-wrap justify-between gap-3">
        <Button variant="secondary" className="mr-auto" onClick={onPrevious} disabled={busy}>
          {t("previous")}
        </Button>
        <Button variant="secondary" busy={trying} onClick={onTry}>
          {t("tryAsCandidate")}
        </Button>
        <Button busy={busy} className="max-sm:basis-full" onClick={onCreate}>
          {t("createTest")}
        </Button>
      </div>
    </Card>
  );
}
