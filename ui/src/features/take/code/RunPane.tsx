import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
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

interface PaneProps {
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

interface RunPaneProps extends PaneProps {
  session: TakeSession | undefined;
}

/** Runs the code of one question with the candidate's own input, or on its examples. */
export function RunPane({ session, ...rest }: RunPaneProps) {
  return session ? <SessionPane {...rest} session={session} /> : <PracticePane {...rest} />;
}

/** Looks as in the test, and runs nothing. */
function PracticePane({ className, tests, scratch, onScratch, desk }: PaneProps) {
  const [asked, setAsked] = useState(false);
  return (
    <Console {...{ className, tests, scratch, onScratch, desk }} busy={false} onRun={() => setAsked(true)}>
      <p role="status" className="text-ink-2 text-sm">
        {asked ? t("practiceRun") : t("resultsHere")}
      </p>
    </Console>
  );
}

function SessionPane({
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
}: PaneProps & { session: TakeSession }) {
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

  const ask = (tests: boolean) =>
    void box.ask({ question_id, language: used, source, input: scratch.input ?? "", tests });

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
  const choice = !language && offered.length > 0 && (
    <Field label={t("language")} className="mb-3">
      <Select
        options={offered.map((name) => ({ value: name, label: name }))}
        value={used}
        onChange={(event) => onScratch({ language: event.target.value })}
      />
    </Field>
  );
  const { result } = run ?? {};
  const isIdle = !state.asking && !waits && !problem && !result;
  return (
    <Console
      {...{ className, tests, scratch, onScratch, desk, choice }}
      busy={pending || state.asking}
      onRun={ask}
    >
      <p role="status" className={isIdle ? "text-muted text-sm" : "text-ink-2 text-sm"}>
        {state.asking ? t("sendingCode") : isIdle ? t("resultsHere") : waits}
      </p>
      {problem && (
        <p role="alert" className="mt-1 font-medium text-error text-sm">
          {problem.text}
        </p>
      )}
      {result && result.tests.length > 0 && <TestResults tests={tests} results={result.tests} />}
      {result && result.tests.length === 0 && <RunOutput result={result} onGoTo={onGoTo} />}
    </Console>
  );
}

interface ConsoleProps extends Pick<PaneProps, "tests" | "scratch" | "onScratch" | "desk" | "className"> {
  choice?: ReactNode;
  busy: boolean;
  onRun(tests: boolean): void;
  /** What came of it. */
  children: ReactNode;
}

/** What is run, and what came of it. Ctrl+Enter runs the tests where there are any: it is what most want. */
function Console(props: ConsoleProps) {
  const { tests, scratch, onScratch, desk, className, choice, busy, onRun, children } = props;
  const hasTests = tests.length > 0;
  const latest = useRef(() => onRun(hasTests));
  latest.current = () => onRun(hasTests);
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
  const button = (ofTests: boolean) => (
    <Button
      variant={ofTests ? "primary" : "secondary"}
      size="sm"
      // Not disabled: a press during a run is ignored, and the focus stays.
      aria-disabled={busy}
      onClick={() => onRun(ofTests)}
    >
      {t(ofTests ? "runTests" : "run")}
    </Button>
  );
  const hint = <span className="text-muted text-xs pointer-coarse:hidden">{t("ctrlEnter")}</span>;
  return (
    <section aria-label={t("runCode")} className={className}>
      <div className="desk-input">
        <div className="mb-3 flex flex-wrap items-center gap-2">
          {hasTests && button(true)}
          {hasTests && hint}
          {button(false)}
          {!hasTests && hint}
        </div>
        {choice}
        <Field label={t("input")} hint={t("inputHint")}>
          <Textarea
            rows={3}
            dir="ltr"
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            className="font-mono"
            value={scratch.input ?? ""}
            onChange={(event) => onScratch({ input: event.target.value })}
          />
        </Field>
      </div>
      <div className="desk-result min-w-0">{children}</div>
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
