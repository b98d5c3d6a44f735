import { texts } from "@/i18n";
import { questionFiles } from "@/i18n/staff/en/question-files";

export const t = texts("questionFiles", questionFiles);
