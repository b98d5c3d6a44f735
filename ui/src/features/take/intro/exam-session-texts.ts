import { texts } from "@/i18n";
import { examSession } from "@/i18n/en/exam-session";

export const t = texts("examSession", examSession);
