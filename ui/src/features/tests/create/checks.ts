import type { TestInput } from "@/api/types";
import { writeContent } from "@/features/questions/content/sections";
import type { TestDraft } from "@/features/questions/drafts/store";
import { DURATION_MAX, DURATION_MIN, wholeNumber } from "@/features/questions/form/rules";
import { t } from "./texts";

export type InfoProblem = "title" | "duration";

/** Validation errors of step 1 (docs/behaviour/calls.md#error-texts). */
export function infoProblem(draft: TestDraft): { field: InfoProblem; text: string } | null {
  if (draft.title.trim() === "") return { field: "title", text: t("titleRequired") };
  if (minutesOf(draft) === null) {
    return { field: "duration", text: t("durationRange", { min: DURATION_MIN, max: DURATION_MAX }) };
  }
  return null;
}

/** Short text next to the field; the toast shows the full one. */
export const infoHint = (field: InfoProblem): string =>
  field === "title" ? t("giveTitle") : t("fromTo", { min: DURATION_MIN, max: DURATION_MAX });

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
    ...writeContent(draft, false),
  };
}
