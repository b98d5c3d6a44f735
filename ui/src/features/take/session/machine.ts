import type { Step } from "@/lib/machine";
import { answering } from "./answering";
import type { SessionEffect, SessionEvent } from "./events";
import { opening } from "./opening";
import type { SessionState } from "./state";
import type { Emit, Handlers } from "./steps";
import { submitting } from "./submitting";
import { timing } from "./timing";

const HANDLERS: Handlers<SessionEvent["type"]> = { ...opening, ...answering, ...timing, ...submitting };

type Handler = (state: SessionState, event: SessionEvent, emit: Emit) => SessionState;

/**
 * State machine of one candidate's visit to one test, as a pure function. It knows neither clock, timers, network
 * nor storage: those are effects, whose results are events (`runner.ts`).
 */
export function step(state: SessionState, event: SessionEvent): Step<SessionState, SessionEffect> {
  const effects: SessionEffect[] = [];
  if (state.final && event.type !== "cleared") return { state, effects };
  const handle = HANDLERS[event.type] as Handler;
  return { state: handle(state, event, (...more) => effects.push(...more)), effects };
}
