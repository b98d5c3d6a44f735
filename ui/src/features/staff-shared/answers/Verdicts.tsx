import type { AnswerJudging, CodeVerdict, JudgedTest, JudgingResult, RunVerdict } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { OutputText } from "@/ui/OutputText";

const WORDS: Record<CodeVerdict, string> = {
  AC: "Passed",
  WA: "Wrong answer",
  TLE: "Time limit exceeded",
  MLE: "Memory limit exceeded",
  OLE: "Too much output",
  RTE: "The program failed",
  CE: "The code does not compile",
};

/** Of a run that may have failed. */
export const TEST_VERDICTS: Record<RunVerdict, string> = { ...WORDS, IE: "It could not be run" };

function stateWords({ state, note }: AnswerJudging): string {
  if (state === "failed") return `The code runner failed on this answer. ${note ?? ""}`.trim();
  return state === "waiting" ? `This answer waits for the code runner. ${note ?? ""}`.trim() : "";
}

const tagsOf = ({ visible, weight, group }: JudgedTest) =>
  [visible ? "visible" : "hidden", `weight ${weight}`, group && `group ${group}`].filter(Boolean).join(", ");

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
  const who = machine ? `${machine} (${version})` : `the server's own runner (${runner})`;
  const parts = [`Judged by ${who}`, `test set ${test_set.slice(0, SHOWN_DIGITS)}`];
  return [...parts, judged_at && `on ${formatDateTime(judged_at)}`].filter(Boolean).join(", ");
}

/** Verdicts of a question's tests on its answer. Everything that a program printed is text. */
export function Verdicts({ judging }: { judging: AnswerJudging }) {
  const { result } = judging;
  const waits = stateWords(judging);
  const passed = result?.tests.filter(({ verdict }) => verdict === "AC").length ?? 0;
  return (
    <section aria-label="Tests" className="mt-3 space-y-2 border-line border-t pt-3 text-sm">
      {waits && <p className={judging.state === "failed" ? "text-error" : "text-muted"}>{waits}</p>}
      {result && (
        <>
          <p>
            <strong className="font-semibold">
              {result.tests.length > 0
                ? `${passed} of ${result.tests.length} tests passed`
                : WORDS[result.verdict]}
            </strong>
            <span className="block text-muted text-xs">{toolWords(result)}</span>
            <span className="block break-words text-muted text-xs">{originWords(result)}</span>
          </p>
          {result.compiler && <Block name="Compiler" text={result.compiler} />}
          {result.tests.length > 0 && <TestTable tests={result.tests} />}
        </>
      )}
    </section>
  );
}

function TestTable({ tests }: { tests: JudgedTest[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
    <section aria-label="Verdicts" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left text-xs">
        <thead className="text-muted">
          <tr>
            <th className="py-1 pr-3 font-medium">Test</th>
            <th className="py-1 pr-3 font-medium">Verdict</th>
            <th className="py-1 pr-3 font-medium">Time</th>
            <th className="py-1 pr-3 font-medium">Memory</th>
          </tr>
        </thead>
        <tbody>
          {tests.map((test, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of one result never changes
            <tr key={at} className="border-line border-t align-top">
              <td className="py-1.5 pr-3">
                {at + 1} <span className="text-muted">({tagsOf(test)})</span>
              </td>
              <td className="py-1.5 pr-3">
                <span className={test.verdict === "AC" ? "text-success" : "text-error"}>
                  {WORDS[test.verdict]}
                </span>
                {test.note && <span className="block text-muted">{test.note}</span>}
                {test.content && test.verdict !== "AC" && (
                  <details className="mt-1">
                    <summary className="cursor-pointer text-ink-2">Input and output</summary>
                    <Block name="Input" text={test.content.input} />
                    <Block name="Expected" text={test.content.expected} />
                    <Block name="Printed" text={test.content.stdout} />
                    {test.content.stderr && <Block name="Errors" text={test.content.stderr} />}
                  </details>
                )}
              </td>
              <td className="whitespace-nowrap py-1.5 pr-3 tabular-nums">{test.cpu_ms} ms</td>
              <td className="whitespace-nowrap py-1.5 pr-3 tabular-nums">
                {(test.memory_kb / 1024).toFixed(1)} MB
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
