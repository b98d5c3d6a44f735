import type { CandidateQuestion } from "@/api/questions";
import { OutputText } from "@/ui/OutputText";
import { t } from "./texts";

/** The visible tests of a coding question, and the limits of each test. */
export function Examples({ question }: { question: CandidateQuestion }) {
  const { tests = [], time_limit_ms, memory_limit_mb } = question;
  if (time_limit_ms === undefined) return null;
  return (
    <div className="my-3 text-sm">
      {tests.length > 0 && (
        <details open>
          <summary className="w-fit cursor-pointer py-1 font-medium">
            {t("examples", { count: tests.length })}
          </summary>
          <ol className="mt-1 space-y-2">
            {tests.map(({ input, output }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the examples of a question never change
              <li key={at} className="grid gap-2 rounded-control border border-line px-3 py-2 sm:grid-cols-2">
                <Text name={t("input")} text={input} />
                <Text name={t("output")} text={output} />
              </li>
            ))}
          </ol>
        </details>
      )}
      <p className="mt-2 text-muted text-xs">
        {t("testLimits", { seconds: time_limit_ms / 1000, megabytes: memory_limit_mb ?? "" })}
      </p>
    </div>
  );
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="text-muted text-xs">{name}</p>
      <OutputText text={text} className="max-h-32" />
    </div>
  );
}
