import type { HistoryMode, Test, TestInput, TextFormat } from "@/api/types";
import { type Content, itemsOf, readContent, writeContent } from "@/features/questions/content/sections";
import { DURATION_DEFAULT, DURATION_MAX, DURATION_MIN, wholeNumber } from "@/features/questions/form/rules";
import { t } from "./form-texts";

/** Form values of the test panel. */
export interface TestFields extends Content {
  title: string;
  description: string;
  description_format: TextFormat;
  /** As typed. */
  duration: string;
  require_fullscreen: boolean;
  history: HistoryMode;
  /** Tag of the candidates' language; absent for the site's. */
  language?: string | undefined;
}

export function fieldsOf(test: Test | null): TestFields {
  return {
    title: test?.title ?? "",
    description: test?.description ?? "",
    description_format: test?.description_format ?? "plain",
    duration: String(test?.duration_minutes ?? DURATION_DEFAULT),
    require_fullscreen: test?.require_fullscreen ?? false,
    history: test?.history ?? "saves",
    ...(test?.language && { language: test.language }),
    ...readContent(test),
  };
}

export const isChanged = (fields: TestFields, test: Test | null) =>
  JSON.stringify(fields) !== JSON.stringify(fieldsOf(test));

/** Validation errors by field; empty when valid. */
export function missing(fields: TestFields, test: Test | null): Partial<Record<keyof TestFields, string>> {
  const found: Partial<Record<keyof TestFields, string>> = {};
  if (fields.title.trim() === "") found.title = t("titleRequired");
  // A test created without a description (the wizard allows it) may stay so.
  if (fields.description.trim() === "" && test?.description.trim() !== "")
    found.description = t("descriptionRequired");
  if (minutesOf(fields) === null) found.duration = t("fromTo", { min: DURATION_MIN, max: DURATION_MAX });
  if (itemsOf(fields).length === 0) found.questions = t("oneQuestion");
  return found;
}

export const minutesOf = (fields: TestFields) => wholeNumber(fields.duration, DURATION_MIN, DURATION_MAX);

/** `stored`: the version that it replaces; null for a new test. */
export function toInput(fields: TestFields, minutes: number, stored: Test | null): TestInput {
  return {
    title: fields.title.trim(),
    description: fields.description.trim(),
    ...(fields.description_format === "markdown" && { description_format: fields.description_format }),
    duration_minutes: minutes,
    require_fullscreen: fields.require_fullscreen,
    history: fields.history,
    ...((fields.language || stored?.language) && { language: fields.language ?? "" }),
    ...writeContent(fields, stored?.sections !== undefined),
  };
}
