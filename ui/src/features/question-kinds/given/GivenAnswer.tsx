import { Check, Circle, CircleCheck, X } from "lucide-react";
import type { AnswerDetail } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import { isBlank } from "@/lib/invisible";
import { FormattedText } from "@/ui/rich-text/FormattedText";
import { plainOf } from "../traits";
import type { MarkedOption } from "./marked-option";
import { markedOptions, markWords } from "./options";

/** An answer as people read it. Candidates' texts are rendered as text, never as markup. */
export function GivenAnswer({ detail }: { detail: AnswerDetail }) {
  const options = markedOptions(detail);
  const blank = isBlank(detail.answer);
  return (
    <>
      {blank && <p className="text-muted italic not-last:mb-2">{t("noAnswer")}</p>}
      {options && options.length > 0 ? <Options options={options} /> : !blank && <Words detail={detail} />}
    </>
  );
}

function Words({ detail }: { detail: AnswerDetail }) {
  const { answer, answer_text, question_type, unreadable } = detail;
  if (plainOf(question_type) === "code") {
    return (
      <section
        aria-label={t("codeAnswer")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines need keyboard scrolling (WCAG 2.1.1)
        tabIndex={0}
        className="overflow-x-auto rounded-control bg-subtle p-3"
      >
        <pre dir="ltr" className="font-mono text-xs leading-5">
          {answer_text ?? answer}
        </pre>
      </section>
    );
  }
  return (
    <>
      <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap break-words leading-6">
        {answer_text ?? answer}
      </p>
      {unreadable && <p className="mt-1 text-muted text-xs">{t("unreadable")}</p>}
    </>
  );
}

function Mark({ option: { chosen, correct } }: { option: MarkedOption }) {
  const look = "mt-0.5 size-4 shrink-0";
  if (chosen && correct) return <CircleCheck aria-hidden="true" className={`${look} text-success`} />;
  if (chosen) return <X aria-hidden="true" className={`${look} text-error`} />;
  if (correct) return <Check aria-hidden="true" className={`${look} text-success`} />;
  return <Circle aria-hidden="true" className={`${look} text-line-strong`} />;
}

function Options({ options }: { options: MarkedOption[] }) {
  return (
    <ul aria-label={t("options")} className="space-y-1.5 text-sm">
      {options.map((option) => (
        <li key={option.id} className="flex items-start gap-2">
          <Mark option={option} />
          <span className={option.chosen ? "min-w-0 font-medium" : "min-w-0"}>
            <FormattedText inline content={option.content} source={option.text} />
            {markWords(option) && (
              <span className="ms-2 font-normal text-muted text-xs">{markWords(option)}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
