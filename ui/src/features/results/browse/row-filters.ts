import { idOf } from "@/lib/url-state";
import {
  booleanOf,
  DECISION_FILTERS,
  type DecisionFilter,
  oneOf,
  percentOf,
  STATE_FILTERS,
  type StateFilter,
} from "./params";

/** Filters of every list of results. */
export interface RowFilters {
  /** Part of a name or an email address. */
  search: string;
  state: StateFilter | null;
  /** Whether a final score reaches the pass mark of its test. */
  passed: boolean | null;
  decision: DecisionFilter | null;
  /** Bounds of the score in percent, both included. */
  min: number | null;
  max: number | null;
  /** Id of an account to which answers are assigned, or that has scored some. */
  reviewer: string | null;
}

export const readRowFilters = (params: URLSearchParams): RowFilters => ({
  search: params.get("q") ?? "",
  state: oneOf(STATE_FILTERS, params.get("state")),
  passed: booleanOf(params.get("passed")),
  decision: oneOf(DECISION_FILTERS, params.get("decision")),
  min: percentOf(params.get("min")),
  max: percentOf(params.get("max")),
  reviewer: idOf(params.get("reviewer")),
});

export const hasRowFilters = ({ search, state, passed, decision, min, max, reviewer }: RowFilters) =>
  search.trim() !== "" || [state, passed, decision, min, max, reviewer].some((value) => value !== null);

/** The filters as the API takes them. */
export const queryOfRows = ({ search, state, passed, decision, min, max, reviewer }: RowFilters) => ({
  ...(search.trim() ? { search: search.trim() } : {}),
  ...(state ? { state } : {}),
  ...(passed === null ? {} : { passed }),
  ...(decision ? { decision } : {}),
  ...(min === null ? {} : { score_min: min }),
  ...(max === null ? {} : { score_max: max }),
  ...(reviewer ? { reviewer } : {}),
});
