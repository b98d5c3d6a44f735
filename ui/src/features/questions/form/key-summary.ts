import {
  type Choice,
  choicesOf,
  type NumberKey,
  type Question,
  type TextKey,
  textsOf,
} from "@/api/questions";
import { plural } from "@/lib/format";
import { lineOf } from "@/ui/rich-text/plain";
import { shifted } from "./kinds/numeric";

const lineWords = (choice: Choice | undefined) => (choice ? lineOf(choice.content, choice.text) : "");

const textIn = (choices: Choice[], id: string | undefined) =>
  lineWords(choices.find((choice) => choice.id === id));

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

function chosenWords(question: Question): string | undefined {
  const { correct_answer, option_contents = [] } = question;
  const index = textsOf(question).indexOf(correct_answer ?? "");
  return correct_answer && lineOf(option_contents[index], correct_answer);
}

/** The key in one line; undefined where people score. */
export function keyWords(question: Question): string | undefined {
  const options = choicesOf(question);
  switch (question.type) {
    case "multiple_choice":
      return chosenWords(question);
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
        ?.map((prompt) => `${lineWords(prompt)}: ${textIn(options, question.pairs?.[prompt.id])}`)
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
