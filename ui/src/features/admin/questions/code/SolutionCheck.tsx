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

/** Runs the reference solutions on all tests, as they are in the form now. */
export function SolutionCheck({ question }: { question: () => Question }) {
  const [tried, setTried] = useState<TriedSolution[]>([]);
  const [problem, setProblem] = useState("");
  const check = useSend({
    mutationFn: () => api.post("/tests/check-solutions", { body: sent(question()) }),
    onSuccess: ({ solutions }) => {
      setProblem("");
      setTried(solutions);
    },
    onError: (error) => {
      setTried([]);
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
          {tried.map((solution, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of one reply never changes
            <li key={at} className={solution.verdict === "AC" ? "text-success" : "text-error"}>
              {triedWords(solution, at + 1)}
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
