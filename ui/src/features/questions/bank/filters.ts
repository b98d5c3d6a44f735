import type { BankState, Difficulty, QuestionType } from "@/api/types";
import { QUESTION_TYPES } from "@/features/question-kinds/labels";

export const DIFFICULTIES: Difficulty[] = ["easy", "medium", "hard"];

/** Absent: all that are not retired. */
export type StateFilter = BankState | "all";
const STATES: StateFilter[] = ["draft", "ready", "retired", "all"];

export interface BankFilters {
  /** Part of a title, a text or a tag. */
  search: string;
  type: QuestionType | null;
  /** One whole tag; empty for any. */
  tag: string;
  state: StateFilter | null;
  difficulty: Difficulty | null;
}

export const NO_FILTERS: BankFilters = { search: "", type: null, tag: "", state: null, difficulty: null };

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | null =>
  known.find((value) => value === text) ?? null;

/** Reads the URL; what it does not understand is the default. */
export const readFilters = (params: URLSearchParams): BankFilters => ({
  search: params.get("q") ?? "",
  type: oneOf(QUESTION_TYPES, params.get("type")),
  tag: params.get("tag") ?? "",
  state: oneOf(STATES, params.get("state")),
  difficulty: oneOf(DIFFICULTIES, params.get("difficulty")),
});

/** Changes of the URL for changed filters. */
export function filterParams({ search, ...others }: Partial<BankFilters>): Record<string, string | null> {
  return { ...others, ...(search !== undefined && { q: search.trim() || null }) };
}

/** One filter of a form, by the text of its control. */
export function withFilter(name: keyof BankFilters, text: string): Partial<BankFilters> {
  const read = readFilters(new URLSearchParams({ [name === "search" ? "q" : name]: text }));
  return { [name]: read[name] };
}

export const isFiltered = (filters: BankFilters) => Object.values(filters).some(Boolean);

export const queryOfFilters = ({ search, type, tag, state, difficulty }: BankFilters) => ({
  search: search.trim() || undefined,
  type: type ?? undefined,
  tag: tag || undefined,
  state: state ?? undefined,
  difficulty: difficulty ?? undefined,
});
