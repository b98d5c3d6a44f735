import type { EnteredSection, PaperPart } from "@/api/types";
import { merged } from "./entered";
import type { SessionState, TakeState } from "./state";
import { type Emit, isRunning, save } from "./steps";

/** `ahead`: not entered. `over`: its time is up, or it is one-way and was left. */
export type Standing = "ahead" | "open" | "over";
type Sectioned = Pick<TakeState, "sections" | "entered" | "ended">;

const MINUTE_MS = 60_000;

/** Whether sections are entered one after the other. */
export const hasRules = (sections: PaperPart[]) => sections.some((one) => one.time_minutes || one.one_way);

/** Index of a question's section; -1 in a test without sections. */
export function sectionAt(sections: PaperPart[], position: number): number {
  let end = 0;
  return sections.findIndex(({ questions }) => {
    end += questions;
    return position < end;
  });
}

/** Position of a section's first question. */
export const firstOf = (sections: PaperPart[], index: number) =>
  sections.slice(0, index).reduce((sum, { questions }) => sum + questions, 0);

export function standing({ sections, entered, ended }: Sectioned, index: number): Standing {
  if (!hasRules(sections)) return "open";
  if (index >= entered.length) return "ahead";
  const isLeft = sections[index]?.one_way && index + 1 < entered.length;
  return isLeft || ended.includes(index) ? "over" : "open";
}

/** Whether the question in view may be answered. */
export const isOpen = (state: Sectioned & { position: number }) =>
  standing(state, sectionAt(state.sections, state.position)) === "open";

/** The section in view. */
export const sectionOf = ({ sections, position }: TakeState) => sections[sectionAt(sections, position)];

/** Where a move to a question leads: to the next section's entry if its section is ahead, nowhere if that is over. */
export function reach(state: Sectioned & { position: number }, position: number): number {
  const { sections, entered } = state;
  const found = standing(state, sectionAt(sections, position));
  if (found === "over") return state.position;
  return found === "ahead" ? firstOf(sections, entered.length) : position;
}

/** Whether a question's section is over. */
export const isOver = (state: Sectioned, position: number) =>
  standing(state, sectionAt(state.sections, position)) === "over";

/** Whether a question cannot be gone to. */
export const isShut = (state: Sectioned & { position: number }, position: number) =>
  reach(state, position) !== position;

/** Leaves a section that is over: for the current one, else the entry to the next one, else any that is open. */
export function relocate(state: SessionState, emit: Emit): SessionState {
  const { sections, entered } = state;
  if (!isRunning(state) || standing(state, sectionAt(sections, state.position)) !== "over") return state;
  const isOpen = (index: number) => standing(state, index) === "open";
  const current = entered.length - 1;
  const ahead =
    entered.length < sections.length ? entered.length : sections.findIndex((_, index) => isOpen(index));
  const next = isOpen(current) ? current : ahead;
  if (next < 0) return state;
  const position = firstOf(sections, next);
  emit({ type: "write", patch: { position } });
  return { ...state, position };
}

/** Ends sections whose time is up by the server's clock. */
export function settle(state: SessionState, now: number, emit: Emit): SessionState {
  const { sections, entered } = state;
  if (!hasRules(sections)) return state;
  const ended = entered.flatMap(({ ends_at }, index) => (ends_at && Date.parse(ends_at) <= now ? index : []));
  return relocate(`${ended}` === `${state.ended}` ? state : { ...state, ended }, emit);
}

/** Stores a change of the entries for offline visits, and notifies other tabs. */
function shared(before: SessionState, state: SessionState, emit: Emit): SessionState {
  const { entered, claims } = state;
  if (JSON.stringify([entered, claims]) === JSON.stringify([before.entered, before.claims])) return before;
  const snapshot = state.snapshot && { ...state.snapshot, entered, claims };
  if (snapshot) emit({ type: "keep", snapshot });
  emit({ type: "broadcast", message: { type: "entered", entered, claims } });
  return { ...state, snapshot };
}

/** Takes the entries that the server reports. */
export const confirm = (
  state: SessionState,
  known: EnteredSection[] | undefined,
  emit: Emit,
): SessionState => (known ? relocate(shared(state, merged(state, known), emit), emit) : state);

/** Takes the entries of another tab. */
export const follow = (
  state: SessionState,
  { entered, claims }: Pick<SessionState, "entered" | "claims">,
  emit: Emit,
): SessionState => relocate({ ...state, entered, claims }, emit);

/** Enters the next section by the page's own clock; the claim goes to the server with the next save. */
export function enter(state: SessionState, now: number, emit: Emit): SessionState {
  const { sections, entered, snapshot, deadline = "" } = state;
  const next = sections[entered.length];
  if (!next || !snapshot || !isRunning(state)) return state;
  const iso = (ms: number) => new Date(ms).toISOString();
  const { time_minutes: own } = next;
  const end = own !== undefined && Math.min(now + own * MINUTE_MS, Date.parse(deadline));
  const entry = { entered_at: iso(now), ...(end !== false && { ends_at: iso(end) }) };
  const claim = { section: entered.length + 1, after_ms: Math.round(now - Date.parse(snapshot.started_at)) };
  const begun = { ...state, entered: [...entered, entry], claims: [...state.claims, claim] };
  const position = firstOf(sections, entered.length);
  save(state, "flush", emit);
  const known = shared(state, begun, emit);
  emit({ type: "write", patch: { position } }, { type: "report_time" });
  return { ...known, position };
}
