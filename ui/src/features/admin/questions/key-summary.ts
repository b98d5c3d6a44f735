import { type Choice, choicesOf, type NumberKey, type Question, type TextKey } from "@/api/questions";
import { plural } from "@/lib/format";
import { shifted } from "./kinds/numeric";

const textIn = (choices: Choice[], id: string | undefined) =>
  choices.find((choice) => choice.id === id)?.text ?? "";

function numberWords({ correct_number = "", tolerance, unit }: NumberKey): string {
  const spread =
    tolerance &&
    (tolerance.kind === "relative" ? `± ${shifted(tolerance.value, 2)} %` : `± ${tolerance.value}`);
  return [correct_number, unit, spread].filter(Boolean).join(" ");
}

const textWords = ({ accepted = [], pattern }: TextKey) =>
  [...accepted, ...(pattern ? [`pattern ${pattern}`] : [])].join(" / ");

/** The number of what can be chosen, ordered or filled in; undefined for kinds without. */
export function sizeWords(question: Question): string | undefined {
  const { type, options = [], prompts = [], gaps = [] } = question;
  if (type === "multiple_choice" || type === "multiple_response") return plural(options.length, "option");
  if (type === "ordering") return plural(options.length, "item");
  if (type === "matching") return plural(prompts.length, "pair");
  if (type === "gaps") return plural(gaps.length, "gap");
  return undefined;
}

/** The key in one line; undefined where people score. */
export function keyWords(question: Question): string | undefined {
  const options = choicesOf(question);
  switch (question.type) {
    case "multiple_choice":
      return question.correct_answer;
    case "multiple_response":
      return question.correct_answers?.map((id) => textIn(options, id)).join(", ");
    case "numeric":
      return numberWords(question);
    case "short_text":
      return textWords(question);
    case "ordering":
      return question.order?.map((id) => textIn(options, id)).join(" → ");
    case "matching":
      return question.prompts
        ?.map(({ id, text }) => `${text}: ${textIn(options, question.pairs?.[id])}`)
        .join("; ");
    case "gaps":
      return question.gaps
        ?.map((gap) => {
          if (gap.kind === "choice") return textIn(gap.options ?? [], gap.correct_answer);
          return gap.kind === "number" ? numberWords(gap) : textWords(gap);
        })
        .join("; ");
    default:
      return undefined;
  }
}
