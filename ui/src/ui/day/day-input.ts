import { languageTag } from "@/i18n";

interface DayForm {
  /** Pattern of date-fns. */
  pattern: string;
  /** Pattern as its readers know it. */
  words: string;
  /** Sunday is 0. */
  firstDay: 0 | 1 | 6;
}

const ENGLISH: DayForm = { pattern: "MM/dd/yyyy", words: "MM/DD/YYYY", firstDay: 0 };

const OTHERS: Record<string, DayForm> = {
  de: { pattern: "dd.MM.yyyy", words: "TT.MM.JJJJ", firstDay: 1 },
  fr: { pattern: "dd/MM/yyyy", words: "JJ/MM/AAAA", firstDay: 1 },
  es: { pattern: "dd/MM/yyyy", words: "DD/MM/AAAA", firstDay: 1 },
  "pt-BR": { pattern: "dd/MM/yyyy", words: "DD/MM/AAAA", firstDay: 0 },
  pl: { pattern: "dd.MM.yyyy", words: "DD.MM.RRRR", firstDay: 1 },
  ar: { pattern: "dd/MM/yyyy", words: "DD/MM/YYYY", firstDay: 6 },
  ja: { pattern: "yyyy/MM/dd", words: "YYYY/MM/DD", firstDay: 0 },
};

/** How a day is typed in the language of the page. */
export const dayForm = () => OTHERS[languageTag()] ?? ENGLISH;

export interface DayInputProps {
  /** Midnight of the day in the viewer's zone. */
  value: Date | null;
  /** The first and the last day that can be chosen. */
  min?: Date | undefined;
  max?: Date | undefined;
  onChange(day: Date | null): void;
}
