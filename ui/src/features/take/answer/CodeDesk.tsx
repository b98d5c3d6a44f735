import { clsx } from "clsx";
import { useRef, useState } from "react";
import type { AnswerProps } from "@/features/question-kinds/answer/props";
import { Divider, SHARE } from "../code/Divider";
import { type Pane, PaneTabs } from "../code/PaneTabs";
import { RunPane } from "../code/RunPane";
import type { TakeSession } from "../session/take-session";
import type { EditorHandle } from "./CodeEditor";
import { EditorField } from "./EditorField";
import { lineAfter } from "./line-after";
import { NO_FINDINGS } from "./line-marks";
import type { Scratch } from "./scratch";

export interface CodeDeskProps extends AnswerProps {
  session: TakeSession;
  question_id: string;
  /** Empty if any may be used. */
  language: string;
  fits(source: string): boolean;
  tests: { input: string; output: string }[];
  scratch: Scratch;
  onScratch(change: Scratch): void;
}

/** The editor, and beside it what runs the code: two panes on a wide screen, one at a time on a phone. */
export function CodeDesk(props: CodeDeskProps) {
  const { session, question_id, language, tests, scratch, onScratch, ...answer } = props;
  const desk = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle>(null);
  const [pane, setPane] = useState<Pane>("code");
  const [share, setShare] = useState(SHARE.start);
  const [findings, setFindings] = useState(NO_FINDINGS);
  const goTo = (line: number) => {
    setPane("code");
    const { source } = findings;
    const present = source === undefined ? line : (lineAfter(line, source, answer.answer) ?? line);
    // A hidden editor takes no focus.
    requestAnimationFrame(() => editor.current?.goTo(present));
  };
  return (
    <>
      <PaneTabs pane={pane} onPane={setPane} />
      <div
        ref={desk}
        className="code-desk lg:grid lg:grid-cols-[minmax(0,var(--share))_auto_minmax(0,1fr)] lg:gap-1"
        style={{ "--share": `${share}%` } as React.CSSProperties}
      >
        <div className={clsx("min-w-0", pane === "run" && "max-lg:hidden")}>
          <EditorField {...answer} language={language} findings={findings} editor={editor} />
        </div>
        <Divider desk={desk} share={share} onShare={setShare} />
        <RunPane
          className={clsx("min-w-0", pane === "code" && "max-lg:hidden")}
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
    </>
  );
}
