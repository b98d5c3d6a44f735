import { useId } from "react";
import type { RunResult } from "@/api/types";
import { replied } from "@/lib/reply";
import { Button } from "@/ui/Button";
import { t } from "../answer/texts";
import { costWords } from "./verdicts";

interface RunOutputProps {
  result: RunResult;
  onGoTo(line: number): void;
}

/** The result of a run, as text: nothing that a program prints is interpreted. */
export function RunOutput({ result, onGoTo }: RunOutputProps) {
  const { verdict, note, messages, compiler, stdout, stderr, truncated } = result;
  const ran = verdict !== "CE" && verdict !== "IE";
  return (
    <div className="mt-2 space-y-3">
      <p role="status" className="text-sm">
        <strong className={verdict === "AC" ? "font-semibold text-success" : "font-semibold text-error"}>
          {t(verdict)}
        </strong>
        {ran && <span className="text-muted"> {costWords(result)}</span>}
        {note && <span className="mt-0.5 block text-ink-2">{replied(note)}</span>}
      </p>
      {messages.length > 0 && (
        <ul className="space-y-1 text-sm">
          {messages.map(({ line, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of one result never changes
            <li key={at} className="flex gap-2">
              <Button variant="ghost" size="sm" className="-ms-3 shrink-0" onClick={() => onGoTo(line)}>
                {t("line", { line })}
              </Button>
              <span className="min-w-0 self-center break-words">{text}</span>
            </li>
          ))}
        </ul>
      )}
      {compiler && <Text label={t("compiler")} text={compiler} />}
      {ran && <Text label={t("output")} text={stdout} empty={t("programPrintedNothing")} />}
      {stderr && <Text label={t("errors")} text={stderr} />}
      {truncated && <p className="text-muted text-xs">{t("cut")}</p>}
    </div>
  );
}

function Text({ label, text, empty }: { label: string; text: string; empty?: string }) {
  const id = useId();
  return (
    <div>
      <p id={id} className="mb-1 font-medium text-ink text-sm">
        {label}
      </p>
      {text ? (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
          tabIndex={0}
          aria-labelledby={id}
          className="max-h-64 overflow-auto rounded-control border border-line bg-subtle px-3 py-2"
        >
          <pre dir="ltr" className="whitespace-pre-wrap break-words font-mono text-xs">
            {text}
          </pre>
        </section>
      ) : (
        <p className="text-muted text-xs">{empty}</p>
      )}
    </div>
  );
}
