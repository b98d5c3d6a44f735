import { plainOf } from "@/features/question-kinds/traits";
import type { ShownQuestion } from "@/lib/translated-question";
import { t } from "../end-texts";
import { useTake, useTakeSession } from "../useTake";
import { inLanguage, readCode, starterOf, writeCode } from "./code-text";

/** Asks for an answer with nothing but the browser's own fields: for a page whose own keep failing. */
export function PlainAnswer({ question }: { question: ShownQuestion }) {
  const session = useTakeSession();
  const { id } = question;
  const plain = plainOf(question.type);
  const options = (question.options ?? []).filter((option) => typeof option === "string");
  const answer = useTake((state) => state.answers[id] ?? "");
  if (plain === "option") {
    return (
      <fieldset className="space-y-2">
        <legend className="sr-only">{t("yourAnswer")}</legend>
        {options.map((option, index) => (
          <label key={option} className="flex gap-2">
            <input
              type="radio"
              name={id}
              checked={option === answer}
              onChange={() => session.choose(id, option)}
            />
            <span dir="auto" lang={question.lang}>
              {question.labels?.[index] ?? option}
            </span>
          </label>
        ))}
      </fieldset>
    );
  }
  const code = plain === "code" ? readCode(question, answer, starterOf(question)) : undefined;
  if (!plain) {
    return <p role="alert">{t("fieldNotShown")}</p>;
  }
  const write = (text: string) =>
    session.edit(
      id,
      code ? writeCode(question, { ...inLanguage(question, code, code.language), source: text }) : text,
    );
  return (
    <textarea
      aria-label={t("yourAnswer")}
      translate="no"
      rows={12}
      className="w-full rounded-control border border-line bg-surface p-3"
      value={code?.source ?? answer}
      onChange={(event) => write(event.target.value)}
    />
  );
}
