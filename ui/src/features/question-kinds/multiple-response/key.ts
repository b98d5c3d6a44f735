import { choicesOf, type Question } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import { blankMarked, filled, listProblem, type MarkedChoice, padded } from "../form/choices";
import { first, type Problem } from "../form/problem";

export function readResponse(question: Question): MarkedChoice[] {
  const { correct_answers = [], pinned_options = [] } = question;
  const options = choicesOf(question).map(({ id, text }) => ({
    id,
    text,
    correct: correct_answers.includes(id),
    ...(pinned_options.includes(id) && { pinned: true }),
  }));
  return padded(options, blankMarked, options.length === 0 ? 4 : undefined);
}

/** The options keep the author's order: candidates see it. */
export function writeResponse(choices: MarkedChoice[]): Partial<Question> {
  const options = filled(choices);
  const pinned = options.filter(({ pinned }) => pinned).map(({ id }) => id);
  return {
    options: options.map(({ id, text }) => ({ id, text })),
    correct_answers: options.filter(({ correct }) => correct).map(({ id }) => id),
    ...(pinned.length > 0 && { pinned_options: pinned }),
  };
}

export function responseProblem(choices: MarkedChoice[], isPartial: boolean): Problem | null {
  const options = filled(choices);
  const correct = options.filter((option) => option.correct).length;
  return first(
    listProblem(options, "options", "options"),
    correct === 0 && { place: "correct_answers", text: t("markEvery") },
    // Otherwise choosing everything would earn all points.
    isPartial &&
      correct === options.length && {
        place: "correct_answers",
        text: t("oneWrong"),
      },
  );
}
