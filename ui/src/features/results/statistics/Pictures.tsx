import { clsx } from "clsx";
import type { QuestionStatistics } from "@/api/types";
import { withDecimalMark } from "@/lib/format";
import { wholePercent } from "@/lib/score";
import { type Axis, type Dot, Scatter, stepsTo } from "../charts/Scatter";
import { t } from "./texts";

/** Fewer dots are read in the table at once. */
const FEW = 3;

const earned = (): Axis => ({
  label: t("earned"),
  from: 0,
  to: 1,
  ticks: [0, 0.25, 0.5, 0.75, 1],
  words: (share) => wholePercent(share * 100),
});
const separates = (): Axis => ({
  label: t("discrimination"),
  from: -0.4,
  to: 1,
  ticks: [-0.4, 0, 0.2, 0.4, 1],
  words: (value) => withDecimalMark(value.toFixed(2)),
});

type Figure = (question: QuestionStatistics) => number | null | undefined;

function dots(questions: QuestionStatistics[], x: Figure, y: Figure): Dot[] {
  return questions.flatMap((question) => {
    const [across, up] = [x(question), y(question)];
    if (across == null || up == null) return [];
    const line = question.question.split("\n", 1)[0] ?? "";
    const name = line.length > 60 ? `${line.slice(0, 60)}…` : line;
    return [
      {
        id: question.id,
        number: question.number,
        name,
        x: across,
        y: up,
        marked: question.check_key === true,
      },
    ];
  });
}

const upTo = (label: string, values: number[], words: Axis["words"]): Axis => {
  const ticks = stepsTo(Math.max(1, ...values));
  return { label, from: 0, to: ticks.at(-1) ?? 1, ticks, words };
};

const measuredOf = (questions: QuestionStatistics[]) =>
  dots(
    questions,
    ({ share_correct }) => share_correct,
    ({ discrimination }) => discrimination,
  );
const timedOf = (questions: QuestionStatistics[]) =>
  dots(
    questions,
    ({ points: possible }) => possible,
    ({ median_seconds }) => (median_seconds == null ? null : median_seconds / 60),
  );

/** How many pictures there are: none of fewer questions than a few. */
export const picturesOf = (questions: QuestionStatistics[]) =>
  [measuredOf(questions), timedOf(questions)].filter((found) => found.length >= FEW).length;

/** The questions of a test in two pictures: what each of them measures, and what it costs. */
export function Pictures({ questions }: { questions: QuestionStatistics[] }) {
  const [measured, timed] = [measuredOf(questions), timedOf(questions)];
  return (
    <div
      className={clsx("grid gap-6 p-5", measured.length >= FEW && timed.length >= FEW && "lg:grid-cols-2")}
    >
      {measured.length >= FEW && (
        <Scatter
          label={t("difficultyPicture")}
          hint={t("difficultyHint")}
          x={earned()}
          y={separates()}
          dots={measured}
        />
      )}
      {timed.length >= FEW && (
        <Scatter
          label={t("timePicture")}
          hint={t("timeHint")}
          x={upTo(
            t("points"),
            timed.map(({ x }) => x),
            String,
          )}
          y={upTo(
            t("medianMinutes"),
            timed.map(({ y }) => y),
            (value) => t("min", { count: Number(value.toFixed(1)) }),
          )}
          dots={timed}
        />
      )}
    </div>
  );
}
