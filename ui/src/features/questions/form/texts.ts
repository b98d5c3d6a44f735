import { texts } from "@/i18n";
import { questionForm } from "@/i18n/staff/en/question-form";

export const t = texts("questionForm", questionForm);
