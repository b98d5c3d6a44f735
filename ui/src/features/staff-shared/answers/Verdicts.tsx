import type { AnswerJudging, JudgedTest, JudgingResult, RunVerdict } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { replied } from "@/lib/reply";
import { serverWords } from "@/lib/server-words";
import { OutputText } from "@/ui/OutputText";
import { t } from "../texts";

const VERDICTS = {
  AC: "passed",
  WA: "wrongAnswer",
  TLE: "timeLimit",
  MLE: "memoryLimit",
  OLE: "tooMuchOutput",
  RTE: "programFailed",
  CE: "notCompiled",
  IE: "notRun",
} as const satisfies Record<RunVerdict, string>;

/** Words for a run, which may have failed. */
export const verdictWords = (verdict: RunVerdict) => t(VERDICTS[verdict]);

function stateWords({ state, note }: AnswerJudging): string {
  const why = replied(serverWords(note ?? ""));
  if (state === "failed") return `${t("runnerFailed")} ${why}`.trim();
  return state === "waiting" ? `${t("runnerWaits")} ${why}`.trim() : "";
}

const tagsOf = ({ visible, weight, group }: JudgedTest) =>
  t("testFacts", {
    visible: visible ? "yes" : "no",
    weight,
    grouped: group ? "yes" : "no",
    group: group ?? "",
  });

/** Most toolchains begin with the name of their language. */
function toolWords({ language, toolchain }: JudgingResult): string {
  if (toolchain.toLowerCase().includes(language.toLowerCase())) return toolchain;
  return [language, toolchain].filter(Boolean).join(", ");
}

/** Digits of the abbreviated hash of a test set. */
const SHOWN_DIGITS = 8;

/** Who judged, on what and when: a runner on another machine has its name behind its version. */
export function originWords({ runner, test_set, judged_at }: JudgingResult): string {
  const [, version, machine] = /^(\S+) \((.+)\)$/.exec(runner) ?? [];
  return t("judgedBy", {
    elsewhere: machine ? "yes" : "no",
    machine: machine ?? "",
    version: version ?? runner,
    set: test_set.slice(0, SHOWN_DIGITS),
    dated: judged_at ? "yes" : "no",
    date: formatDateTime(judged_at),
  });
}

/** Verdicts of a question's tests on its answer. Everything that a program printed is text. */
export function Verdicts({ judging }: { judging: AnswerJudging }) {
  const { result } = judging;
  const waits = stateWords(judging);
  const passed = result?.tests.filter(({ verdict }) => verdict === "AC").length ?? 0;
  return (
    <section aria-label={t("tests")} className="mt-3 space-y-2 border-line border-t pt-3 text-sm">
      {waits && <p className={judging.state === "failed" ? "text-error" : "text-muted"}>{waits}</p>}
      {result && (
        <>
          <p>
            <strong className="font-semibold">
              {result.tests.length > 0
                ? t("testsPassed", { passed, count: result.tests.length })
                : verdictWords(result.verdict)}
            </strong>
            <span className="block text-muted text-xs">{toolWords(result)}</span>
            <span className="block break-words text-muted text-xs">{originWords(result)}</span>
          </p>
          {result.compiler && <Block name={t("compiler")} text={result.compiler} />}
          {result.tests.length > 0 && <TestTable tests={result.tests} />}
        </>
      )}
    </section>
  );
}

function TestTable({ tests }: { tests: JudgedTest[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
    <section aria-label={t("verdicts")} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-start text-xs">
        <thead className="text-muted">
          <tr>
            <th className="py-1 pe-3 font-medium">{t("test")}</th>
            <th className="py-1 pe-3 font-medium">{t("verdict")}</th>
            <th className="py-1 pe-3 font-medium">{t("time")}</th>
            <th className="py-1 pe-3 font-medium">{t("memory")}</th>
          </tr>
        </thead>
        <tbody>
          {tests.map((test, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of one result never changes
            <tr key={at} className="border-line border-t align-top">
              <td className="py-1.5 pe-3">
                {at + 1} <span className="text-muted">({tagsOf(test)})</span>
              </td>
              <td className="py-1.5 pe-3">
                <span className={test.verdict === "AC" ? "text-success" : "text-error"}>
                  {verdictWords(test.verdict)}
                </span>
                {test.note && <span className="block text-muted">{replied(test.note)}</span>}
                {test.content && test.verdict !== "AC" && (
                  <details className="mt-1">
                    <summary className="cursor-pointer text-ink-2">{t("inputAndOutput")}</summary>
                    <Block name={t("input")} text={test.content.input} />
                    <Block name={t("expected")} text={test.content.expected} />
                    <Block name={t("printed")} text={test.content.stdout} />
                    {test.content.stderr && <Block name={t("errors")} text={test.content.stderr} />}
                  </details>
                )}
              </td>
              <td className="whitespace-nowrap py-1.5 pe-3 tabular-nums">
                {t("milliseconds", { count: test.cpu_ms })}
              </td>
              <td className="whitespace-nowrap py-1.5 pe-3 tabular-nums">
                {t("megabytes", { size: (test.memory_kb / 1024).toFixed(1) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Block({ name, text }: { name: string; text: string }) {
  return (
    <div className="mt-1">
      <p className="text-muted text-xs">{name}</p>
      <OutputText text={text} />
    </div>
  );
}
