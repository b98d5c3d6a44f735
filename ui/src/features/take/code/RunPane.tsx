import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { type Findings, NO_FINDINGS } from "../answer/line-marks";
import type { Scratch } from "../answer/scratch";
import { t } from "../answer/texts";
import type { TakeSession } from "../session/take-session";
import { RunOutput } from "./RunOutput";
import { TestResults } from "./TestResults";
import { useRunBox } from "./useRunBox";
import { waitWords } from "./verdicts";

export interface RunPaneProps {
  session: TakeSession;
  question_id: string;
  /** Empty: the candidate chooses among those that are offered. */
  language: string;
  source: string;
  /** Examples that can be run. */
  tests: { input: string; output: string }[];
  scratch: Scratch;
  onScratch(change: Scratch): void;
  /** Ctrl+Enter in it runs the code. */
  desk: RefObject<HTMLElement | null>;
  onFindings(findings: Findings): void;
  onGoTo(line: number): void;
  className?: string | undefined;
}

/** Runs the code of one question with the candidate's own input, or on its examples. */
export function RunPane({
  session,
  question_id,
  language,
  source,
  tests,
  scratch,
  onScratch,
  desk,
  onFindings,
  onGoTo,
  className,
}: RunPaneProps) {
  const { box, state, pending, now } = useRunBox(session);
  const offered = state.languages ?? [];
  const used = language || chosenOf(scratch, state.languages);
  const runs = offered.some((name) => name === used);
  const run = state.run?.question_id === question_id ? state.run : undefined;
  const problem = state.problem?.question_id === question_id ? state.problem : undefined;
  const ran = run?.language === used ? state.source : undefined;
  const messages = run?.result?.messages;
  const findings = useMemo(
    () => (messages && ran !== undefined ? { messages, source: ran } : NO_FINDINGS),
    [messages, ran],
  );
  const waits = useWaitWords(
    pending && state.run ? () => (state.run ? waitWords(state.run, now()) : "") : undefined,
  );

  useEffect(() => onFindings(findings), [findings, onFindings]);
  useEffect(() => () => box.leave(question_id), [box, question_id]);

  const { input = "" } = scratch;
  const ask = (tests: boolean) => void box.ask({ question_id, language: used, source, input, tests });
  const start = () => ask(false);
  const latest = useRef(start);
  latest.current = start;
  useEffect(() => {
    const area = desk.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      // Before the editor, which would insert a line.
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    area?.addEventListener("keydown", onKey, true);
    return () => area?.removeEventListener("keydown", onKey, true);
  }, [desk]);

  if (state.languages && !runs) {
    return (
      <section aria-label={t("runCode")} className={className}>
        <p
          role="status"
          className="rounded-control border border-line bg-subtle px-3 py-2 text-ink-2 text-sm"
        >
          {state.starting
            ? t("runnerStarting")
            : used
              ? t("cannotRunLanguage", { language: used })
              : t("cannotRun")}
        </p>
      </section>
    );
  }
  return (
    <section aria-label={t("runCode")} className={className}>
      {!language && offered.length > 0 && (
        <Field label={t("language")} className="mb-3">
          <Select
            options={offered.map((name) => ({ value: name, label: name }))}
            value={used}
            onChange={(event) => onScratch({ language: event.target.value })}
          />
        </Field>
      )}
      <Field label={t("input")} hint={t("inputHint")}>
        <Textarea
          rows={4}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          className="font-mono"
          value={input}
          onChange={(event) => onScratch({ input: event.target.value })}
        />
      </Field>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          // Not disabled: a press during a run is ignored, and the focus stays.
          aria-disabled={pending || state.asking}
          onClick={start}
        >
          {t("run")}
        </Button>
        {tests.length > 0 && (
          <Button variant="secondary" aria-disabled={pending || state.asking} onClick={() => ask(true)}>
            {t("runTests")}
          </Button>
        )}
        <span className="text-muted text-xs">{t("ctrlEnter")}</span>
      </div>
      <p role="status" className="mt-2 min-h-5 text-ink-2 text-sm">
        {state.asking ? t("sendingCode") : waits}
      </p>
      {problem && (
        <p role="alert" className="mt-1 font-medium text-error text-sm">
          {problem.text}
        </p>
      )}
      {run?.result && run.result.tests.length > 0 && <TestResults tests={tests} results={run.result.tests} />}
      {run?.result && run.result.tests.length === 0 && <RunOutput result={run.result} onGoTo={onGoTo} />}
    </section>
  );
}

/** The language of a question that has none: the first one until another is chosen, or where that is not offered now. */
function chosenOf({ language = "" }: Scratch, offered: string[] | undefined): string {
  return !offered || offered.includes(language) ? language : (offered[0] ?? "");
}

/** Words that change every second while there are any. */
function useWaitWords(words: (() => string) | undefined): string {
  const [, tick] = useState(0);
  const active = words !== undefined;
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [active]);
  return words?.() ?? "";
}
