import { clsx } from "clsx";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import type { Question } from "@/api/questions";
import type { RunVerdict, TriedSolution } from "@/api/types";
import { replied } from "@/lib/reply";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { sent } from "../sent";
import type { TestDraft } from "./key";
import { t } from "./staff-texts";

const WORDS = {
  AC: "passes",
  WA: "wrongAnswer",
  TLE: "tle",
  MLE: "mle",
  OLE: "ole",
  RTE: "rte",
  CE: "ce",
  IE: "ie",
} as const satisfies Record<RunVerdict, string>;

const wordsOf = (verdict: RunVerdict) => t(WORDS[verdict]);

/** "Solution 1 (Go): fails test 2 (wrong answer)". */
export function triedWords({ language, verdict, note, tests }: TriedSolution, number: number): string {
  const name = t("named", { name: t("solution", { number }), language });
  if (verdict === "AC") return t("passesAll", { name });
  const failed = tests.findIndex((test) => test.verdict !== "AC");
  const found = tests[failed];
  const what = found
    ? t("failsTest", { number: failed + 1, verdict: wordsOf(found.verdict) })
    : wordsOf(verdict);
  return t("outcome", { name, what: [what, replied(note)].filter(Boolean).join(". ") });
}

/** Verdicts by which a test finds a wrong solution. */
const FOUND: RunVerdict[] = ["WA", "TLE", "MLE", "OLE", "RTE"];

/** "Wrong solution 1 (Go) is found by test 2 (wrong answer)". */
export function foundWords({ language, verdict, note, tests }: TriedSolution, number: number): string {
  const name = t("named", { name: t("wrongSolution", { number }), language });
  if (verdict === "AC") return t("passesAllWrong", { name });
  const failed = tests.findIndex((test) => test.verdict !== "AC");
  const found = tests[failed];
  if (found && FOUND.includes(verdict))
    return t("foundBy", { name, number: failed + 1, verdict: wordsOf(found.verdict) });
  return t("outcome", { name, what: [wordsOf(verdict), replied(note)].filter(Boolean).join(". ") });
}

/** Cells of one solution: what each test found. Those after the first that a wrong solution does not pass were not run. */
interface Outcome {
  name: string;
  /** The author means it to be right. */
  good: boolean;
  text: string;
  tests: TriedSolution["tests"];
}

const outcomesOf = (solutions: TriedSolution[], wrong: TriedSolution[]): Outcome[] => [
  ...solutions.map((one, at) => ({
    name: t("solution", { number: at + 1 }),
    good: one.verdict === "AC",
    text: triedWords(one, at + 1),
    tests: one.tests,
  })),
  ...wrong.map((one, at) => ({
    name: t("wrongSolution", { number: at + 1 }),
    good: FOUND.includes(one.verdict),
    text: foundWords(one, at + 1),
    tests: one.tests,
  })),
];

/** Runs all solutions on all tests, as they are in the form now. */
export function SolutionCheck({ question, tests }: { question: () => Question; tests: TestDraft[] }) {
  const [found, setFound] = useState<{ outcomes: Outcome[]; of: string }>({ outcomes: [], of: "" });
  const [problem, setProblem] = useState("");
  const now = JSON.stringify(sent(question()));
  const check = useSend({
    mutationFn: async () => {
      const asked = sent(question());
      const reply = await api.post("/tests/check-solutions", { body: asked });
      return { ...reply, of: JSON.stringify(asked) };
    },
    onSuccess: ({ solutions, wrong_solutions, of }) => {
      setProblem("");
      setFound({ outcomes: outcomesOf(solutions, wrong_solutions), of });
    },
    onError: (error) => {
      setFound({ outcomes: [], of: "" });
      setProblem(errorText(error));
    },
  });
  const { outcomes, of } = found;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="sm" onClick={() => check.mutate()}>
          {check.isPending ? t("running") : t("check")}
        </Button>
        <p role="status" className="font-medium text-sm text-warning">
          {outcomes.length > 0 && of !== now && t("changedSince")}
        </p>
      </div>
      <div role="status">
        <ul className="space-y-1 text-sm">
          {outcomes.map(({ good, text }) => (
            <li key={text} className={good ? "text-success" : "text-error"}>
              {text}
            </li>
          ))}
        </ul>
      </div>
      {outcomes.some(({ tests: run }) => run.length > 0) && <Matrix {...{ outcomes, tests }} />}
      {problem && (
        <p role="alert" className="font-medium text-error text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Solutions by tests. */
function Matrix({ outcomes, tests }: { outcomes: Outcome[]; tests: TestDraft[] }) {
  const count = Math.max(tests.length, ...outcomes.map(({ tests: run }) => run.length));
  const numbers = Array.from({ length: count }, (_, at) => at);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section aria-label={t("solutionsByTests")} tabIndex={0} className="overflow-x-auto">
      <table className="border-separate border-spacing-0.5 text-xs tabular-nums">
        <thead>
          <tr>
            <th scope="col" className="pe-3 text-start font-medium text-muted">
              {t("test")}
            </th>
            {numbers.map((at) => (
              <th key={at} scope="col" title={tests[at]?.group} className="min-w-9 font-medium text-muted">
                {at + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outcomes.map(({ name, good, tests: run }) => (
            <tr key={name}>
              <th scope="row" className="whitespace-nowrap pe-3 text-start font-medium">
                <span aria-hidden="true" className={good ? "text-success" : "text-error"}>
                  {good ? "\u2713 " : "\u2717 "}
                </span>
                {name}
              </th>
              {numbers.map((at) => (
                <Cell key={at} {...run[at]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ verdict, cpu_ms }: Partial<TriedSolution["tests"][number]>) {
  if (!verdict)
    return (
      <td title={t("notRun")} className="h-8 rounded-sm bg-subtle text-center text-muted">
        <span aria-hidden="true">&middot;</span>
        <span className="sr-only">{t("notRun")}</span>
      </td>
    );
  const passed = verdict === "AC";
  return (
    <td
      title={t("verdictTime", { verdict: wordsOf(verdict), count: cpu_ms ?? 0 })}
      className={clsx("toned h-8 rounded-sm text-center font-medium", passed ? "tone-green" : "tone-red")}
    >
      <span aria-hidden="true">{passed ? "\u2713" : verdict}</span>
      <span className="sr-only">{wordsOf(verdict)}</span>
    </td>
  );
}
