import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { queryOf } from "@/api/query";
import { QUESTION_TYPES } from "@/features/question-kinds/labels";
import {
  blankSection,
  fixedQuestions,
  isDivided,
  itemsOf,
  paperSize,
  passagesOf,
  sectionsOf,
} from "@/features/questions/content/sections";
import { totalPoints } from "@/features/questions/form/rules";
import { kindLabel, minuteCount, points, questionCount } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ReadinessSentences, readinessWords } from "../readiness/ReadinessNotice";
import { minutesOf } from "./checks";
import { ReviewContent } from "./ReviewContent";
import { readinessOf } from "./readiness";
import { t } from "./texts";
import type { Wizard } from "./useWizard";

/** By the number of facts: those of sections and passages are shown where there are some. */
const COLUMNS: Record<number, string> = { 3: "sm:grid-cols-3", 4: "sm:grid-cols-4", 5: "sm:grid-cols-5" };

interface Props {
  wizard: Wizard;
  busy: boolean;
  trying: boolean;
  onPrevious: () => void;
  onTry: () => void;
  onCreate: () => void;
}

export function ReviewStep({ wizard: { draft }, busy, trying, onPrevious, onTry, onCreate }: Props) {
  const questions = fixedQuestions(draft);
  const size = paperSize(draft);
  const sections = isDivided(draft) ? sectionsOf(draft) : [];
  const passages = sections.flatMap(passagesOf);
  const pools = itemsOf(draft).filter((item) => item.kind === "pool");
  const ofPools = paperSize({ questions: [], sections: [{ ...blankSection(""), items: pools }] });
  const isJudged = questions.some(({ tests = [] }) => tests.length > 0);
  const { data: offered } = useQuery({ ...queryOf("/tests/languages"), enabled: isJudged });
  const lacks = offered ? readinessWords(readinessOf(questions, offered.languages)) : [];
  const isKnown = !isJudged || offered !== undefined;
  const whenReady = isKnown && lacks.length === 0 ? t("whenReady") : undefined;
  const facts = [
    [t("duration"), minuteCount(minutesOf(draft) ?? 0)],
    [t("questions"), String(size.questions)],
    [t("totalPoints"), String(size.points)],
    ...(sections.length > 0 ? [[t("sections"), String(sections.length)]] : []),
    ...(passages.length > 0 ? [[t("passages"), String(passages.length)]] : []),
  ];
  const ofType = QUESTION_TYPES.map((type) => {
    const own = questions.filter((question) => question.type === type);
    return { name: kindLabel(type), questions: own.length, points: totalPoints(own) };
  });
  const breakdown = [...ofType, { name: t("fromPools"), ...ofPools }].filter(
    ({ questions }) => questions > 0,
  );
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
      <dl
        className={clsx(
          "mt-5 grid gap-px overflow-hidden rounded-control border border-line bg-line",
          COLUMNS[facts.length],
        )}
      >
        {facts.map(([name, value]) => (
          <div key={name} className="bg-surface px-4 py-3">
            <dt className="text-muted text-xs">{name}</dt>
            <dd className="mt-0.5 font-semibold text-base tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 font-medium text-sm">{t("byType")}</h3>
      <ul className="mt-2 divide-y divide-line text-sm">
        {breakdown.map(({ name, ...own }) => (
          <li key={name} className="flex justify-between gap-3 py-2">
            <span>{name}</span>
            <span className="text-muted tabular-nums">
              {t("size", { questions: questionCount(own.questions), points: points(own.points) })}
            </span>
          </li>
        ))}
      </ul>
      <h3 className="mt-6 font-medium text-sm">{t("questions")}</h3>
      <ReviewContent content={draft} />
      <div className="mt-6 flex flex-wrap justify-between gap-3">
        <Button variant="secondary" className="me-auto" onClick={onPrevious} disabled={busy}>
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
