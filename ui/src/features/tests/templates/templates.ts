import type { Question } from "@/api/types";
import type { TestDraft } from "@/features/questions/drafts/store";
import { newQuestionId } from "@/features/questions/form/rules";

/** A file of this folder: a test without ids of its questions. */
interface Template {
  title: string;
  description: string;
  duration_minutes: number;
  questions: Omit<Question, "id">[];
}

/** Each file is loaded when it is chosen. */
const FILES = {
  backend: () => import("./backend.json"),
  frontend: () => import("./frontend.json"),
  "data-analyst": () => import("./data-analyst.json"),
  "customer-support": () => import("./customer-support.json"),
  office: () => import("./office.json"),
  "project-manager": () => import("./project-manager.json"),
};

export type TemplateName = keyof typeof FILES;

export const TEMPLATES: readonly { name: TemplateName; title: string; about: string }[] = [
  { name: "backend", title: "Backend developer", about: "45 minutes, 7 questions, a program" },
  { name: "frontend", title: "Frontend developer", about: "45 minutes, 7 questions, a program" },
  { name: "data-analyst", title: "Data analyst", about: "40 minutes, 7 questions, an essay" },
  { name: "customer-support", title: "Customer support", about: "35 minutes, 6 questions, an essay" },
  { name: "office", title: "Office and administration", about: "30 minutes, 7 questions, an essay" },
  { name: "project-manager", title: "Project manager", about: "40 minutes, 7 questions, two essays" },
];

/** The content of a draft. */
export async function loadTemplate(
  name: TemplateName,
): Promise<Pick<TestDraft, "title" | "description" | "duration_minutes" | "questions">> {
  const { title, description, duration_minutes, questions } = (await FILES[name]()).default as Template;
  const ids: string[] = [];
  for (const _ of questions) ids.push(newQuestionId(ids));
  const withId = (question: Omit<Question, "id">, place: number) =>
    ({ ...question, id: ids[place] }) as Question;
  return { title, description, duration_minutes, questions: questions.map(withId) };
}
