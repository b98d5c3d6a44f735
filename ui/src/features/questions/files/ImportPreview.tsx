import { CircleX, Info, TriangleAlert } from "lucide-react";
import type { ImportReport } from "@/api/types";
import { kindLabel, minuteCount, points, questionCount } from "@/lib/format";
import { serverWords } from "@/lib/server-words";
import { t } from "./texts";
import { amount, type Target } from "./useImport";

type Finding = ImportReport["findings"][number];
type Imported = ImportReport["tests"][number];

/** Groups of findings, worst first. Those that change what a test does need a click. */
const GROUPS = {
  error: { Icon: CircleX, colour: "text-error", words: "mustFix" },
  scores: { Icon: TriangleAlert, colour: "text-error", words: "scores" },
  reads: { Icon: TriangleAlert, colour: "text-warning", words: "reads" },
  looks: { Icon: Info, colour: "text-ink-2", words: "looks" },
} as const;

type Group = keyof typeof GROUPS;

/** The server's word for the whole file. */
const WHOLE_FILE = "file";

const placeOf = (place: string) => (place === WHOLE_FILE ? t("wholeFile") : serverWords(place));

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
    <section aria-label={t(words)} className="rounded-control border border-line">
      <h3 className={`flex items-center gap-2 px-3 py-2 font-medium text-sm ${colour}`}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {t("group", { words: t(words), count: shown.length })}
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
              {placeOf(finding.place)}
            </span>
            <span className="min-w-0 break-words">{serverWords(finding.message)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TestPreview({ target, test, open }: { target: Target; test: Imported; open: boolean }) {
  const size = { questions: questionCount(test.question_count), points: points(test.total_points) };
  return (
    <details open={open} className="rounded-control border border-line">
      <summary className="cursor-pointer px-3 py-2 text-sm">
        <bdi className="font-medium">{test.title || t("untitled")}</bdi>
        <span className="ms-2 text-muted text-xs tabular-nums">
          {target === "tests"
            ? t("sizeTime", { ...size, minutes: minuteCount(test.duration_minutes) })
            : t("size", size)}
        </span>
      </summary>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        aria-label={t("questionsOf", { title: test.title })}
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
              <span className="me-2 text-muted text-xs tabular-nums">{index + 1}.</span>
              {question.question}
            </p>
            <p className="text-muted text-xs tabular-nums">
              {kindLabel(question.type)}, {points(question.points)}, {placeOf(question.place)}
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
            ? t("testsWith", { tests: amount("tests", report), questions })
            : questions
          : t("notImportable")}
        {report.format && <span className="ms-2 font-normal text-muted">{report.format.toUpperCase()}</span>}
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
