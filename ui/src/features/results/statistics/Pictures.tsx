import type { QuestionStatistics } from "@/api/types";
import { wholePercent } from "@/lib/score";
import { type Axis, type Dot, Scatter, stepsTo } from "../charts/Scatter";

/** Fewer dots are read in the table at once. */
const FEW = 3;

const EARNED: Axis = {
  label: "Points earned",
  from: 0,
  to: 1,
  ticks: [0, 0.25, 0.5, 0.75, 1],
  words: (share) => wholePercent(share * 100),
};
const SEPARATES: Axis = {
  label: "Discrimination",
  from: -0.4,
  to: 1,
  ticks: [-0.4, 0, 0.2, 0.4, 1],
  words: (value) => value.toFixed(2),
};

type Figure = (question: QuestionStatistics) => number | null | undefined;

function dots(questions: QuestionStatistics[], x: Figure, y: Figure): Dot[] {
  return questions.flatMap((question, index) => {
    const [across, up] = [x(question), y(question)];
    if (across == null || up == null) return [];
    const line = question.question.split("\n", 1)[0] ?? "";
    const name = line.length > 60 ? `${line.slice(0, 60)}…` : line;
    return [{ number: index + 1, name, x: across, y: up, marked: question.check_key === true }];
  });
}

const upTo = (label: string, values: number[], words: Axis["words"]): Axis => {
  const ticks = stepsTo(Math.max(1, ...values));
  return { label, from: 0, to: ticks.at(-1) ?? 1, ticks, words };
};

const toldOf = (questions: QuestionStatistics[]) =>
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

export const hasPictures = (questions: QuestionStatistics[]) =>
  toldOf(questions).length >= FEW || timedOf(questions).length >= FEW;

/** The questions of a test in two pictures: what each of them tells, and what it costs. */
export function Pictures({ questions }: { questions: QuestionStatistics[] }) {
  const [told, timed] = [toldOf(questions), timedOf(questions)];
  return (
    <div className="grid gap-6 p-5 lg:grid-cols-2">
      {told.length >= FEW && (
        <Scatter
          label="Difficulty and discrimination"
          hint="Right: easy. Top: separates strong from weak candidates. Below 0.2, read the question again."
          x={EARNED}
          y={SEPARATES}
          dots={told}
        />
      )}
      {timed.length >= FEW && (
        <Scatter
          label="Time by points"
          hint="Top left: takes long for what it earns."
          x={upTo(
            "Points",
            timed.map(({ x }) => x),
            String,
          )}
          y={upTo(
            "Median minutes",
            timed.map(({ y }) => y),
            (value) => `${Number(value.toFixed(1))} min`,
          )}
          dots={timed}
        />
      )}
    </div>
  );
}
