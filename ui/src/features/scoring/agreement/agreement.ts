import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { QuestionAgreement } from "@/api/types";
import { mayHaveKey, useAiSettings } from "@/features/staff-shared/ai/key";
import { withDecimalMark } from "@/lib/format";
import { t } from "../texts";

const agreementQuery = (id: string) => queryOf("/tests/{id}/ai-agreement", { path: { id } });

/** How far the AI agrees with people on the questions of a test. */
export function useAgreement(test: string, enabled: boolean) {
  return useQuery({ ...agreementQuery(test), enabled: enabled && test !== "" });
}

/** Agreement on one question, in words. */
export function agreementText({ answers, blind, kappa }: QuestionAgreement, least: number): string {
  if (answers < least) return t("missingAnswers", { answers, least });
  if (kappa === null) return t("alike", { count: answers });
  return t("kappaOn", { kappa: withDecimalMark(kappa.toFixed(2)), count: answers, blind });
}

/** Agreement on each question, in words; undefined without an AI service, and where no answer was scored by both. */
export function useAiTexts(test: string): (question: string) => string | undefined {
  const settings = useAiSettings();
  const isConfigured = settings.data !== undefined && mayHaveKey(settings.data);
  const { data } = useAgreement(test, isConfigured);
  return (question) => {
    const found = data?.questions.find(({ question_id }) => question_id === question);
    return data && found && found.answers > 0 ? agreementText(found, data.min_answers) : undefined;
  };
}
