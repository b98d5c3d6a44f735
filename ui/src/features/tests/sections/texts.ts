import { texts } from "@/i18n";
import { testQuestions } from "@/i18n/staff/en/test-questions";

export const t = texts("testQuestions", testQuestions);
