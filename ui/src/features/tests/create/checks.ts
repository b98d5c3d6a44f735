import type { TestInput } from "@/api/types";
import { sent } from "@/features/question-kinds/sent";
import type { TestDraft } from "@/features/questions/drafts/store";
import { DURATION_MAX, DURATION_MIN, wholeNumber } from "@/features/questions/form/rules";

export type InfoProblem = "title" | "duration";

/** Validation errors of step 1 (docs/behaviour/calls.md#error-texts). */
export function infoProblem(draft: TestDraft): { field: InfoProblem; text: string } | null {
  if (draft.title.trim() === "") return { field: "title", text: "Test title is required" };
  if (minutesOf(draft) === null) {
    return { field: "duration", text: `Duration must be from ${DURATION_MIN} to ${DURATION_MAX} minutes` };
  }
  return null;
}

/** Short text next to the field; the toast shows the full one. */
export const INFO_HINTS: Record<InfoProblem, string> = {
  title: "Give the test a title",
  duration: `From ${DURATION_MIN} to ${DURATION_MAX}`,
};

export const NO_QUESTIONS = "Add at least one question to the test";

/** Whole minutes, or null while the field holds no valid number. */
export function minutesOf(draft: TestDraft): number | null {
  return wholeNumber(String(draft.duration_minutes), DURATION_MIN, DURATION_MAX);
}

export function toInput(draft: TestDraft, minutes: number): TestInput {
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    ...(draft.description_format === "markdown" && { description_format: draft.description_format }),
    duration_minutes: minutes,
    require_fullscreen: draft.require_fullscreen === true,
    history: draft.history ?? "saves",
    questions: draft.questions.map(sent),
  };
}
