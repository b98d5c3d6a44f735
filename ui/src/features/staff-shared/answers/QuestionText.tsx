import { clsx } from "clsx";
import { AskedText } from "@/ui/rich-text/AskedText";

interface QuestionTextProps {
  asked: { question: string; content?: unknown; gaps?: { id: string }[] };
  /** Counted from 1. */
  number?: number;
  /** As a heading of this level. A formatted text has blocks, which heading elements may not hold. */
  level?: number;
  id?: string;
  className?: string;
  /** Tag of its language, where it is known. */
  lang?: string | undefined;
}

/** The text of a question, after its number. */
export function QuestionText({ asked, number, level, id, className, lang }: QuestionTextProps) {
  return (
    <div
      id={id}
      {...(level !== undefined && { role: "heading", "aria-level": level })}
      className={clsx("flex gap-1.5", className)}
    >
      {number !== undefined && <span className="text-muted tabular-nums">{number}.</span>}{" "}
      <AskedText
        content={asked.content}
        source={asked.question}
        gaps={asked.gaps}
        lang={lang}
        className="min-w-0 flex-1"
      />
    </div>
  );
}
