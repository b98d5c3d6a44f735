import { clsx } from "clsx";
import { FormattedText } from "@/ui/rich-text/FormattedText";

interface QuestionTextProps {
  asked: { question: string; content?: unknown };
  /** Counted from 1. */
  number?: number;
  /** As a heading of this level. A formatted text has blocks, which heading elements may not hold. */
  level?: number;
  id?: string;
  className?: string;
}

/** The text of a question, after its number. */
export function QuestionText({ asked, number, level, id, className }: QuestionTextProps) {
  return (
    <div
      id={id}
      {...(level !== undefined && { role: "heading", "aria-level": level })}
      className={clsx("flex gap-1.5", className)}
    >
      {number !== undefined && <span className="text-muted tabular-nums">{number}.</span>}{" "}
      <FormattedText content={asked.content} source={asked.question} className="min-w-0 flex-1" />
    </div>
  );
}
