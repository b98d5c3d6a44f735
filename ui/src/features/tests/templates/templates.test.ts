import { expect, it } from "vitest";
import { infoProblem, toInput } from "../create/checks";
import { loadTemplate, templates } from "./templates";

it.each(templates())("$title says what it holds", async ({ name, title, about }) => {
  const draft = await loadTemplate(name);
  expect(draft.title).toBe(title);
  expect(about).toContain(`${draft.duration_minutes} minutes, ${draft.questions.length} questions`);
  expect(about.includes("program")).toBe(draft.questions.some(({ type }) => type === "coding"));
  expect(new Set(draft.questions.map(({ id }) => id)).size).toBe(draft.questions.length);
  const whole = { ...draft, lastModified: "2026-03-01T09:00:00Z" };
  expect(infoProblem(whole)).toBeNull();
  expect(toInput(whole, Number(draft.duration_minutes)).questions).toHaveLength(draft.questions.length);
});
