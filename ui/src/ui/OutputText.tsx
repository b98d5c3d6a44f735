import { clsx } from "clsx";
import { t } from "./texts";

/** Input or output of a program, as plain text in a box that scrolls, by keyboard too. */
export function OutputText({ text, className = "max-h-40" }: { text: string; className?: string }) {
  // In the letters of a program, the word would be taken for its text.
  if (!text) return <p className="text-muted text-xs">{t("nothing")}</p>;
  return (
    <pre
      dir="ltr"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
      tabIndex={0}
      className={clsx("overflow-auto whitespace-pre-wrap break-words font-mono text-xs", className)}
    >
      {text}
    </pre>
  );
}
