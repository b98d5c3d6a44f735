import { CircleX, Info, TriangleAlert } from "lucide-react";
import type { ImportReport } from "@/api/types";
import { kindLabel, plural, points } from "@/lib/format";
import { amount, type Target } from "./useImport";

type Finding = ImportReport["findings"][number];
type Imported = ImportReport["tests"][number];

/** Groups of findings, worst first. Those that change what a test does need a click. */
const GROUPS = {
  error: { Icon: CircleX, colour: "text-error", words: "Must be fixed" },
  scores: { Icon: TriangleAlert, colour: "text-error", words: "Scores differently" },
  reads: { Icon: TriangleAlert, colour: "text-warning", words: "Reads differently" },
  looks: { Icon: Info, colour: "text-ink-2", words: "Looks different" },
} as const;

type Group = keyof typeof GROUPS;

const groupOf = (finding: Finding): Group =>
  finding.level === "error" ? "error" : (finding.effect ?? "reads");

/** Findings that a person has to accept before the import. */
export const changes = (report: ImportReport): number =>
  report.findings.filter((finding) => ["scores", "reads"].includes(groupOf(finding))).length;

function Findings({ findings, group }: { findings: Finding[]; group: Group }) {
  const { Icon, colour, words } = GROUPS[group];
  const shown = findings.filter((finding) => groupOf(finding) === group);
  if (shown.length === 0) return null;
  return (
    <section aria-label={words} className="rounded-control border border-line">
      <h3 className={`flex items-center gap-2 px-3 py-2 font-medium text-sm ${colour}`}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {words} ({shown.length})
      </h3>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        className="max-h-44 divide-y divide-line overflow-y-auto border-line border-t text-sm"
      >
        {shown.map((finding, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: findings have no id and never move
            key={index}
            className="flex flex-col gap-x-3 px-3 py-1.5 sm:flex-row"
          >
            <span className="shrink-0 text-muted text-xs leading-5 tabular-nums sm:w-28 sm:truncate">
              {finding.place}
            </span>
            <span className="min-w-0 break-words">{finding.message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TestPreview({ target, test, open }: { target: Target; test: Imported; open: boolean }) {
  return (
    <details open={open} className="rounded-control border border-line">
      <summary className="cursor-pointer px-3 py-2 text-sm">
        <bdi className="font-medium">{test.title || "Untitled test"}</bdi>
        <span className="ml-2 text-muted text-xs tabular-nums">
          {plural(test.question_count, "question")}, {points(test.total_points)}
          {target === "tests" && `, ${plural(test.duration_minutes, "minute")}`}
        </span>
      </summary>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        aria-label={`Questions of ${test.title}`}
        className="max-h-72 divide-y divide-line overflow-y-auto border-line border-t text-sm"
      >
        {test.questions.map((question, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a preview never changes its order
            key={index}
            // The browser lays out only what is scrolled into view.
            className="px-3 py-1.5 [contain-intrinsic-size:auto_3rem] [content-visibility:auto]"
          >
            <p dir="auto" className="truncate">
              <span className="mr-2 text-muted text-xs tabular-nums">{index + 1}.</span>
              {question.question}
            </p>
            <p className="text-muted text-xs tabular-nums">
              {kindLabel(question.type)}, {points(question.points)}, {question.place}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Preview of a file's content before the import. */
export function ImportPreview({ target, report }: { target: Target; report: ImportReport }) {
  const questions = amount("questions", report);
  return (
    <div className="space-y-3">
      <p role="status" className="font-medium text-sm tabular-nums">
        {report.importable
          ? target === "tests"
            ? `${amount("tests", report)} with ${questions}`
            : questions
          : "This file cannot be imported yet. Nothing was changed."}
        {report.format && <span className="ml-2 font-normal text-muted">{report.format.toUpperCase()}</span>}
      </p>
      {(Object.keys(GROUPS) as Group[]).map((group) => (
        <Findings key={group} findings={report.findings} group={group} />
      ))}
      {report.tests.map((test, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tests of a file have no id before the import
        <TestPreview key={index} target={target} test={test} open={report.tests.length === 1} />
      ))}
    </div>
  );
}
