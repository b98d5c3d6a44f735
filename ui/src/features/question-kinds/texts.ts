import { texts } from "@/i18n";
import { answer } from "@/i18n/en/answer";

export const t = texts("answer", answer);
