import { clsx } from "clsx";
import { useLayoutEffect, useRef, useState } from "react";
import type { AnswerProps } from "@/features/question-kinds/answer/props";
import { Divider } from "../code/Divider";
import { type Pane, PaneTabs } from "../code/PaneTabs";
import { RunPane } from "../code/RunPane";
import type { TakeSession } from "../session/take-session";
import type { EditorHandle } from "./CodeEditor";
import { EditorField } from "./EditorField";
import { lineAfter } from "./line-after";
import { NO_FINDINGS } from "./line-marks";
import type { Scratch } from "./scratch";
import { t } from "./texts";

export interface CodeDeskProps extends AnswerProps {
  session: TakeSession | undefined;
  question_id: string;
  /** Empty if any may be used. */
  language: string;
  fits(source: string): boolean;
  tests: { input: string; output: string }[];
  scratch: Scratch;
  onScratch(change: Scratch): void;
}

const TASK = { least: 20, most: 50 };
const EDITOR = { least: 30, most: 80 };
/** Shares of the task's width and of the editor's height in percent; they stay from question to question. */
const kept = { task: 34, editor: 62 };

/**
 * The editor, and below it what runs the code. In a large window the desk fills it, with the task beside
 * (`styles/desk.css`); on a phone one pane is shown at a time.
 */
export function CodeDesk(props: CodeDeskProps) {
  const { session, question_id, language, tests, scratch, onScratch, ...answer } = props;
  const desk = useRef<HTMLDivElement>(null);
  const panes = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle>(null);
  const [pane, setPane] = useState<Pane>("code");
  const [shares, setShares] = useState(kept);
  const [findings, setFindings] = useState(NO_FINDINGS);
  const share = (change: Partial<typeof kept>) => setShares({ ...Object.assign(kept, change) });
  useLayoutEffect(() => {
    document.body.style.setProperty("--task-share", String(shares.task / 100));
  }, [shares]);
  const goTo = (line: number) => {
    setPane("code");
    const { source } = findings;
    const present = source === undefined ? line : (lineAfter(line, source, answer.answer) ?? line);
    // A hidden editor takes no focus.
    requestAnimationFrame(() => editor.current?.goTo(present));
  };
  return (
    <div ref={desk} className="code-desk">
      <Divider
        label={t("widthTask")}
        orientation="vertical"
        area={() => desk.current?.closest(".take-card")}
        share={shares.task}
        bounds={TASK}
        onShare={(task) => share({ task })}
      />
      <PaneTabs pane={pane} onPane={setPane} />
      <div
        ref={panes}
        className="desk-panes"
        style={{ "--share": `${shares.editor}%` } as React.CSSProperties}
      >
        <div className={clsx("desk-editor min-w-0", pane === "run" && "max-lg:hidden")}>
          <EditorField {...{ ...answer, language, findings, editor }} />
        </div>
        <Divider
          label={t("heightEditor")}
          orientation="horizontal"
          area={() => panes.current}
          share={shares.editor}
          bounds={EDITOR}
          onShare={(height) => share({ editor: height })}
        />
        <RunPane
          className={clsx("desk-console min-w-0", pane === "code" && "max-lg:hidden")}
          session={session}
          question_id={question_id}
          language={language}
          source={answer.answer}
          {...{ tests, scratch, onScratch }}
          desk={desk}
          onFindings={setFindings}
          onGoTo={goTo}
        />
      </div>
    </div>
  );
}
