import { texts } from "@/i18n";
import { questionKeys } from "@/i18n/staff/en/question-keys";

export const t = texts("questionKeys", questionKeys);
