import type { Question, QuestionType } from "@/api/questions";
import { first, type Problem } from "@/features/question-kinds/form/problem";
import { hasPartMarks, isScoredByPeople } from "@/features/question-kinds/traits";
import { t } from "./texts";

/** Fields that every kind may have beside its key, as typed. */
export interface Extras {
  scoring: "all_or_nothing" | "partial";
  penalty: string;
  explanation: string;
  show_explanation: boolean;
  reviewer_notes: string;
  /** Separated by commas. */
  tags: string;
}

const TAGS_MAX = 20;
const TAG_MAX = 40;

export const blankExtras = (): Extras => ({
  scoring: "all_or_nothing",
  penalty: "",
  explanation: "",
  show_explanation: false,
  reviewer_notes: "",
  tags: "",
});

export const readExtras = (question: Question): Extras => ({
  scoring: question.scoring ?? "all_or_nothing",
  penalty: question.penalty ?? "",
  explanation: question.explanation ?? "",
  show_explanation: question.show_explanation ?? false,
  reviewer_notes: question.reviewer_notes ?? "",
  tags: (question.tags ?? []).join(", "),
});

const tagsOf = (text: string) => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

export function writeExtras(type: QuestionType, extras: Extras): Partial<Question> {
  const penalty = extras.penalty.trim();
  const explanation = extras.explanation.trim();
  const notes = extras.reviewer_notes.trim();
  const tags = tagsOf(extras.tags);
  return {
    ...(hasPartMarks(type) && { scoring: extras.scoring }),
    ...(!isScoredByPeople(type) && penalty && Number(penalty) !== 0 && { penalty }),
    ...(explanation && { explanation }),
    ...(explanation && extras.show_explanation && { show_explanation: true }),
    ...(notes && { reviewer_notes: notes }),
    ...(tags.length > 0 && { tags }),
  };
}

export function extrasProblem(type: QuestionType, extras: Extras, points: number): Problem | null {
  const penalty = extras.penalty.trim();
  const isPenalty = /^\d+(\.\d{1,3})?$/.test(penalty) && Number(penalty) <= points;
  const tags = tagsOf(extras.tags);
  return first(
    !isScoredByPeople(type) &&
      penalty !== "" &&
      !isPenalty && { place: "penalty", text: t("penaltyRange", { points }) },
    tags.length > TAGS_MAX && { place: "tags", text: t("tagsMax", { max: TAGS_MAX }) },
    tags.some((tag) => [...tag].length > TAG_MAX) && {
      place: "tags",
      text: t("tagMax", { max: TAG_MAX }),
    },
  );
}

/** Whether anything was set, so that the form shows it. */
export const hasExtras = ({ explanation, reviewer_notes, tags, penalty }: Extras) =>
  [explanation, reviewer_notes, tags, penalty].some((text) => text.trim() !== "");
