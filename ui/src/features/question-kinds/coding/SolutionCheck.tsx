import { useState } from "react";
import { api, errorText } from "@/api/client";
import type { Question } from "@/api/questions";
import type { RunVerdict, TriedSolution } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { sent } from "../sent";

const WORDS: Record<RunVerdict, string> = {
  AC: "passes",
  WA: "wrong answer",
  TLE: "time limit exceeded",
  MLE: "memory limit exceeded",
  OLE: "too much output",
  RTE: "the program failed",
  CE: "the code does not compile",
  IE: "it could not be run",
};

/** "Solution 1 (Go): fails test 2 (wrong answer)". */
export function triedWords({ language, verdict, note, tests }: TriedSolution, number: number): string {
  const name = `Solution ${number} (${language})`;
  if (verdict === "AC") return `${name} passes all tests`;
  const failed = tests.findIndex((test) => test.verdict !== "AC");
  const found = tests[failed];
  const what = found ? `fails test ${failed + 1} (${WORDS[found.verdict]})` : WORDS[verdict];
  return `${name}: ${[what, note].filter(Boolean).join(". ")}`;
}

/** Verdicts by which a test finds a wrong solution. */
const FOUND: RunVerdict[] = ["WA", "TLE", "MLE", "OLE", "RTE"];

/** "Wrong solution 1 (Go) is found by test 2 (wrong answer)". */
export function foundWords({ language, verdict, note, tests }: TriedSolution, number: number): string {
  const name = `Wrong solution ${number} (${language})`;
  if (verdict === "AC") return `${name} passes all tests: add a test that finds its mistake`;
  const failed = tests.findIndex((test) => test.verdict !== "AC");
  const found = tests[failed];
  if (found && FOUND.includes(verdict))
    return `${name} is found by test ${failed + 1} (${WORDS[found.verdict]})`;
  return `${name}: ${[WORDS[verdict], note].filter(Boolean).join(". ")}`;
}

interface Outcome {
  /** As the author means it. */
  good: boolean;
  text: string;
}

/** Runs all solutions on all tests, as they are in the form now. */
export function SolutionCheck({ question }: { question: () => Question }) {
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const [problem, setProblem] = useState("");
  const check = useSend({
    mutationFn: () => api.post("/tests/check-solutions", { body: sent(question()) }),
    onSuccess: ({ solutions, wrong_solutions }) => {
      setProblem("");
      setOutcomes([
        ...solutions.map((one, at) => ({ good: one.verdict === "AC", text: triedWords(one, at + 1) })),
        ...wrong_solutions.map((one, at) => ({
          good: FOUND.includes(one.verdict),
          text: foundWords(one, at + 1),
        })),
      ]);
    },
    onError: (error) => {
      setOutcomes([]);
      setProblem(errorText(error));
    },
  });
  return (
    <div className="space-y-2">
      <Button variant="secondary" size="sm" onClick={() => check.mutate()}>
        {check.isPending ? "Running the solutions" : "Check solutions"}
      </Button>
      <div role="status">
        <ul className="space-y-1 text-sm">
          {outcomes.map(({ good, text }) => (
            <li key={text} className={good ? "text-success" : "text-error"}>
              {text}
            </li>
          ))}
        </ul>
      </div>
      {problem && (
        <p role="alert" className="font-medium text-error text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}
