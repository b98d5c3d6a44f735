import type { PersonState } from "@/api/types";
import type { Tone } from "@/ui/Badge";

/** In the order in which a day goes. */
export const STATES: readonly PersonState[] = [
  "in_trouble",
  "late",
  "expected",
  "here",
  "ready",
  "testing",
  "done",
  "absent",
];

export const STATE_LABELS: Record<PersonState, string> = {
  expected: "Expected",
  here: "Here",
  ready: "Ready",
  testing: "Testing",
  done: "Done",
  in_trouble: "In trouble",
  late: "Late",
  absent: "Absent",
};

export const STATE_TONES: Record<PersonState, Tone> = {
  expected: "grey",
  here: "blue",
  ready: "violet",
  testing: "green",
  done: "neutral",
  in_trouble: "red",
  late: "amber",
  absent: "grey",
};

export const WAYS = { list: "by the list", code: "by code", projector: "with the room's code" } as const;
