import type { Question } from "@/api/types";
import type { TestDraft } from "@/features/questions/drafts/store";
import { newQuestionId } from "@/features/questions/form/rules";
import { t } from "@/features/tests/create/texts";

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

export const templates = (): { name: TemplateName; title: string; about: string }[] => [
  { name: "backend", title: t("backend"), about: t("backendAbout") },
  { name: "frontend", title: t("frontend"), about: t("frontendAbout") },
  { name: "data-analyst", title: t("analyst"), about: t("analystAbout") },
  { name: "customer-support", title: t("support"), about: t("supportAbout") },
  { name: "office", title: t("office"), about: t("officeAbout") },
  { name: "project-manager", title: t("manager"), about: t("managerAbout") },
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
