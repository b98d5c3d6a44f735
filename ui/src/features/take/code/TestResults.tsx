import { CircleCheck, CircleX } from "lucide-react";
import type { RunResult } from "@/api/types";
import { replied } from "@/lib/reply";
import { OutputText } from "@/ui/OutputText";
import { t } from "../answer/texts";

interface TestResultsProps {
  tests: { input: string; output: string }[];
  results: RunResult["tests"];
}

/** The verdict on each example, with what was expected and printed where it failed. */
export function TestResults({ tests, results }: TestResultsProps) {
  const passed = results.filter(({ verdict }) => verdict === "AC").length;
  return (
    <div className="mt-2 space-y-2">
      <p role="status" className="font-medium text-sm">
        {t("testsPassed", { passed, total: results.length })}
      </p>
      <ol className="space-y-2">
        {results.map((result, at) => {
          const isRight = result.verdict === "AC";
          const Icon = isRight ? CircleCheck : CircleX;
          const test = tests[at];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of one result never changes
            <li key={at} className="rounded-control border border-line px-3 py-2 text-sm">
              <p className="flex items-center gap-2">
                <Icon
                  aria-hidden="true"
                  className={`size-4 shrink-0 ${isRight ? "text-success" : "text-error"}`}
                />
                <span className="font-medium">{t("test", { number: at + 1 })}</span>
                <span className="text-ink-2">{isRight ? t("passed") : t(result.verdict)}</span>
                <span className="ms-auto text-muted text-xs tabular-nums">
                  {t("ms", { ms: result.cpu_ms })}
                </span>
              </p>
              {!isRight && (
                <dl className="mt-2 space-y-1">
                  {test && <Shown name={t("input")} text={test.input} />}
                  {test && <Shown name={t("expected")} text={test.output} />}
                  <Shown name={t("printed")} text={result.stdout} />
                  {result.stderr && <Shown name={t("errors")} text={result.stderr} />}
                </dl>
              )}
              {!isRight && result.truncated && <p className="mt-1 text-muted text-xs">{t("cut")}</p>}
              {result.note && <p className="mt-1 text-muted text-xs">{replied(result.note)}</p>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Shown({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd>
        <OutputText text={text} />
      </dd>
    </div>
  );
}
